import type { BulkEditData } from '@typecase/contract/bulk-edit'

import { forbidden } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { StoredObject } from './state.ts'

/** Contributors write drafts of their own objects only (decisions §4). What they may publish is up to `editedState`. */

/** Why someone may not change an object: it was made by someone else. */
export function refusalOf(access: BucketAccess, { created_by }: StoredObject): string | undefined {
  if (access.can('objects:publish') || created_by === access.userId) return undefined
  return `Your role (${access.role}) may only change objects that you made yourself.`
}

/** @throws Failure `forbidden` for an object that someone else made */
export function assertMayWrite(access: BucketAccess, object: StoredObject): void {
  const refusal = refusalOf(access, object)
  if (refusal !== undefined) throw forbidden(refusal)
}

/** @throws Failure `forbidden` for an edit of many objects that publishes them or plans it */
export function assertMayEdit(
  access: BucketAccess,
  { status, publish_at, unpublish_at }: BulkEditData,
): void {
  if (access.can('objects:publish')) return
  const words = `Your role (${access.role}) may only save drafts`
  if (status === 'published') throw forbidden(`${words}; someone else has to publish them.`)
  if (publish_at !== undefined || unpublish_at !== undefined) {
    throw forbidden(`${words}, and not plan when they appear.`)
  }
}

/** The order is what everybody sees. @throws Failure `forbidden` */
export function assertMayReorder(access: BucketAccess): void {
  if (access.can('objects:publish')) return
  throw forbidden(`Your role (${access.role}) may not change the order of objects.`)
}
