import { newId } from '@typecase/contract/ids'

import type { Issues } from '../reading/issues.ts'
import type { StagedObject } from '../reading/staged-object.ts'
import { type ExistingObjects, valueOf } from './existing.ts'
import { createSlugPool } from './slug-pool.ts'
import type { Match, StagedRow, Staging } from './staging.ts'

export interface Matching {
  staging: Staging
  existing: ExistingObjects
  issues: Issues
  /** A field that tells objects apart in place of the slug. */
  matchBy: string | undefined
  /** UNIX ms, for new ids. */
  now: number
  /** Called for every page of rows; throws when the import was cancelled. */
  step(): void
}

/** What the rows of an import are about. */
export interface Matched {
  /** Ids of objects by those that the file gives them. */
  ids: ReadonlyMap<string, string>
  /** Every object that a row is about. */
  all: ReadonlySet<string>
  types: ReadonlySet<string>
}

/**
 * Decides for each row which object it is about: the one with its slug, type and locale (or its value of
 * `matchBy`), or a new one. Of two rows about one object the second is an error.
 */
export function matchRows(work: Matching): Matched {
  const ids = new Map<string, string>()
  const all = new Set<string>()
  const types = new Set<string>()
  const find = work.matchBy === undefined ? bySlug(work) : byField(work, work.matchBy)
  for (const page of work.staging.rowPages()) {
    work.step()
    for (const row of page) {
      const found = find(row)
      if (!found) continue
      const { object, n } = row
      const id = found.id ?? freshId(work, object, all)
      const match: Match = { id, isNew: found.id === undefined, slug: found.slug }
      work.staging.addMatch(n, match)
      if (object.old_id !== undefined) ids.set(object.old_id, id)
      all.add(id)
      types.add(object.type)
    }
  }
  return { ids, all, types }
}

/** @returns the object that a row is about, if there is one yet, or nothing when the row cannot be taken */
type Find = (row: StagedRow) => { id: string | undefined; slug: string } | undefined

function bySlug({ existing, issues }: Matching): Find {
  const pool = createSlugPool(() => false)
  return ({ row, object }) => {
    const slug = object.slug ?? pool.takeFree(object)
    if (object.slug !== undefined && !pool.take(object, slug)) {
      const words = `slug “${slug}” comes twice in this type and locale`
      issues.error(row, 'slug', words, 'unique', object.title)
      return undefined
    }
    return { id: existing.bySlug(object.type, slug, object.locale), slug }
  }
}

function byField({ existing, issues }: Matching, field: string): Find {
  const known = new Map<string, { ids: Map<string, string>; all: Set<string> }>()
  const rows = new Map<string, number>()
  const pool = createSlugPool(
    ({ type, locale }, slug) => existing.bySlug(type, slug, locale) !== undefined,
  )
  return ({ row, object }) => {
    const fail = (path: string, message: string, rule = 'unique') => {
      issues.error(row, path, message, rule, object.title)
      return undefined
    }
    const { type } = object
    const value = valueOf(object, field)
    if (value === undefined || value === '') {
      return fail(field, `${field} is a required field`, 'required')
    }
    const first = rows.get(`${type}\0${value}`)
    if (first !== undefined) return fail(field, `${field} “${value}” is that of row ${first} too`)

    let ofType = known.get(type)
    if (!ofType) {
      const ids = existing.byField(type, field)
      known.set(type, (ofType = { ids, all: new Set(ids.values()) }))
    }
    const id = ofType.ids.get(value)
    rows.set(`${type}\0${value}`, row)
    const { slug } = object
    // A known object keeps its slug where the file has none.
    if (slug === undefined) return { id, slug: id === undefined ? pool.takeFree(object) : '' }
    const holder = existing.bySlug(type, slug, object.locale)
    if ((id !== undefined && holder === id) || pool.take(object, slug)) return { id, slug }
    // An earlier import gave it a number.
    if (id !== undefined && isNumbered(existing.slugOf(id), slug)) return { id, slug: '' }
    // Both have a value of the field, which says that they are two.
    if (id === undefined && (holder === undefined || ofType.all.has(holder))) {
      const free = pool.takeFree(object, slug)
      const words = `slug “${slug}” is that of another row too; this one became “${free}”.`
      issues.warn(words, row, 'numbered slug')
      return { id, slug: free }
    }
    return fail('slug', `slug “${slug}” is taken by another row or object`)
  }
}

const isNumbered = (slug: string | undefined, base: string): boolean =>
  slug?.startsWith(`${base}-`) === true && /^\d+$/.test(slug.slice(base.length + 1))

/** An id that the file brings is kept, so that relations and addresses with it stay true, unless it is taken. */
function freshId(
  { existing, now }: Matching,
  { old_id: wanted }: StagedObject,
  given: ReadonlySet<string>,
): string {
  const isFree =
    wanted !== undefined &&
    /^[0-9a-f]{24}$/.test(wanted) &&
    !given.has(wanted) &&
    !existing.isIdTaken(wanted)
  return isFree ? wanted : newId(now)
}
