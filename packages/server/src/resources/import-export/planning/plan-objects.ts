import type { FieldChange } from '@typecase/contract/field-changes'
import type { ImportReport } from '@typecase/contract/import-export'

import { otherKind } from '@typecase/contract/field-values/media-name'
import {
  type FindHolders,
  hasUnique,
  takenValues,
  type UniqueChange,
  uniqueChange,
} from '../../objects/model/values/unique-values.ts'
import {
  emptyState,
  isSameVersion,
  newestVersion,
  type ObjectState,
  type ObjectVersion,
  published,
  publicVersion,
  restored,
  savedAsDraft,
  type Stamp,
  type StoredObject,
} from '../../objects/model/state.ts'
import { changedFields, countChangedFields } from '../../objects/model/state-diff.ts'
import { isSame } from '../../objects/store/write-objects.ts'
import { addsLocale } from '../../projects/add-ons.ts'
import type { Reference } from '@typecase/contract/field-values/value-check'
import type { StagedObject } from '../reading/staged-object.ts'
import type { ExistingObjects, SlugKey } from './existing.ts'
import type { Match, StagedRow, Staging } from './staging.ts'
import { metadataOf, type MetadataPlanning } from './row-metadata.ts'
import { createTakenSlugs, type TakenSlugs } from './taken-slugs.ts'

export interface ObjectPlanning extends MetadataPlanning {
  staging: Staging
  /** Types of media that the bucket has, or gets, by name. */
  mediaTypes(names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>
  hasRoom: Awaited<ReturnType<typeof createSingletons>>
  /** Holders of slugs, by `keyOfPlace`, without the objects that the import removes. */
  slugHolders(slugKeys: readonly SlugKey[]): Promise<ReadonlyMap<string, string>>
  /** Holders of unique values, without the objects that the import removes. */
  findHolders: FindHolders
  /** States of existing objects by id. */
  readStates(ids: readonly string[]): Promise<ReadonlyMap<string, StoredObject>>
  stamp: Stamp
  /** Possible authors of their own objects: members of the project, by id and by e-mail address. */
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
  /** Fields of updated objects: the first ones, and how many there are. */
  changes: FieldChange[]
  totalChanges: number
  /** Previous holders of reassigned slugs, by the id of the object that takes the slug. */
  slugHolders: ReadonlyMap<string, string>
  /** Numbers of new objects by type. */
  newByType: Map<string, number>
  /** Whether an object gets a locale that it did not have. */
  addsLocales: boolean
}

const SAMPLE = 20
const CHANGES = 200

/** Computes the state that each row leads to, and drops rows without a change. */
export async function planObjects(work: ObjectPlanning): Promise<ObjectCounts> {
  const positions = new Map<string, number>()
  const planned: Planned[] = []
  const slugs = createTakenSlugs(work.slugHolders)
  const counts = { added: 0, updated: 0, unchanged: 0, public: 0 }
  const changes: { n: number; change: FieldChange }[] = []
  let totalChanges = 0
  let addsLocales = false
  const sample: (ObjectCounts['sample'][number] & { n: number })[] = []
  for (const page of work.staging.matchedPages()) {
    await work.step()
    const ids = page.filter(({ match }) => !match.isNew).map(({ match }) => match.id)
    await work.references.look(page)
    const states = ids.length > 0 ? await work.readStates(ids) : undefined
    const rowsOfPage: Planned[] = []
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
      const after = !before
        ? added(work, read, match)
        : isPublic && !work.publishes
          ? draftOver(work, before, read, match)
          : changed(work, before, read, match)
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
      rowsOfPage.push({ n: row.n, row: row.row, title, action, isPublic, fields, change, slug })
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
    const isChecked = ({ change: { model, id } }: Planned) =>
      hasUnique(model) || (id !== null && slugs.isTaking(id))
    planned.push(...rowsOfPage.filter(isChecked))
  }

  const refused = await refuseTaken(work, planned, slugs)
  for (const { action, isPublic, fields } of refused.values()) {
    counts[countOf[action]] -= 1
    counts.public -= Number(isPublic)
    totalChanges -= fields
  }
  const isTaken = ({ n }: { n: number }) => !refused.has(n)
  return {
    ...counts,
    sample: sample.filter(isTaken).map(({ n: _, ...row }) => row),
    changes: changes
      .filter(isTaken)
      .slice(0, CHANGES)
      .map(({ change }) => change),
    totalChanges,
    slugHolders: slugs.holders,
    newByType: positions,
    addsLocales,
  }
}

/** An object's state before its deletion. */
const withoutTrash = (object: StoredObject, { now }: Stamp): StoredObject =>
  object.state.deleted_at === null
    ? object
    : { ...object, state: restored(object.state, Date.parse(now)) }

const countOf = { add: 'added', update: 'updated', unchanged: 'unchanged' } as const

/** A row that changes something. */
interface Planned {
  n: number
  row: number
  title: string
  slug: string
  action: 'add' | 'update'
  isPublic: boolean
  /** Number of changed fields. */
  fields: number
  change: UniqueChange
}

/**
 * Rejects rows with a slug or a unique value that another row or object has. The object of such a row keeps its values,
 * which others may have counted on, so both are checked until no further row is rejected.
 * @returns them by their number
 */
async function refuseTaken(
  { findHolders, staging, issues }: ObjectPlanning,
  planned: readonly Planned[],
  slugs: TakenSlugs,
): Promise<ReadonlyMap<number, Planned>> {
  const refused = new Map<number, Planned>()
  const ids = new Set<string | null>()
  const find = remembered(findHolders)
  for (let before = -1; before < refused.size;) {
    before = refused.size
    const rest = planned.filter(({ n }) => !refused.has(n))
    const changes = rest.map(({ change }) => change)
    const taken = await takenValues(find, changes, 'metadata.')
    for (const { id } of taken.keys()) ids.add(id)
    const withoutSlug = slugs.refused((id) => ids.has(id))
    for (const row of rest) {
      const { n, row: position, title, slug, change } = row
      const problems = taken.get(change) ?? []
      const hasSlug = change.id === null || !withoutSlug.has(change.id)
      if (problems.length === 0 && hasSlug) continue
      refused.set(n, row)
      ids.add(change.id)
      staging.dropChange(n)
      if (!hasSlug) {
        issues.error(position, 'slug', `slug “${slug}” is taken by another object`, 'unique', title)
      }
      for (const { path, message } of problems)
        issues.error(position, path, message, 'unique', title)
    }
  }
  return refused
}

/** Looks up the holders of a type's values once: later requests are for a subset. */
function remembered(find: FindHolders): FindHolders {
  const cache = new Map<string, ReturnType<FindHolders>>()
  return (model, claims) => {
    const holders = cache.get(model.slug) ?? find(model, claims)
    cache.set(model.slug, holders)
    return holders
  }
}

/** @returns nothing when the row cannot be taken */
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

/** Leaves out rows with media of another kind than their fields take, where the rules of fields are enforced. */
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

/** A row's object with the stored metadata of its versions. */
interface ReadObject {
  row: MatchedRow
  object: StagedObject
  metadata: string
  /** The id of the published version next to a draft. */
  publishedMetadata: string | undefined
  /** Media references of both versions that are limited to a kind. */
  media: readonly Reference[]
}

type MatchedRow = StagedRow & { match: Match }

function added(
  { stamp }: ObjectPlanning,
  { object, metadata, publishedMetadata }: ReadObject,
  { slug }: Match,
): ObjectState {
  const modified = object.modified_at ?? object.created_at ?? stamp.now
  const status = object.status ?? 'draft'
  const version = (one: StagedObject, values: string, isPublic: boolean) => ({
    ...emptyState(one.title, one.slug ?? slug, stamp),
    content: one.content ?? '',
    locale: one.locale,
    thumbnail: one.thumbnail ?? null,
    metadata: values,
    publish_at: one.publish_at ?? null,
    unpublish_at: one.unpublish_at ?? null,
    published_at: isPublic ? (one.published_at ?? modified) : null,
    modified_at: one.modified_at ?? modified,
  })
  const public_ =
    object.published && publishedMetadata !== undefined
      ? newestVersion(version(object.published, publishedMetadata, true))
      : null
  return {
    ...version(object, metadata, status === 'published' || public_ !== null),
    slug,
    status,
    published: public_,
  }
}

/** Merging keeps values that the file lacks; replacing removes them. */
function changed(
  { mode, stamp }: ObjectPlanning,
  { state: before }: StoredObject,
  { object, metadata, publishedMetadata }: ReadObject,
  { slug }: Match,
): ObjectState {
  const version = (
    from: ObjectState,
    one: StagedObject,
    values: string,
    itsSlug: string,
  ): ObjectVersion => {
    const base = mode === 'merge' ? newestVersion(from) : emptyState(one.title, itsSlug, stamp)
    return {
      ...base,
      title: one.title,
      slug: itsSlug || from.slug,
      locale: one.locale ?? from.locale,
      content: one.content ?? base.content,
      thumbnail: one.thumbnail === undefined ? base.thumbnail : one.thumbnail,
      metadata: values,
      publish_at: one.publish_at === undefined ? base.publish_at : one.publish_at,
      unpublish_at: one.unpublish_at === undefined ? base.unpublish_at : one.unpublish_at,
      published_at: from.published_at,
    }
  }
  const { published: public_ } = object
  if (public_ && publishedMetadata !== undefined) {
    const now = publicVersion(before)
    const next = version(
      now ? { ...before, ...now } : before,
      public_,
      publishedMetadata,
      public_.slug ?? slug,
    )
    return savedAsDraft(
      published(before, next, stamp),
      version(before, object, metadata, slug),
      stamp,
    )
  }
  const next = version(before, object, metadata, slug)
  const status = object.status ?? before.status
  return status === 'published' ? published(before, next, stamp) : savedAsDraft(before, next, stamp)
}

/** The same as a draft over the published version. A change without effect leaves no draft behind. */
function draftOver(
  work: ObjectPlanning,
  before: StoredObject,
  { object: { published: _, ...object }, ...read }: ReadObject,
  match: Match,
): ObjectState {
  const draft: ReadObject = {
    ...read,
    object: { ...object, status: 'draft' },
    publishedMetadata: undefined,
  }
  const after = changed(work, before, draft, match)
  return isSameVersion(before.state, after) ? before.state : after
}

/**
 * Keeps object types that hold one object for each locale at that.
 * @param slugs of those types
 * @param isRemoved whether the import takes an object of the bucket away
 * @returns says whether there is room for a row's object
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
