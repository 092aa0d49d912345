import type { BodyOf } from '@typecase/contract/endpoint'
import type { insertObject, updateObject } from '@typecase/contract/content-writes'
import type { CmsObject } from '@typecase/contract/objects'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { notFound } from '../../http/failure.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { bulkTitle, changeObjects } from '../../resources/objects/changes/bulk/change-objects.ts'
import { addOne, loadForOne, updateOne } from '../../resources/objects/changes/one-object.ts'
import { findTypeOf, readObjects } from '../../resources/objects/store/store.ts'
import { loadForLimits } from '../../resources/plans/limits.ts'
import type { Subject } from '../client-field-names.ts'
import { triggering } from '../open-by-key.ts'
import type { ObjectRow } from './object-row.ts'
import { toPublicObjects } from './read-form.ts'
import { readerOf } from './reader.ts'

/** A write of one object whose lookups are loaded: loading them within the write would delay other writers. */
export interface ObjectWrite<Made extends object = object> {
  /** The object of the write, for error messages. */
  subject: Subject
  run(write: Write): Promise<Made>
}

/** Prepares adding an object, which is published unless the body says otherwise. */
export async function insertion(
  app: App,
  bucketAccess: BucketAccess,
  body: BodyOf<typeof insertObject>,
): Promise<ObjectWrite> {
  const { write_key: _key, trigger_webhook, ...data } = body
  const access = triggering(bucketAccess, trigger_webhook)
  await loadForLimits(app, access)
  return {
    subject: { fields: await loadFields(app, access, data.type) },
    run: async (write) => {
      const { object } = await addOne(app, write, access, { status: 'published', ...data })
      return readPublicObject(app, write, access, object)
    },
  }
}

/** Prepares merging a client's data into an object. */
export async function change(
  app: App,
  bucketAccess: BucketAccess,
  id: string,
  body: BodyOf<typeof updateObject>,
): Promise<ObjectWrite> {
  const { write_key: _key, trigger_webhook, ...data } = body
  const access = triggering(bucketAccess, trigger_webhook)
  const type = await findTypeOf(app.db.read, access, id)
  return {
    subject: { name: nameOf(id), fields: await loadFields(app, access, type) },
    run: async (write) => {
      const { object } = await updateOne(app, write, access, id, data)
      return readPublicObject(app, write, access, object)
    },
  }
}

const nameOf = (id: string): string => `Object with id '${id}'`

/** Prepares moving an object to the trash. */
export const deletion = (
  app: App,
  access: BucketAccess,
  id: string,
): ObjectWrite<{ message: string }> => ({
  subject: { name: nameOf(id) },
  run: async (write) => {
    const object = (await readObjects(write.db, access, [id])).get(id)
    if (!object) throw notFound('Object')
    const step = { kind: 'delete', params: null }
    const reason = { kind: 'delete', title: bulkTitle(step, 1, object.state.title) }
    await changeObjects(app, write, access, step, [id], reason)
    return { message: `${nameOf(id)} deleted successfully from bucket.` }
  },
})

/** Loads the unique values of a type. @returns the type's fields */
async function loadFields(app: App, access: BucketAccess, type: string | undefined) {
  return (await loadForOne(app, access, type))?.fields ?? []
}

/** Returns a written object in its newest version, in the form of the content API. */
async function readPublicObject(
  app: App,
  { db }: Write,
  access: BucketAccess,
  {
    bucket,
    metadata,
    order,
    main_object_status: _,
    metafields = [],
    rev: _rev,
    ...rest
  }: CmsObject,
): Promise<object> {
  const row: ObjectRow = {
    ...rest,
    bucket_id: bucket,
    metadata: JSON.stringify(metadata),
    rank: order,
  }
  const fields = new Map([[rest.type, metafields]])
  const reader = await readerOf(app, access, { within: db, fields })
  const [object] = await toPublicObjects([row], reader, {
    version: 'newest',
    props: 'all',
    depth: 0,
  })
  if (!object) throw new Error('The object was not shown.')
  return object
}
