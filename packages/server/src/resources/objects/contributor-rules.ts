import { forbidden } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { StoredObject } from './state.ts'

/** Contributors write drafts of their own objects only (decisions §4). What they may publish is up to `editedState`. */

/** @throws Failure `forbidden` for an object that someone else made */
export function assertMayWrite(access: BucketAccess, { created_by }: StoredObject): void {
  if (access.can('objects:publish') || created_by === access.userId) return
  throw forbidden(`Your role (${access.role}) may only change objects that you made yourself.`)
}

/** The order is what everybody sees. @throws Failure `forbidden` */
export function assertMayReorder(access: BucketAccess): void {
  if (access.can('objects:publish')) return
  throw forbidden(`Your role (${access.role}) may not change the order of objects.`)
}
