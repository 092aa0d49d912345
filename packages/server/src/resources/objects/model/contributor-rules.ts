import type { BulkEditData } from '@typecase/contract/bulk-edit'

import { forbidden } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { isSameVersion, type ObjectState, publicVersion, type StoredObject } from './state.ts'

/** The limits of a role on objects (decisions §4). `openBatch`, through which all writes go, enforces them. */

/**
 * Returns the reason why a user may not change an object at all: the role excludes its type, or someone else created
 * it.
 */
export function refusalOf(
  access: BucketAccess,
  { type, created_by }: Pick<StoredObject, 'type' | 'created_by'>,
): string | undefined {
  const types = access.grant.object_types
  if (types && !types.includes(type)) {
    return `Your role (${access.describeRole}) may only write objects of some types; “${type}” is not one of them.`
  }
  if (access.can('objects:others') || created_by === access.userId) return undefined
  return `Your role (${access.describeRole}) may only change objects that you made yourself.`
}

/**
 * Returns the reason why a user may not set an object's state: see `refusalOf`. Without the right to publish, the
 * public content must not change, neither immediately nor by a plan.
 * @param before null for a new object
 */
export function refusalOfState(
  access: BucketAccess,
  object: Pick<StoredObject, 'type' | 'created_by'>,
  before: ObjectState | null,
  after: ObjectState,
): string | undefined {
  const refusal = refusalOf(access, object)
  if (refusal !== undefined || access.can('objects:publish')) return refusal
  const words = `Your role (${access.describeRole}) may only save drafts`
  if (!isSamePublic(before, after)) return `${words}; this would change what is published.`
  if (!isSamePlan(before, after)) return `${words}, and not schedule them.`
  if (after.publish_at !== null && after.deleted_at === null && before?.deleted_at === null) {
    return `${words}, and this object is scheduled: clear its schedule first.`
  }
  return undefined
}

const visibleVersion = (state: ObjectState | null) =>
  state === null || state.deleted_at !== null ? null : publicVersion(state)

function isSamePublic(before: ObjectState | null, after: ObjectState): boolean {
  const [was, is] = [visibleVersion(before), visibleVersion(after)]
  return was === null || is === null ? was === is : isSameVersion(was, is)
}

const isSamePlan = (before: ObjectState | null, after: ObjectState): boolean =>
  (before?.publish_at ?? null) === after.publish_at &&
  (before?.unpublish_at ?? null) === after.unpublish_at

/** @throws Failure `forbidden` for an object that someone else created, or whose type the role excludes */
export function assertMayWrite(
  access: BucketAccess,
  object: Pick<StoredObject, 'type' | 'created_by'>,
): void {
  const refusal = refusalOf(access, object)
  if (refusal !== undefined) throw forbidden(refusal)
}

/** @throws Failure `forbidden` for an edit of many objects that publishes or schedules them */
export function assertMayEdit(
  access: BucketAccess,
  {
    status,
    publish_at,
    unpublish_at,
  }: Pick<BulkEditData, 'status' | 'publish_at' | 'unpublish_at'>,
): void {
  if (access.can('objects:publish')) return
  const words = `Your role (${access.describeRole}) may only save drafts`
  if (status === 'published') throw forbidden(`${words}; only others can publish them.`)
  if (publish_at !== undefined || unpublish_at !== undefined) {
    throw forbidden(`${words}, and not schedule them.`)
  }
}

/** Returns the reason why a user may not move objects: their order is public. */
export const refusalOfOrder = (access: BucketAccess): string | undefined =>
  access.can('objects:publish')
    ? undefined
    : `Your role (${access.describeRole}) may not change the order of objects.`

/** @throws Failure `forbidden` */
export function assertMayReorder(access: BucketAccess): void {
  const refusal = refusalOfOrder(access)
  if (refusal !== undefined) throw forbidden(refusal)
}
