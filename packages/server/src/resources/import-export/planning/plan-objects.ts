import { isDeepStrictEqual } from 'node:util'

import type { ImportReport } from '@typecase/contract/import-export'
import { storedFileUse } from '@typecase/contract/picture-use'

import { otherKind } from '@typecase/contract/field-values/media-name'
import { checkValues } from '@typecase/contract/field-values/check-values'
import {
  type FindHolders,
  hasUnique,
  takenValues,
  type UniqueChange,
  uniqueChange,
} from '../../objects/metafield-values/unique-values.ts'
import {
  emptyState,
  newestVersion,
  type ObjectState,
  type ObjectVersion,
  published,
  publicVersion,
  savedAsDraft,
  type Stamp,
  type StoredObject,
} from '../../objects/state.ts'
import type { TypeModel } from '../../objects/type-model.ts'
import { isSame } from '../../objects/write-objects.ts'
import type { Reference } from '@typecase/contract/field-values/value-check'
import type { Issues } from '../reading/issues.ts'
import type { StagedObject } from '../reading/staged-object.ts'
import type { ExistingObjects } from './existing.ts'
import type { NamedMedia } from './named-media.ts'
import type { References } from './references.ts'
import type { Match, StagedRow, Staging } from './staging.ts'
import { convertValues } from '../../objects/metafield-values/convert-value.ts'
import { newFindings } from '../../objects/metafield-values/findings.ts'

export interface ObjectPlanning {
  staging: Staging
  issues: Issues
  references: References
  named: NamedMedia
  /** Types of media that the bucket has, or gets, by name. */
  mediaTypes(names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>
  hasRoom: Awaited<ReturnType<typeof createSingletons>>
  /** By type; one that is missing is not known. */
  models: ReadonlyMap<string, TypeModel>
  /** Who holds unique values when the objects are gone that the import takes away. */
  findHolders: FindHolders
  /** States of existing objects by id. */
  readStates(ids: readonly string[]): Promise<ReadonlyMap<string, StoredObject>>
  mode: 'merge' | 'replace'
  /** Whether values that break a field's rules are refused, or taken with a word: exports of others hold such. */
  isStrict: boolean
  stamp: Stamp
  /** Who may stay the author of what they made: members of the project. */
  authors: ReadonlySet<string>
  step(): Promise<void>
}

export interface ObjectCounts {
  added: number
  updated: number
  unchanged: number
  sample: ImportReport['sample']
  /** How many are new, by type. */
  newByType: Map<string, number>
}

const SAMPLE = 20

/** Works out the state that each row leads to, and leaves out those that change nothing. */
export async function planObjects(work: ObjectPlanning): Promise<ObjectCounts> {
  const places = new Map<string, number>()
  const planned: Planned[] = []
  const counts = { added: 0, updated: 0, unchanged: 0 }
  const sample: (ObjectCounts['sample'][number] & { n: number })[] = []
  for (const page of work.staging.matchedPages()) {
    await work.step()
    const known = page.filter(({ match }) => !match.isNew).map(({ match }) => match.id)
    await work.references.look(page)
    const states = known.length > 0 ? await work.readStates(known) : undefined
    const rows = page.flatMap((row) => readRow(work, row) ?? [])
    for (const read of await withFittingMedia(work, rows)) {
      const { row, object } = read
      const { match } = row
      if (!work.hasRoom(row, match)) {
        const words = `“${object.type}” is a singleton: there is one object of it already`
        work.issues.error(row.row, 'type', words, 'singleton', object.title)
        continue
      }
      const before = states?.get(match.id)
      const after = before ? changed(work, before, read, match) : added(work, read, match)
      const action = !before ? 'add' : isSame(before.state, after) ? 'unchanged' : 'update'
      counts[countOf[action]] += 1
      if (sample.length < SAMPLE) {
        sample.push({ n: row.n, title: object.title, type: object.type, action })
      }
      if (action === 'unchanged') continue
      const model = work.models.get(object.type)
      if (hasUnique(model)) {
        const name = `row ${row.row}`
        const change = uniqueChange(model, match.id, before?.state ?? null, after, name)
        planned.push({ n: row.n, row: row.row, title: object.title, action, change })
      }
      const place = before ? 0 : (places.get(object.type) ?? 0) + 1
      if (!before) places.set(object.type, place)
      const author = object.created_by
      work.staging.addChange(row.n, {
        action,
        id: match.id,
        type: object.type,
        place,
        created_at: object.created_at ?? work.stamp.now,
        created_by: author !== undefined && work.authors.has(author) ? author : work.stamp.userId,
        after,
      })
    }
  }

  const refused = await refuseTaken(work, planned)
  for (const { action } of refused.values()) counts[countOf[action]] -= 1
  return {
    ...counts,
    sample: sample.flatMap(({ n, ...shown }) => (refused.has(n) ? [] : [shown])),
    newByType: places,
  }
}

const countOf = { add: 'added', update: 'updated', unchanged: 'unchanged' } as const

/** A row of a type with fields that have to be unique. */
interface Planned {
  n: number
  row: number
  title: string
  action: 'add' | 'update'
  change: UniqueChange
}

/** Takes back rows with a unique value that another row or object has. @returns them by their number */
async function refuseTaken(
  { findHolders, staging, issues }: ObjectPlanning,
  planned: readonly Planned[],
): Promise<ReadonlyMap<number, Planned>> {
  const changes = planned.map(({ change }) => change)
  const taken = await takenValues(findHolders, changes, 'metadata.')
  const refused = planned.filter(({ change }) => taken.has(change))
  for (const { n, row, title, change } of refused) {
    staging.dropChange(n)
    for (const { path, message } of taken.get(change) ?? []) {
      issues.error(row, path, message, 'unique', title)
    }
  }
  return new Map(refused.map((row) => [row.n, row]))
}

/** @returns nothing when the row cannot be taken */
function readRow(work: ObjectPlanning, row: MatchedRow): ReadObject | undefined {
  const { object } = row
  const media: Reference[] = []
  const metadata = valuesOf(work, row, media)
  const beside = object.published && valuesOf(work, { ...row, object: object.published }, media)
  if (!metadata || (object.published && !beside)) return undefined
  return { row, object, metadata, beside, media }
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
    for (const { path, target, wanted: kind } of media) {
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
 * @param media gets the media that have to be of some kind
 * @returns the values as they are stored, or nothing when the row cannot be taken
 */
function valuesOf(
  { models, references, named, issues, isStrict }: ObjectPlanning,
  { row, object }: StagedRow,
  media: Reference[],
): Record<string, unknown> | undefined {
  const ofType = models.get(object.type)?.fields
  if (!ofType) {
    const words = `there is no object type “${object.type}”`
    issues.error(row, 'type', words, 'unknown_type', object.title)
    return undefined
  }
  let isBroken = false
  const fail = (path: string, message: string, rule = 'type') => {
    isBroken = true
    issues.error(row, path, message, rule, object.title)
  }
  const values = convertValues(ofType, object.values, 'metadata', {
    fail,
    refer: (value, field) => references.refer(value, field, row),
    names: (media, field) => named.add(media, field.title, row),
  })
  if (isBroken) return undefined
  named.add(storedFileUse(object.thumbnail ?? '').name, 'Thumbnail', row)
  const findings = newFindings()
  checkValues(ofType, values, 'metadata', findings)
  for (const { path, message, rule } of findings.problems) {
    if (isStrict) fail(path, message, rule)
    else if (rule !== 'unknown_key') issues.warn(message, row)
  }
  media.push(...findings.references.filter(({ kind }) => kind === 'media'))
  return isBroken ? undefined : values
}

/** A row's object with the values of its versions as they are stored. */
interface ReadObject {
  row: MatchedRow
  object: StagedObject
  metadata: Record<string, unknown>
  /** Of the published version beside a draft. */
  beside: Record<string, unknown> | undefined
  /** What of both has to be of some kind. */
  media: readonly Reference[]
}

type MatchedRow = StagedRow & { match: Match }

function added(
  { stamp }: ObjectPlanning,
  { object, metadata, beside }: ReadObject,
  { slug }: Match,
): ObjectState {
  const modified = object.modified_at ?? object.created_at ?? stamp.now
  const status = object.status ?? 'draft'
  const version = (one: StagedObject, values: Record<string, unknown>, isPublic: boolean) => ({
    ...emptyState(one.title, one.slug ?? slug, stamp),
    content: one.content ?? '',
    locale: one.locale,
    thumbnail: one.thumbnail ?? null,
    metadata: JSON.stringify(values),
    publish_at: one.publish_at ?? null,
    unpublish_at: one.unpublish_at ?? null,
    published_at: isPublic ? (one.published_at ?? modified) : null,
    modified_at: one.modified_at ?? modified,
  })
  const public_ =
    object.published && beside && newestVersion(version(object.published, beside, true))
  return {
    ...version(object, metadata, status === 'published' || public_ !== undefined),
    slug,
    status,
    published: public_ ?? null,
  }
}

/** Merging keeps what the file does not have; replacing takes the file's word for all. */
function changed(
  { mode, stamp }: ObjectPlanning,
  { state: before }: StoredObject,
  { object, metadata, beside }: ReadObject,
  { slug }: Match,
): ObjectState {
  const version = (
    from: ObjectState,
    one: StagedObject,
    values: Record<string, unknown>,
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
      metadata: mergedMetadata(from.metadata, values, mode),
      publish_at: one.publish_at === undefined ? base.publish_at : one.publish_at,
      unpublish_at: one.unpublish_at === undefined ? base.unpublish_at : one.unpublish_at,
      published_at: from.published_at,
    }
  }
  const { published: public_ } = object
  if (public_ && beside) {
    const now = publicVersion(before)
    const next = version(
      now ? { ...before, ...now } : before,
      public_,
      beside,
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

/** The text that is stored already is kept where it says the same: the order of keys is no change. */
function mergedMetadata(
  before: string,
  values: Record<string, unknown>,
  mode: 'merge' | 'replace',
): string {
  // Stored by `writeObjects` only, always an object.
  const stored = JSON.parse(before) as Record<string, unknown>
  const merged = mode === 'merge' ? { ...stored, ...values } : values
  return isDeepStrictEqual(stored, merged) ? before : JSON.stringify(merged)
}

/**
 * Keeps object types that hold one object for each locale at that.
 * @param slugs of those types
 * @param isGone whether the import takes an object of the bucket away
 * @returns says whether there is room for a row's object
 */
export async function createSingletons(
  slugs: ReadonlySet<string>,
  existing: ExistingObjects,
  isGone: (id: string) => boolean,
) {
  const keyOf = ({ type, locale }: Pick<StagedObject, 'type' | 'locale'>) =>
    `${type}\0${locale ?? ''}`
  const holders = new Map<string, string>()
  if (slugs.size > 0) {
    for await (const page of existing.pages()) {
      for (const object of page) {
        if (slugs.has(object.type) && !isGone(object.id)) holders.set(keyOf(object), object.id)
      }
    }
  }

  return ({ object }: StagedRow, { id, isNew }: Match): boolean => {
    if (!slugs.has(object.type)) return true
    const holder = holders.get(keyOf(object))
    // One that is there already stays, also where a type became a singleton with several objects.
    if (isNew && holder !== undefined && holder !== id) return false
    holders.set(keyOf(object), id)
    return true
  }
}
