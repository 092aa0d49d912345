import { getJob } from '@typecase/contract/jobs'
import type { CmsObject } from '@typecase/contract/objects'
import {
  searchAndReplace,
  type SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

import { addOneObject, addType, type FieldGiven, readOneObject } from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { waitFor } from '../../../testing/wait-for.ts'

export const fields: FieldGiven[] = [
  { key: 'summary', type: 'text', maxlength: 20 },
  { key: 'body', type: 'html-textarea' },
  { key: 'notes', type: 'markdown' },
  { key: 'data', type: 'json' },
  { key: 'price', type: 'number' },
  { key: 'code', type: 'text', unique: true },
  { key: 'tags', type: 'multi-select', options: ['red', 'green', 'blue'] },
  { key: 'kind', type: 'select-dropdown', options: [{ key: 'a', value: 'Alpha' }] },
  { key: 'seo', type: 'parent', children: [{ key: 'description', title: 'D', type: 'text' }] },
  {
    key: 'steps',
    type: 'repeater',
    repeater_fields: [{ key: 'text', title: 'Text', type: 'text' }],
  },
]

/** A server for the tests of a file, with a new owner for each, whose bucket has texts of each kind. */
export function usePostsToSearch() {
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
    await addType(server, owner, 'posts', fields)
    await addType(server, owner, 'plain', [{ key: 'note', type: 'text' }])
  })

  const call = (body: object, by: { token?: string } = owner) =>
    server.send(searchAndReplace, { body: { slug: owner.bucket.slug, ...body } }, by)

  // The success of this endpoint.
  const run = async (body: object, by: Person = owner) =>
    (await call(body, by)).ok() as SearchAndReplaceResult

  const dryRun = (body: object) => run({ ...body, dry_run: true })

  const add = (metadata: object = {}, more: object = {}, by: Person = owner) =>
    addOneObject(server, owner, { type: 'posts', title: 'Post', metadata, ...more }, by)

  const read = (id: string) => readOneObject(server, owner, id)

  const refusals = async (body: object) =>
    (await call(body)).error().details?.map(({ path, rule }) => [path, rule])

  /** Why the one object that is there cannot be changed so; it stays as it is. */
  async function reasonFor(object: CmsObject, body: object): Promise<string | undefined> {
    const planned = await dryRun(body)
    const result = await run(body)
    expect(result).toMatchObject({ modified: 0, change_set_id: null })
    expect(await read(object.id)).toEqual(object)
    const [failed] = result.failed ?? []
    expect(planned.skipped).toEqual([{ reason: failed?.reason, count: 1, ids: [object.id] }])
    return failed?.reason
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
    dryRun,
    add,
    read,
    refusals,
    reasonFor,
    jobEnd,
  }
}
