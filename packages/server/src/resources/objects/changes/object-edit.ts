import { parseInstant } from '@typecase/content-query/instants'
import type { BodyOf } from '@typecase/contract/endpoint'
import type { updateObject } from '@typecase/contract/objects'

import type { Reader } from '../../../database/database.ts'
import { conflict, invalid } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { assertMayEdit } from '../model/contributor-rules.ts'
import { mergeMetadata } from './metadata.ts'
import { fromMetafields } from '../model/values/from-metafields.ts'
import { thumbnailOf } from '../model/values/thumbnail.ts'
import { localeFor } from '../model/object-locale.ts'
import { freeSlug, slugHolder, slugOfTitle } from '../store/slugs.ts'
import {
  emptyState,
  type ObjectState,
  publishState,
  saveAsDraft,
  type Stamp,
  type Status,
  type StoredObject,
} from '../model/state.ts'
import type { TypeModel } from '../model/type-model.ts'

/** The fields of an object that a call may send. */
export type ObjectData = BodyOf<typeof updateObject>['data']

/**
 * Merges a call's fields into an object's state.
 * @param before the object, or null for a new one, which needs a title
 * @throws Failure `invalid` naming the field, `conflict` for a slug that is taken, `forbidden` if the role may not
 * publish
 */
export async function editedState(
  db: Reader,
  access: BucketAccess,
  model: TypeModel,
  before: StoredObject | null,
  data: ObjectData,
  stamp: Stamp,
): Promise<ObjectState> {
  const base = before?.state ?? emptyState('', '', stamp)
  const plan = planOf(base, data, Date.parse(stamp.now))
  const status = statusFor(access, base, data, plan)
  const locale = localeFor(model, before, data)
  const title = data.title ?? base.title
  const next = {
    ...base,
    ...plan,
    title,
    locale,
    slug: await slugFor(db, access, { type: model.slug, locale }, before, title, data),
    content: data.content ?? base.content,
    thumbnail:
      data.thumbnail === undefined
        ? base.thumbnail
        : thumbnailOf(data.thumbnail ?? '', 'data.thumbnail'),
    metadata: await mergeMetadata(db, access, model, {
      before: before && base.metadata,
      sent: valuesIn(data),
      isPublic: status === 'published' || plan.publish_at !== null,
    }),
  }
  return status === 'published' ? publishState(base, next, stamp) : saveAsDraft(base, next, stamp)
}

function valuesIn({ metadata, metafields }: ObjectData): Record<string, unknown> {
  if (!metafields) return metadata ?? {}
  return { ...fromMetafields(metafields, 'data.metafields'), ...metadata }
}

interface Plan {
  publish_at: number | null
  unpublish_at: number | null
}

/**
 * Returns the times at which the object will be published and unpublished. @throws Failure `invalid`, also for a past
 * time
 */
function planOf(base: ObjectState, data: ObjectData, now: number): Plan {
  const publish_at = instant(data, 'publish_at') ?? null
  const unpublish_at = instant(data, 'unpublish_at') ?? null
  const plan = {
    publish_at: data.publish_at === undefined ? base.publish_at : publish_at,
    unpublish_at: data.unpublish_at === undefined ? base.unpublish_at : unpublish_at,
  }
  for (const key of ['publish_at', 'unpublish_at'] as const) {
    const time = plan[key]
    if (time === null || time > now || time === base[key]) continue
    const rule = `data.${key} must be a time to come: ${AT_ONCE[key]}`
    throw invalid(`data.${key}`, rule, 'min')
  }
  if (plan.publish_at !== null && plan.unpublish_at !== null) {
    const isInOrder = plan.publish_at < plan.unpublish_at
    if (!isInOrder) {
      throw invalid('data.unpublish_at', 'data.unpublish_at must be after data.publish_at', 'min')
    }
  }
  return plan
}

const AT_ONCE = {
  publish_at: 'to publish now, send "status": "published" without it',
  unpublish_at: 'to unpublish now, send "status": "draft" without it',
} as const

/** Reads a time from a call, in UNIX ms. */
function instant(data: ObjectData, key: 'publish_at' | 'unpublish_at'): number | null | undefined {
  return instantIn(data[key], `data.${key}`)
}

/** Reads a time, in UNIX ms. @param path names the value in the error */
export function instantIn<None extends null | undefined>(
  raw: number | string | None,
  path: string,
): number | None {
  if (typeof raw !== 'string' && typeof raw !== 'number') return raw
  const time = parseInstant(raw)
  if (typeof time === 'number') return time
  throw invalid(path, `${path} ${time.words}`, time.rule)
}

/**
 * Returns the status of the new version. A new plan makes it a draft (specification §4), which becomes public at the
 * planned time. Only the end can be planned while publishing immediately, with an explicit status.
 * @throws Failure `forbidden` for a role that may not publish
 */
function statusFor(access: BucketAccess, base: ObjectState, data: ObjectData, plan: Plan): Status {
  const isStartPlanned = plan.publish_at !== base.publish_at
  const isEndPlanned = plan.unpublish_at !== base.unpublish_at
  if (!access.can('objects:publish')) {
    assertMayEdit(access, {
      ...(data.status && { status: data.status }),
      ...(isStartPlanned && { publish_at: plan.publish_at }),
      ...(isEndPlanned && { unpublish_at: plan.unpublish_at }),
    })
    return 'draft'
  }
  if (isStartPlanned && plan.publish_at !== null) return 'draft'
  if (isEndPlanned && plan.unpublish_at !== null) return data.status ?? 'draft'
  return data.status ?? base.status
}

/** Returns the slug of the new version. @throws Failure `conflict` for a slug in the call that another object has */
async function slugFor(
  db: Reader,
  access: BucketAccess,
  scope: { type: string; locale: string | null },
  before: StoredObject | null,
  title: string,
  data: ObjectData,
): Promise<string> {
  const objectId = before?.id
  if (data.slug === '' || (!before && data.slug === undefined)) {
    return freeSlug(db, access, scope, slugOfTitle(title), objectId)
  }
  // A decomposed accent looks like a composed one, but would make a different URL.
  const sent = data.slug === before?.state.slug ? data.slug : data.slug?.normalize('NFC')
  const slug = sent ?? before?.state.slug ?? ''
  if (before && slug === before.state.slug && scope.locale === before.state.locale) return slug
  const holder = await slugHolder(db, access, scope, slug)
  if (holder === undefined || holder === objectId) return slug
  const path = data.slug === undefined ? 'data.locale' : 'data.slug'
  const where = scope.locale ? ` in ${scope.locale}` : ''
  const message = `${path} must be unique: another object of this type has the slug “${slug}”${where}`
  throw conflict(message, [{ path, message, rule: 'unique' }])
}
