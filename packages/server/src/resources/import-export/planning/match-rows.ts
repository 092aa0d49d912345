import { newId } from '@typecase/contract/ids'

import type { Issues } from '../reading/issues.ts'
import {
  type ExistingObjects,
  type ExistingObject,
  textOfSlugKey,
  type SlugKey,
  valueOf,
} from './existing.ts'
import { slugOfTitle } from '../../objects/store/slugs.ts'
import { createSlugPool } from './slug-pool.ts'
import type { Match, StagedRow, Staging } from './staging.ts'

export interface Matching {
  staging: Staging
  existing: ExistingObjects
  issues: Issues
  /** A field that identifies objects instead of the slug; `id` for files that may have been exported here. */
  matchBy: string | undefined
  /**
   * Whether the id of another type's object is an error. A bucket.json may come from a bucket whose types have changed.
   */
  isStrict: boolean
  /** Whether objects without a row go to the trash. */
  isReplacing: boolean
  /** UNIX ms, for new ids. */
  now: number
  /** Called for every page of rows; throws when the import was cancelled. */
  step(): Promise<void>
}

/** Rows matched to objects. */
export interface RowMatches {
  /** Object ids by the ids in the file. */
  ids: ReadonlyMap<string, string>
  /** Every object that has a row. */
  all: ReadonlySet<string>
  types: ReadonlySet<string>
}

/**
 * Decides for each row which object it updates: the one with the same slug, type and locale (or the same value of
 * `matchBy`), or a new one. If two rows match one object, the second is an error.
 */
export async function matchRows(work: Matching): Promise<RowMatches> {
  const ids = new Map<string, string>()
  const all = new Set<string>()
  const types = new Set<string>()
  const find = finderOf(work)
  for (const page of work.staging.rowPages()) {
    await work.step()
    const matched = await find(page)
    const targets = matched.flatMap(({ row, id }) => (id === undefined ? oldIdOf(row) : []))
    const taken = await work.existing.takenIds(targets)
    for (const { row, id: existingId, slug, isDeleted } of matched) {
      const { object, n } = row
      const id = existingId ?? freshId(work, row, (one) => taken.has(one) || all.has(one))
      const match: Match = {
        id,
        isNew: existingId === undefined,
        slug,
        ...(isDeleted && { isDeleted }),
      }
      work.staging.addMatch(n, match)
      if (object.old_id !== undefined) ids.set(object.old_id, id)
      all.add(id)
      types.add(object.type)
    }
  }
  return { ids, all, types }
}

/** A row and the object that it updates, if one exists. */
interface Lookup {
  row: StagedRow
  id: string | undefined
  slug: string
  isDeleted?: boolean
}

/** @returns the rows of a page that can be imported */
type Find = (page: readonly StagedRow[]) => Promise<Lookup[]>

function finderOf(work: Matching): Find {
  if (work.matchBy === undefined) return bySlug(work)
  return work.matchBy === 'id' ? byId(work) : byField(work, work.matchBy)
}

function bySlug({ existing, issues }: Matching): Find {
  const pool = createSlugPool(async () => false)
  return async (page) => {
    const candidates: (SlugKey & { row: StagedRow })[] = []
    for (const row of page) {
      const { object } = row
      const { type, locale } = object
      const slug = object.slug ?? (await pool.takeFree(object))
      if (object.slug === undefined || (await pool.take(object, slug))) {
        candidates.push({ row, type, locale, slug })
      } else {
        const words = `slug “${slug}” comes twice in this type and locale`
        issues.error(row.row, 'slug', words, 'unique', object.title)
      }
    }
    const holders = await existing.bySlug(candidates)
    return candidates.map((one) => ({
      row: one.row,
      slug: one.slug,
      id: holders.get(textOfSlugKey(one)),
    }))
  }
}

/**
 * Matches rows to the objects that have their ids, even if the slug has changed or the object is in the trash. Rows
 * from another bucket match by slug.
 */
function byId(work: Matching): Find {
  const { existing, issues, staging, isStrict } = work
  const findBySlug = bySlug(work)
  /** Rows by the id of their object. */
  const rows = new Map<string, number>()
  let idsOfFile: ReadonlySet<string> | undefined

  /** Whether a row names an object by its id: then no other row may match that object by its slug. */
  function isInFile(id: string, type: string): boolean {
    idsOfFile ??= new Set(
      [...staging.rowPages()].flatMap((page) =>
        page.flatMap((row) => oldIdOf(row).map((one) => `${row.object.type} ${one}`)),
      ),
    )
    return idsOfFile.has(`${type} ${id}`)
  }

  function check(one: Lookup, objects: ReadonlyMap<string, ExistingObject>): Lookup[] {
    const { row, object } = one.row
    const fail = (path: string, message: string, rule: string) => {
      issues.error(row, path, message, rule, object.title)
      return []
    }
    const before = objects.get(object.old_id ?? '')
    const isSame = before?.type === object.type
    if (before && !isSame && !before.isDeleted && isStrict) {
      return fail('type', `type must stay ${before.type}: an object keeps its type`, 'type')
    }
    const bySlug = one.id !== undefined && isInFile(one.id, object.type) ? undefined : one.id
    const id = isSame ? object.old_id : bySlug
    const first = id === undefined ? undefined : rows.get(id)
    if (first !== undefined) return fail('id', `row ${first} is the same object`, 'unique')
    if (id !== undefined) rows.set(id, row)
    return [{ ...one, id, isDeleted: isSame && before.isDeleted }]
  }

  return async (page) => {
    const objects = await existing.byId(page.flatMap(oldIdOf))
    const keepsSlug = ({ object }: StagedRow) =>
      object.slug === undefined && objects.get(object.old_id ?? '')?.isDeleted === false
    const matches = await findBySlug(page.filter((row) => !keepsSlug(row)))
    const newRows = page.filter(keepsSlug).map((row): Lookup => ({ row, id: undefined, slug: '' }))
    const rowsInOrder = [...matches, ...newRows].toSorted((a, b) => a.row.n - b.row.n)
    return rowsInOrder.flatMap((one) => check(one, objects))
  }
}

/** Looks up the holders of slugs among the objects of the bucket, and caches them for a page of rows. */
function createHolders(existing: ExistingObjects) {
  const ids = new Map<string, string | undefined>()
  async function look(slugKeys: readonly SlugKey[]): Promise<void> {
    const matches = await existing.bySlug(slugKeys)
    for (const key of slugKeys.map(textOfSlugKey)) ids.set(key, matches.get(key))
  }
  return {
    async begin(slugKeys: readonly SlugKey[]): Promise<void> {
      ids.clear()
      await look(slugKeys)
    },
    /** @param next further keys to look up in the same query if the holder is unknown */
    async of(slugKey: SlugKey, next: () => SlugKey[] = () => []): Promise<string | undefined> {
      const key = textOfSlugKey(slugKey)
      if (!ids.has(key)) await look([slugKey, ...next()])
      return ids.get(key)
    },
  }
}

function byField({ existing, issues, staging, isReplacing }: Matching, field: string): Find {
  const byType = new Map<string, { ids: Map<string, string>; all: Set<string> }>()
  const rows = new Map<string, number>()
  const holders = createHolders(existing)
  const pool = createSlugPool(async (slugKey, next) => {
    const holder = await holders.of(slugKey, next)
    return holder !== undefined && !(await givesUp(holder, slugKey))
  })
  let slugsOfFile: ReadonlyMap<string, string | undefined> | undefined

  async function ofType(type: string) {
    const before = byType.get(type)
    if (before) return before
    const ids = await existing.byField(type, field)
    const loaded = { ids, all: new Set(ids.values()) }
    byType.set(type, loaded)
    return loaded
  }

  /** Reads the slugs that the file gives to existing objects, by object id. */
  async function readSlugs(): Promise<Map<string, string | undefined>> {
    const slugs = new Map<string, string | undefined>()
    for (const page of staging.rowPages()) {
      for (const { object } of page) {
        const id = (await ofType(object.type)).ids.get(valueOf(object, field) ?? '')
        if (id !== undefined) slugs.set(id, object.slug)
      }
    }
    return slugs
  }

  /** Whether the holder of a slug releases it: it gets another slug, or goes to the trash. */
  async function givesUp(holder: string, { slug }: SlugKey): Promise<boolean> {
    slugsOfFile ??= await readSlugs()
    if (!slugsOfFile.has(holder)) return isReplacing
    const next = slugsOfFile.get(holder)
    return next !== undefined && next !== slug && !isNumbered(slug, next)
  }

  /** Reads the current slugs of a page's objects whose slug would change. */
  async function slugsNow(page: readonly StagedRow[]): Promise<Map<string, string>> {
    const ids: string[] = []
    for (const { object } of page) {
      const { type, locale, slug } = object
      const id = (await ofType(type)).ids.get(valueOf(object, field) ?? '')
      if (id === undefined || slug === undefined) continue
      if ((await holders.of({ type, locale, slug })) !== id) ids.push(id)
    }
    return existing.slugsOf(ids)
  }

  async function find(
    staged: StagedRow,
    slugs: ReadonlyMap<string, string>,
  ): Promise<Lookup | undefined> {
    const { row, object } = staged
    const fail = (path: string, message: string, rule = 'unique') => {
      issues.error(row, path, message, rule, object.title)
      return undefined
    }
    const { type, locale, slug } = object
    const value = valueOf(object, field)
    if (value === undefined || value === '') {
      return fail(field, `${field} is a required field`, 'required')
    }
    const first = rows.get(`${type}\0${value}`)
    if (first !== undefined) return fail(field, `${field} “${value}” is also used in row ${first}`)

    const { ids, all } = await ofType(type)
    const id = ids.get(value)
    rows.set(`${type}\0${value}`, row)
    const as = (taken: string): Lookup => ({ row: staged, id, slug: taken })
    // An existing object keeps its slug if the file has none.
    if (slug === undefined) return as(id === undefined ? await pool.takeFree(object) : '')
    const holder = await holders.of({ type, locale, slug })
    if ((id !== undefined && holder === id) || (await pool.take(object, slug))) return as(slug)
    // An earlier import numbered this slug, so the object keeps it.
    if (id !== undefined && isNumbered(slugs.get(id), slug)) return as('')
    // Both have their own value of the field, so they are two objects, and the new one gets a numbered slug.
    if (id === undefined && (holder === undefined || all.has(holder))) {
      const free = await pool.takeFree(object, slug)
      const words = `slug “${slug}” is also used by another row; this one became “${free}”.`
      issues.warn(words, row, 'numbered slug')
      return as(free)
    }
    return fail('slug', `slug “${slug}” is taken by another row or object`)
  }

  return async (page) => {
    await holders.begin(
      page.map(({ object: { type, locale, title, slug = slugOfTitle(title) } }) => ({
        type,
        locale,
        slug,
      })),
    )
    const slugs = await slugsNow(page)
    const matches: Lookup[] = []
    for (const row of page) {
      const one = await find(row, slugs)
      if (one) matches.push(one)
    }
    return matches
  }
}

const isNumbered = (slug: string | undefined, base: string): boolean =>
  slug?.startsWith(`${base}-`) === true && /^\d+$/.test(slug.slice(base.length + 1))

/** Returns the id in the file if it has the form of an object id. */
const oldIdOf = ({ object: { old_id: id } }: StagedRow): string[] =>
  id !== undefined && /^[0-9a-f]{24}$/.test(id) ? [id] : []

/** Returns the id in the file, which keeps relations and addresses valid, or a new id if that one is taken. */
function freshId({ now }: Matching, row: StagedRow, isTaken: (id: string) => boolean): string {
  return oldIdOf(row).find((id) => !isTaken(id)) ?? newId(now)
}
