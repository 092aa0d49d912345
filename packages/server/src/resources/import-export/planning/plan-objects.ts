import type { FieldChange } from '@typecase/contract/field-changes'
import type { ConflictChoice, ImportConflict, ImportReport } from '@typecase/contract/import-export'

import { otherKind } from '@typecase/contract/field-values/media-name'
import {
  type FindHolders,
  hasUnique,
  takenValues,
  type UniqueChange,
  uniqueChange,
} from '../../objects/model/values/unique-values.ts'
import {
  publicVersion,
  restoreState,
  type Stamp,
  type StoredObject,
} from '../../objects/model/state.ts'
import { changedFields, countChangedFields, excerpts } from '../../objects/model/state-diff.ts'
import { isSame } from '../../objects/store/write-objects.ts'
import { addsLocale } from '../../projects/add-ons.ts'
import type { Reference } from '@typecase/contract/field-values/value-check'
import type { StagedObject } from '../reading/staged-object.ts'
import type { ExistingObjects, SlugKey } from './existing.ts'
import { type Conflict, UNKNOWN } from './field-merge.ts'
import type { BaseValues } from './last-imports.ts'
import type { Match, StagedRow, Staging } from './staging.ts'
import { metadataOf, type MetadataPlanning } from './row-metadata.ts'
import { newState, nextState, draftOver, type MatchedRow, type ReadObject } from './row-states.ts'
import { createTakenSlugs, type TakenSlugs } from './taken-slugs.ts'

export interface ObjectPlanning extends MetadataPlanning {
  staging: Staging
  /** Types of the media that the bucket has after the import, by name. */
  mediaTypes(names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>
  hasRoom: Awaited<ReturnType<typeof createSingletons>>
  /** Holders of slugs by `textOfSlugKey`, without the objects that the import removes. */
  slugHolders(slugKeys: readonly SlugKey[]): Promise<ReadonlyMap<string, string>>
  /** Holders of unique values, without the objects that the import removes. */
  findHolders: FindHolders
  /** States of existing objects by id. */
  readStates(ids: readonly string[]): Promise<ReadonlyMap<string, StoredObject>>
  /** Values of the last import, by the ids of objects that were changed since. */
  readBase(objects: ReadonlyMap<string, StoredObject>): Promise<ReadonlyMap<string, BaseValues>>
  /** How to resolve fields that both the bucket and the file changed. */
  conflicts: ConflictChoice
  stamp: Stamp
  /** Members of the project, who may be authors of new objects, by id and by e-mail address. */
  authors: ReadonlyMap<string, string>
  /** Same as in the request. */
  publishes: boolean
  step(): Promise<void>
}

export interface ObjectCounts {
  added: number
  updated: number
  unchanged: number
  /** Number of updated objects that are public. */
  public: number
  sample: ImportReport['sample']
  /** The first changed fields of updated objects; `totalChanges` counts all of them. */
  changes: FieldChange[]
  totalChanges: number
  /** The first fields that both the bucket and the file changed; `totalConflicts` counts all of them. */
  conflicts: ImportConflict[]
  totalConflicts: number
  /** Previous holders of reassigned slugs, by the id of the object that takes the slug. */
  slugHolders: ReadonlyMap<string, string>
  /** Number of new objects by type. */
  newByType: Map<string, number>
  /** Whether an object gets a locale that it did not have. */
  addsLocales: boolean
}

const SAMPLE = 20
const CHANGES = 200
const CONFLICTS = 200

/** Computes the new state of each row's object, and drops rows without a change. */
export async function planObjects(work: ObjectPlanning): Promise<ObjectCounts> {
  const positions = new Map<string, number>()
  const planned: PlannedRow[] = []
  const slugs = createTakenSlugs(work.slugHolders)
  const counts = { added: 0, updated: 0, unchanged: 0, public: 0 }
  const changes: { n: number; change: FieldChange }[] = []
  let totalChanges = 0
  const conflicts: { n: number; conflict: ImportConflict }[] = []
  let totalConflicts = 0
  let addsLocales = false
  const sample: (ObjectCounts['sample'][number] & { n: number })[] = []
  for (const page of work.staging.matchedPages()) {
    await work.step()
    const ids = page.filter(({ match }) => !match.isNew).map(({ match }) => match.id)
    await work.references.look(page)
    const states = ids.length > 0 ? await work.readStates(ids) : undefined
    const bases = states && (await work.readBase(states))
    const rowsOfPage: PlannedRow[] = []
    const rows = page.flatMap((row) => readRow(work, row, states?.get(row.match.id)) ?? [])
    for (const read of await withFittingMedia(work, rows)) {
      const { row, object } = read
      const { match } = row
      if (!work.hasRoom(row, match)) {
        const words = `“${object.type}” is a singleton: there is one object of it already`
        work.issues.error(row.row, 'type', words, 'singleton', object.title)
        continue
      }
      const former = states?.get(match.id)
      const before = former && withoutTrash(former, work.stamp)
      const isPublic =
        before !== undefined && !match.isDeleted && publicVersion(before.state) !== null
      const ofRow: Conflict[] = []
      const values = bases?.get(match.id)
      const merging = values && {
        base: values,
        decide(conflict: Conflict) {
          ofRow.push(conflict)
          return work.conflicts === 'take'
        },
      }
      const after = !before
        ? newState(work, read, match)
        : isPublic && !work.publishes
          ? draftOver(work, before, read, match, merging)
          : nextState(work, before, read, match, merging)
      totalConflicts += ofRow.length
      for (const one of ofRow)
        if (conflicts.length < CONFLICTS)
          conflicts.push({ n: row.n, conflict: shownConflict(match.id, object.title, one) })
      // An object restored from the trash counts as added.
      const isAdded = !former || match.isDeleted
      const action = isAdded ? 'add' : isSame(former.state, after) ? 'unchanged' : 'update'
      counts[countOf[action]] += 1
      if (sample.length < SAMPLE) {
        sample.push({ n: row.n, title: object.title, type: object.type, action })
      }
      if (action === 'unchanged') continue
      addsLocales ||= addsLocale(former?.state, after)
      counts.public += Number(isPublic)
      const isUpdate = before && action === 'update'
      const fields = isUpdate ? countChangedFields(before.state, after) : 0
      totalChanges += fields
      if (isUpdate && changes.length < CHANGES)
        for (const change of changedFields(before.state, after))
          changes.push({
            n: row.n,
            change: { object_id: match.id, title: object.title, ...change },
          })
      const model = work.models.get(object.type)
      const name = `row ${row.row}`
      const change = uniqueChange(model, match.id, former?.state ?? null, after, name)
      const { title } = object
      const { slug } = after
      slugs.add(match.id, object.type, former?.state, after)
      rowsOfPage.push({
        n: row.n,
        row: row.row,
        title,
        action,
        isPublic,
        fields,
        conflicts: ofRow.length,
        change,
        slug,
      })
      const position = former ? 0 : (positions.get(object.type) ?? 0) + 1
      if (!former) positions.set(object.type, position)
      work.staging.addChange(row.n, {
        action: former ? 'update' : 'add',
        id: match.id,
        type: object.type,
        place: position,
        created_at: object.created_at ?? work.stamp.now,
        created_by: work.authors.get(object.created_by ?? '') ?? work.stamp.userId,
        after,
      })
    }
    await slugs.look()
    const isChecked = ({ change: { model, id } }: PlannedRow) =>
      hasUnique(model) || (id !== null && slugs.isTaking(id))
    planned.push(...rowsOfPage.filter(isChecked))
  }

  const refusals = await refuseTaken(work, planned, slugs)
  for (const { action, isPublic, fields, conflicts: count } of refusals.values()) {
    totalConflicts -= count
    counts[countOf[action]] -= 1
    counts.public -= Number(isPublic)
    totalChanges -= fields
  }
  const isTaken = ({ n }: { n: number }) => !refusals.has(n)
  return {
    ...counts,
    sample: sample.filter(isTaken).map(({ n: _, ...row }) => row),
    changes: changes
      .filter(isTaken)
      .slice(0, CHANGES)
      .map(({ change }) => change),
    totalChanges,
    conflicts: conflicts.filter(isTaken).map(({ conflict }) => conflict),
    totalConflicts,
    slugHolders: slugs.holders,
    newByType: positions,
    addsLocales,
  }
}

function shownConflict(
  object_id: string,
  title: string,
  { field, importValue, localValue, fileValue }: Conflict,
): ImportConflict {
  const { before, after } = excerpts(localValue, fileValue)
  return {
    object_id,
    title,
    field,
    ...(importValue !== UNKNOWN && { import_value: excerpts(importValue, fileValue).before }),
    local_value: before,
    file_value: after,
  }
}

/** Returns the object, restored if it is in the trash. */
const withoutTrash = (object: StoredObject, { now }: Stamp): StoredObject =>
  object.state.deleted_at === null
    ? object
    : { ...object, state: restoreState(object.state, Date.parse(now)) }

const countOf = { add: 'added', update: 'updated', unchanged: 'unchanged' } as const

/** A row that changes something. */
interface PlannedRow {
  n: number
  row: number
  title: string
  slug: string
  action: 'add' | 'update'
  isPublic: boolean
  /** Number of changed fields. */
  fields: number
  conflicts: number
  change: UniqueChange
}

/**
 * Rejects rows whose slug or unique value another row or object has. The object of a rejected row keeps its values,
 * which other rows may have relied on, so both checks repeat until no further row is rejected.
 * @returns the rejected rows by their number
 */
async function refuseTaken(
  { findHolders, staging, issues }: ObjectPlanning,
  planned: readonly PlannedRow[],
  slugs: TakenSlugs,
): Promise<ReadonlyMap<number, PlannedRow>> {
  const refusals = new Map<number, PlannedRow>()
  const ids = new Set<string | null>()
  const find = cacheHolders(findHolders)
  for (let before = -1; before < refusals.size;) {
    before = refusals.size
    const rest = planned.filter(({ n }) => !refusals.has(n))
    const changes = rest.map(({ change }) => change)
    const taken = await takenValues(find, changes, 'metadata.')
    for (const { id } of taken.keys()) ids.add(id)
    const withoutSlug = slugs.refusedIds((id) => ids.has(id))
    for (const row of rest) {
      const { n, row: position, title, slug, change } = row
      const problems = taken.get(change) ?? []
      const hasSlug = change.id === null || !withoutSlug.has(change.id)
      if (problems.length === 0 && hasSlug) continue
      refusals.set(n, row)
      ids.add(change.id)
      staging.dropChange(n)
      if (!hasSlug) {
        issues.error(position, 'slug', `slug “${slug}” is taken by another object`, 'unique', title)
      }
      for (const { path, message } of problems)
        issues.error(position, path, message, 'unique', title)
    }
  }
  return refusals
}

/** Caches the holders of a type's values: later requests are for a subset. */
function cacheHolders(find: FindHolders): FindHolders {
  const cache = new Map<string, ReturnType<FindHolders>>()
  return (model, claims) => {
    const holders = cache.get(model.slug) ?? find(model, claims)
    cache.set(model.slug, holders)
    return holders
  }
}

/** @returns undefined for an invalid row */
function readRow(
  work: ObjectPlanning,
  row: MatchedRow,
  before: StoredObject | undefined,
): ReadObject | undefined {
  const { row: position, object } = row
  const media: Reference[] = []
  const metadata = metadataOf(work, position, object, before?.state, media)
  const version = before && publicVersion(before.state)
  const publishedMetadata =
    object.published &&
    metadataOf(work, position, object.published, version ?? before?.state, media)
  if (metadata === undefined || (object.published && publishedMetadata === undefined))
    return undefined
  return { row, object, metadata, publishedMetadata, media }
}

/** Rejects rows whose media are of another kind than their fields accept; where rules are not enforced, only warns. */
async function withFittingMedia(
  { mediaTypes, issues, isStrict }: ObjectPlanning,
  rows: readonly ReadObject[],
): Promise<readonly ReadObject[]> {
  const names = new Set(rows.flatMap(({ media }) => media.map(({ target }) => target)))
  if (names.size === 0) return rows
  const types = await mediaTypes(names)
  return rows.filter(({ row: { row }, object, media }) => {
    let isFitting = true
    for (const { path, target, expected: kind } of media) {
      const words = otherKind(types.get(target), kind)
      if (!words) continue
      if (isStrict) {
        isFitting = false
        issues.error(row, path, `${path} ${words}`, 'reference', object.title)
      } else issues.warn(`${path} ${words}`, row)
    }
    return isFitting
  })
}

/**
 * Limits singleton types to one object per locale.
 * @param slugs slugs of the singleton types
 * @param isRemoved whether the import removes an object of the bucket
 * @returns a predicate: whether there is room for a row's object
 */
export async function createSingletons(
  slugs: ReadonlySet<string>,
  existing: ExistingObjects,
  isRemoved: (id: string) => boolean,
) {
  const keyOf = ({ type, locale }: Pick<StagedObject, 'type' | 'locale'>) =>
    `${type}\0${locale ?? ''}`
  const holders = new Map<string, string>()
  if (slugs.size > 0) {
    for await (const page of existing.pages()) {
      for (const object of page) {
        if (slugs.has(object.type) && !isRemoved(object.id)) holders.set(keyOf(object), object.id)
      }
    }
  }

  return ({ object }: StagedRow, { id, isNew, isDeleted }: Match): boolean => {
    if (!slugs.has(object.type)) return true
    const holder = holders.get(keyOf(object))
    // An existing object stays, even if a type with several objects became a singleton.
    if ((isNew || isDeleted) && holder !== undefined && holder !== id) return false
    holders.set(keyOf(object), id)
    return true
  }
}
