import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { getJob } from '@typecase/contract/jobs'
import type { BulkResult, CmsObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

import { addOneObject, addType, type FieldGiven, readOneObject } from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { waitFor } from '../../../testing/wait-for.ts'

export const fields: FieldGiven[] = [
  { key: 'summary', type: 'text', maxlength: 20 },
  { key: 'body', type: 'html-textarea' },
  { key: 'price', type: 'number', min: 0 },
  { key: 'code', type: 'text', unique: true },
  { key: 'tags', type: 'multi-select', options: ['red', 'green', 'blue'], max: 2 },
  { key: 'kind', type: 'select-dropdown', options: [{ key: 'a', value: 'Alpha' }] },
  { key: 'author', type: 'object', object_type: 'people' },
  { key: 'authors', type: 'objects', object_type: 'people' },
  { key: 'images', type: 'files' },
  { key: 'day', type: 'date' },
  { key: 'seo', type: 'parent', children: [{ key: 'description', title: 'D', type: 'text' }] },
  {
    key: 'steps',
    type: 'repeater',
    repeater_fields: [{ key: 'text', title: 'T', type: 'text' }],
  },
]

/** A server for the tests of a file, with a new owner for each, whose bucket has a field of each kind. */
export function usePostsToEdit() {
  let server: TestServer
  let owner: Owner
  let stranger: Owner
  let contributor: Person

  beforeAll(async () => {
    server = await startTestServer()
    contributor = await addPerson(server)
  })
  afterAll(() => server.remove())

  beforeEach(async () => {
    owner = await addOwner(server)
    stranger = await addOwner(server)
    await join(server, contributor, owner, 'contributor')
    await addType(server, owner, 'people')
    await addType(server, owner, 'posts', fields)
    await addType(server, owner, 'plain', [{ key: 'note', type: 'text' }])
    await addType(server, stranger, 'posts', fields)
  })

  const call = (body: object, by: { token?: string } = owner) =>
    server.send(bulkEditObjects, { body: { slug: owner.bucket.slug, ...body } }, by)

  // The success of this endpoint.
  const run = async (body: object) => (await call(body)).ok() as BulkResult

  const add = (metadata: object = {}, more: object = {}, by: Person = owner) =>
    addOneObject(server, owner, { type: 'posts', title: 'Post', metadata, ...more }, by)

  const read = (id: string) => readOneObject(server, owner, id)

  const refusals = async (body: object) =>
    (await call(body)).error().details?.map(({ path, rule }) => [path, rule])

  /** Edits one object. @returns it afterwards */
  async function edit({ id }: CmsObject, data: object): Promise<CmsObject> {
    expect(await run({ object_ids: [id], data })).toMatchObject({ failed: [] })
    return read(id)
  }

  /** Why one object cannot be edited so; it stays as it is. */
  async function reasonFor(object: CmsObject, data: object): Promise<string | undefined> {
    const result = await run({ object_ids: [object.id], data })
    expect(result).toMatchObject({ matched: 1, modified: 0, change_set_id: null })
    expect(await read(object.id)).toEqual(object)
    return result.failed?.[0]?.reason
  }

  const jobEnd = (id = '') =>
    waitFor(
      async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
      (job) => job.finished_at !== null,
    )

  return {
    get server() {
      return server
    },
    get owner() {
      return owner
    },
    get stranger() {
      return stranger
    },
    get contributor() {
      return contributor
    },
    call,
    run,
    add,
    read,
    refusals,
    edit,
    reasonFor,
    jobEnd,
  }
}
