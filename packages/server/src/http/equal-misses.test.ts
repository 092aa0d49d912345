import { findObjects } from '@typecase/contract/content'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { LiveIndex } from '../columns/live-index.ts'
import { readContent } from '../content-api/testing/read-content.ts'
import { addOneObject, addType } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
  await addOneObject(server, owner, { type: 'posts', title: 'First', status: 'published' })
})
afterAll(() => server.remove())
afterEach(() => void vi.restoreAllMocks())

/** Sends five equal calls at once. @returns their statuses and the number of queries they took */
async function sendTogether(query: object) {
  const match = vi.spyOn(LiveIndex.prototype, 'match')
  const calls = Array.from({ length: 5 }, () =>
    readContent(server, owner, findObjects, { query: JSON.stringify(query) }),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  return { statuses, queries: match.mock.calls.length }
}

test('equal requests that miss the cache share one query', async () => {
  expect(await sendTogether({ title: 'First' })).toEqual({
    statuses: [200, 200, 200, 200, 200],
    queries: 1,
  })
})

test('equal requests that share a query all answer 404 if it has no match', async () => {
  const { statuses } = await sendTogether({ title: 'None' })
  expect(statuses).toEqual([404, 404, 404, 404, 404])
})
