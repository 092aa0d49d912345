import { getBucket } from '@typecase/contract/buckets'
import { expect, test } from 'vitest'

import { addOwner } from '../testing/people.ts'
import { startTestServer } from '../testing/test-server.ts'

test('many event streams at once are refused without blocking other requests', async () => {
  const server = await startTestServer()
  const [owner, other] = [await addOwner(server), await addOwner(server)]
  const many = 1000
  let answered = 0
  const url = `/v3/events?slug=${owner.bucket.slug}`
  const headers = { authorization: `Bearer ${owner.token}` }
  // All slots are taken, so each stream is refused.
  const { streamsOfAddress } = server.app.admission
  const waitedFor = new AbortController().signal
  for (let index = 0; index < 300; index++) await streamsOfAddress.enter('127.0.0.1', waitedFor)
  const streams = Array.from({ length: many }, async () => {
    const { statusCode } = await server.http.inject({ url, headers })
    answered += 1
    return statusCode
  })
  const mine = await server.call(getBucket, { query: { slug: other.bucket.slug } }, other)
  expect(mine.ok().bucket.slug).toBe(other.bucket.slug)
  expect(answered).toBeLessThan(many / 2)
  expect(new Set(await Promise.all(streams))).toEqual(new Set([429]))
  await server.remove()
})
