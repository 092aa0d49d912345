import { PUBLISHED_PREFIX } from '@typecase/contract/field-changes'
import type { Reference } from '@typecase/contract/field-values/value-check'

import {
  emptyState,
  isSameVersion,
  newestVersion,
  type ObjectState,
  type ObjectVersion,
  publishState,
  publicVersion,
  saveAsDraft,
  type Stamp,
  type StoredObject,
} from '../../objects/model/state.ts'
import type { StagedObject } from '../reading/staged-object.ts'
import {
  type Decide,
  mergeValue,
  mergeVersion,
  UNKNOWN,
  type VersionValues,
} from './field-merge.ts'
import type { BaseValues } from './last-imports.ts'
import type { Match, StagedRow } from './staging.ts'

export type MatchedRow = StagedRow & { match: Match }

/** A row's object with the metadata to store for each version. */
export interface ReadObject {
  row: MatchedRow
  object: StagedObject
  metadata: string
  /** Metadata of the published version next to a draft. */
  publishedMetadata: string | undefined
  /** Media references of both versions that are limited to a kind. */
  media: readonly Reference[]
}

interface RowPlanning {
  mode: 'merge' | 'replace'
  stamp: Stamp
}

/** The values of the last import of an object that was changed since, and how conflicts with them are resolved. */
export interface Merging {
  base: BaseValues
  decide: Decide
}

/** Returns the state of a new object. */
export function newState(
  { stamp }: RowPlanning,
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

/**
 * Returns the new state of an existing object. Merging keeps values that the file lacks; replacing removes them.
 * @param merging undefined if the file's values always win
 */
export function nextState(
  { mode, stamp }: RowPlanning,
  { state: before }: StoredObject,
  { object, metadata, publishedMetadata }: ReadObject,
  { slug }: Match,
  merging: Merging | undefined,
): ObjectState {
  const version = (
    from: ObjectState,
    one: StagedObject,
    values: string,
    itsSlug: string,
    base: VersionValues | undefined,
    prefix = '',
  ): ObjectVersion => {
    const former = mode === 'merge' ? newestVersion(from) : emptyState(one.title, itsSlug, stamp)
    const next = {
      ...former,
      title: one.title,
      slug: itsSlug || from.slug,
      locale: one.locale ?? from.locale,
      content: one.content ?? former.content,
      thumbnail: one.thumbnail === undefined ? former.thumbnail : one.thumbnail,
      metadata: values,
      publish_at: one.publish_at === undefined ? former.publish_at : one.publish_at,
      unpublish_at: one.unpublish_at === undefined ? former.unpublish_at : one.unpublish_at,
      published_at: from.published_at,
    }
    if (!merging || base === undefined) return next
    return mergeVersion(base, newestVersion(from), next, (conflict) =>
      merging.decide({ ...conflict, field: prefix + conflict.field }),
    )
  }
  const statusOf = (base: unknown, localValue: string, fileValue: string) =>
    merging ? mergeValue('status', [base, localValue, fileValue], merging.decide) : fileValue
  const newest = () => version(before, object, metadata, slug, merging?.base.newest)
  const { published: public_ } = object
  if (public_ && publishedMetadata !== undefined) {
    const now = publicVersion(before)
    const wasPublic = merging?.base.public === null ? 'draft' : 'published'
    // An object that was unpublished here stays a draft.
    if (statusOf(wasPublic, now ? 'published' : 'draft', 'published') !== 'published')
      return saveAsDraft(before, newest(), stamp)
    const next = version(
      now ? { ...before, ...now } : before,
      public_,
      publishedMetadata,
      public_.slug ?? slug,
      merging && (merging.base.public ?? UNKNOWN),
      PUBLISHED_PREFIX,
    )
    return saveAsDraft(publishState(before, next, stamp), newest(), stamp)
  }
  const status = statusOf(merging?.base.status, before.status, object.status ?? before.status)
  return status === 'published'
    ? publishState(before, newest(), stamp)
    : saveAsDraft(before, newest(), stamp)
}

/** Like `nextState`, but saves a draft over the published version. A change without effect leaves no draft behind. */
export function draftOver(
  work: RowPlanning,
  before: StoredObject,
  { object: { published: _, ...object }, ...read }: ReadObject,
  match: Match,
  merging: Merging | undefined,
): ObjectState {
  const draft: ReadObject = {
    ...read,
    object: { ...object, status: 'draft' },
    publishedMetadata: undefined,
  }
  // The local status does not count as an edit to keep.
  const merged = merging && {
    ...merging,
    base: { ...merging.base, status: before.state.status },
  }
  const after = nextState(work, before, draft, match, merged)
  return isSameVersion(before.state, after) ? before.state : after
}
