import {
  batchObjects,
  deleteObject,
  insertObject,
  insertRevision,
  updateMetafield,
  updateMetafields,
  updateObject,
} from '@typecase/contract/content-writes'

import type { App } from '../../app.ts'
import { type Commit, handle, type Route } from '../../http/handle.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { withClientFieldNames } from '../client-field-names.ts'
import { openByKey, triggering } from '../open-by-key.ts'
import { runBatch } from './batch.ts'
import { change, deletion, insertion, type ObjectWrite } from './write-object.ts'

/** The routes for writing objects with the write key. The writes are those of the dashboard. */
export function writeRoutes(app: App): Route[] {
  return [
    handle(insertObject, async ({ principal, params, body, commit }) => {
      const access = openByKey(principal, params.slug, 'published')
      return answer(commit, access, await insertion(app, access, body), (object) => ({ object }))
    }),

    handle(updateObject, async ({ principal, params, body, commit }) => {
      const access = openByKey(principal, params.slug, 'published')
      const write = await change(app, access, params.id, body)
      return answer(commit, access, write, (object) => ({ object }))
    }),

    handle(deleteObject, ({ principal, params, query, commit }) => {
      const bucketAccess = openByKey(principal, params.slug, 'published')
      const access = triggering(bucketAccess, query.trigger_webhook)
      return answer(commit, access, deletion(app, access, params.id), ({ message }) => ({
        message,
      }))
    }),

    handle(batchObjects, ({ principal, params, body, commit }) => {
      const bucketAccess = openByKey(principal, params.slug, 'published')
      const access = triggering(bucketAccess, body.trigger_webhook)
      return runBatch(app, access, commit, body.operations)
    }),

    handle(insertRevision, async ({ principal, params, body, commit }) => {
      const access = openByKey(principal, params.slug, 'published')
      const write = await change(app, access, params.id, { ...body, status: 'draft' })
      return answer(commit, access, write, (object) => ({
        revision: { ...object, object_id: params.id },
      }))
    }),

    handle(updateMetafields, async ({ principal, params, body, commit }) => {
      const bucketAccess = openByKey(principal, params.slug, 'published')
      const access = triggering(bucketAccess, body.trigger_webhook)
      const write = await change(app, access, params.id, { metafields: body.metafields })
      return answer(commit, access, write, (object) => ({ object }))
    }),

    handle(updateMetafield, async ({ principal, params, body, commit }) => {
      const bucketAccess = openByKey(principal, params.slug, 'published')
      const access = triggering(bucketAccess, body.trigger_webhook)
      const metadata = { [params.key]: body.value }
      const write = await change(app, access, params.id, { metadata })
      return answer(commit, access, write, (object) => ({ object }))
    }),
  ]
}

const answer = <Made extends object, T>(
  commit: Commit,
  access: BucketAccess,
  { subject, run }: ObjectWrite<Made>,
  shape: (result: Made) => T,
): Promise<T> =>
  withClientFieldNames(subject, () => commit(async (write) => shape(await run(write)), access))
