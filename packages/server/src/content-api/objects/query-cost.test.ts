import { findObjects } from '@typecase/contract/content'
import { addSmartView, countSmartViews } from '@typecase/contract/smart-views'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { answeredMeanwhile } from '../../http/answered-meanwhile.fixture.ts'
import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readContent } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
  const data = { type: 'posts', title: 'Long', status: 'published', content: longText }
  await addOneObject(server, owner, data)
})
afterAll(() => server.remove())

const longText = 'c0ffee1234 '.repeat(40_000)
/** A pattern that matches no text of these letters, though a match may start at every position. */
const hard = (index: number) => `${'[a-f]*[0-9]*'.repeat(8)}${index}[g-z][g-z]`
const hardQuery = (count: number) => ({
  $or: Array.from({ length: count }, (_, index) => ({
    content: { $regex: hard(index), $options: 'i' },
  })),
})

test('other requests are answered while patterns search a long text', async () => {
  const query = JSON.stringify(hardQuery(20))
  const call = readContent(server, owner, findObjects, { query })
  expect(await answeredMeanwhile(server, call)).toBeGreaterThan(10)
  expect((await call).status).toBe(404)
})

test('other requests are answered while patterns search many texts', async () => {
  const metadata = (n: number) => ({ content: `${longText.slice(0, 2000)} ${n}` })
  await addManyObjects(server, owner, 'posts', 1000, metadata)
  for (let index = 0; index < 3; index++) {
    const query_string = new URLSearchParams({ query: JSON.stringify(hardQuery(4)) }).toString()
    const data = { title: `View ${index}`, query_string }
    ;(await server.send(addSmartView, { body: { slug: owner.bucket.slug, data } }, owner)).ok()
  }
  const counts = server.call(countSmartViews, { query: { slug: owner.bucket.slug } }, owner)
  expect(await answeredMeanwhile(server, counts)).toBeGreaterThan(10)
  expect((await counts).ok().counts.map(({ count }) => count)).toEqual([0, 0, 0])
})

test('many queries on unknown keys neither break a later save nor fill the memory', async () => {
  const query = (first: number) =>
    JSON.stringify({
      $or: Array.from({ length: 99 }, (_, key) => ({ [`metadata.none${first + key}`]: 1 })),
    })
  for (let first = 0; first < 2100; first += 99) {
    const answer = await readContent(server, owner, findObjects, { query: query(first) })
    expect(answer.status).toBe(404)
  }
  await addOneObject(server, owner, { type: 'posts', title: 'Next', status: 'published' })
  const response = await readContent(server, owner, findObjects, {
    query: JSON.stringify({ title: 'Next' }),
  })
  expect(response.status).toBe(200)
  expect(server.app.columns.bytes).toBeLessThan(8_000_000)
})
