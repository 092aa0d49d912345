import type { Metafield } from '@typecase/contract/metafields'
import { addObject, type CmsObject, getObject } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'

import { openBucketForJob } from '../resources/buckets/bucket-access.ts'
import { nextRank, RANK_GAP } from '../resources/objects/store/ranks.ts'
import { emptyState, type ObjectState } from '../resources/objects/model/state.ts'
import { newObject, writeObjects } from '../resources/objects/store/write-objects.ts'
import type { Owner } from './people.ts'
import type { TestServer } from './test-server.ts'

/** A field as tests define it; the title defaults to the key. */
export type FieldInput = Omit<Metafield, 'title'> & { title?: string }

/** Adds an object type with some fields to an owner's bucket through the API. */
export async function addType(
  server: TestServer,
  owner: Owner,
  slug: string,
  fields: readonly FieldInput[] = [],
  options: {
    singleton?: boolean
    localization?: boolean
    options?: { searchable?: string[]; subtitle?: string }
  } = {},
): Promise<void> {
  const metafields = fields.map((field) => ({ title: field.key, ...field }))
  const data = { title: slug, slug, metafields, ...options }
  // The recursive type and the contract's type describe the same fields.
  const body = { slug: owner.bucket.slug, data } as never
  const answer = await server.call(addObjectType, { body }, owner)
  answer.ok()
}

interface ObjectInput {
  type: string
  title: string
  [field: string]: unknown
}

/** Adds an object through the API. */
export async function addOneObject(
  server: TestServer,
  owner: Owner,
  data: ObjectInput,
  by: { token: string } = owner,
): Promise<CmsObject> {
  const answer = await server.send(addObject, { body: { slug: owner.bucket.slug, data } }, by)
  // `ok` returns the success body of this endpoint.
  return (answer.ok() as { object: CmsObject }).object
}

/** Reads an object as the dashboard does. */
export async function readOneObject(
  server: TestServer,
  owner: Owner,
  id: string,
): Promise<CmsObject> {
  const query = { slug: owner.bucket.slug, object_id: id }
  return (await server.call(getObject, { query }, owner)).ok().object
}

/** Adds many drafts in one write without the API, since thousands of calls would take longer than the test itself. */
export async function addManyObjects(
  { app }: TestServer,
  { id, bucket }: Owner,
  type: string,
  count: number,
  stateOf: (n: number) => Partial<ObjectState> = () => ({}),
): Promise<string[]> {
  const access = openBucketForJob(bucket.id, bucket.slug, id)
  const stamp = { now: app.clock.iso(), userId: id }
  const { objects } = await app.db.write(async (write) => {
    const first = await nextRank(write.db, access, type)
    const changes = Array.from({ length: count }, (_, n) => {
      const state = { ...emptyState(`Object ${n}`, `object-${first}-${n}`, stamp), ...stateOf(n) }
      return newObject(app, access, type, first + n * RANK_GAP, state)
    })
    return writeObjects(app, write, access, changes, { kind: 'import', title: 'Import' })
  }, 'serializable')
  return objects.map((object) => object.id)
}
