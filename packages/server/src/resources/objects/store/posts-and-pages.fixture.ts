import { updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll } from 'vitest'

import { addType } from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** Starts a server for the tests of a file, with an owner whose bucket has posts and pages. */
export function usePostsAndPages() {
  let server: TestServer
  let clock: TestClock
  let owner: Owner
  let stranger: Owner
  let contributor: Person

  beforeAll(async () => {
    clock = createTestClock()
    server = await startTestServer({}, { clock })
    owner = await addOwner(server)
    stranger = await addOwner(server)
    contributor = await addPerson(server)
    await join(server, contributor, owner, 'contributor')
    await addType(server, owner, 'posts', [
      { key: 'intro', type: 'text', value: 'Once upon a time' },
      { key: 'rating', type: 'number', max: 5 },
      { key: 'summary', type: 'textarea', required: true },
    ])
    await addType(server, owner, 'pages')
  })
  afterAll(() => server.remove())

  const slug = () => owner.bucket.slug
  const complete = { metadata: { summary: 'All there' } }

  const update = (id: string, data: object, more: object = {}, by: { token?: string } = owner) =>
    server.send(updateObject, { body: { slug: slug(), object_id: id, data, ...more } }, by)

  return {
    get server() {
      return server
    },
    get clock() {
      return clock
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
    slug,
    complete,
    update,
  }
}
