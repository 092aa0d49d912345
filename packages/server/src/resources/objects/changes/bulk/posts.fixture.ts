import type { Endpoint } from '@typecase/contract/endpoint'
import { getJob } from '@typecase/contract/jobs'
import { afterAll, beforeAll, beforeEach } from 'vitest'

import {
  addOneObject,
  addType,
  type FieldInput,
  readOneObject,
} from '../../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { waitFor } from '../../../../testing/wait-for.ts'

/**
 * Starts a server for the tests of a file, with a new owner for each test, whose bucket has posts.
 * @param endpoint the bulk call under test
 */
export function usePosts(endpoint: Endpoint, fields: FieldInput[]) {
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
    server.send(endpoint, { body: { slug: owner.bucket.slug, ...body } }, by)

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

    add: (metadata: object = {}, more: object = {}, by: Person = owner) =>
      addOneObject(server, owner, { type: 'posts', title: 'Post', metadata, ...more }, by),

    read: (id: string) => readOneObject(server, owner, id),

    /** Returns the rules that a call breaks, with their paths. */
    refusals: async (body: object) =>
      (await call(body)).error().details?.map(({ path, rule }) => [path, rule]),

    jobEnd: (id = '') =>
      waitFor(
        async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
        (job) => job.finished_at !== null,
      ),
  }
}
