import type { Metafield } from '@typecase/contract/metafields'
import { addObject, type CmsObject, getObject } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'

import type { Owner } from './people.ts'
import type { TestServer } from './test-server.ts'

/** What a test says of a field; a title is made from its key. */
export type FieldGiven = Omit<Metafield, 'title'> & { title?: string }

/** Adds an object type with some fields to someone's bucket, through the API. */
export async function addType(
  server: TestServer,
  owner: Owner,
  slug: string,
  fields: readonly FieldGiven[] = [],
  options: { singleton?: boolean; localization?: boolean } = {},
): Promise<void> {
  const metafields = fields.map((field) => ({ title: field.key, ...field }))
  const data = { title: slug, slug, metafields, ...options }
  // The recursive type and the contract's own describe the same fields.
  const body = { slug: owner.bucket.slug, data } as never
  const answer = await server.call(addObjectType, { body }, owner)
  answer.ok()
}

interface ObjectGiven {
  type: string
  title: string
  [field: string]: unknown
}

/** Adds an object through the API. */
export async function addOneObject(
  server: TestServer,
  owner: Owner,
  data: ObjectGiven,
  by: { token: string } = owner,
): Promise<CmsObject> {
  const answer = await server.send(addObject, { body: { slug: owner.bucket.slug, data } }, by)
  // The success of this endpoint.
  return (answer.ok() as { object: CmsObject }).object
}

/** An object as the dashboard reads it. */
export async function readOneObject(
  server: TestServer,
  owner: Owner,
  id: string,
): Promise<CmsObject> {
  const query = { slug: owner.bucket.slug, object_id: id }
  return (await server.call(getObject, { query }, owner)).ok().object
}
