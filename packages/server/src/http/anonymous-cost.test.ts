import { verifyAccessCode } from '@typecase/contract/access-gate'
import { addObjectType } from '@typecase/contract/object-types'
import type { ErrorBody } from '@typecase/contract/errors'
import { addObject, deleteObjects } from '@typecase/contract/objects'
import { authenticate, forgotPassword, signup } from '@typecase/contract/users'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, type Owner } from '../testing/people.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { startTestServer, type TestServer, urlOf } from '../testing/test-server.ts'

let server: TestServer
let owner: Owner
beforeEach(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterEach(() => server.remove())

/** A body with `count` unknown keys. */
const withKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [n.toString(36), 1]))

describe('the body of an anonymous request', () => {
  test('is not read if the endpoint requires a session', async () => {
    const request = {
      method: 'POST' as const,
      url: urlOf(addObjectType),
      headers: { 'content-type': 'application/json' },
      payload: '{ this is no JSON',
    }
    expect((await server.http.inject(request)).statusCode).toBe(401)
    const wrong = { ...request.headers, authorization: 'Bearer wrong' }
    expect((await server.http.inject({ ...request, headers: wrong })).statusCode).toBe(401)
    const right = { ...request.headers, authorization: `Bearer ${owner.token}` }
    expect((await server.http.inject({ ...request, headers: right })).statusCode).toBe(400)
  })

  test.each([authenticate, signup, forgotPassword])('is limited in size: $id', async (endpoint) => {
    const { status, code } = (await server.send(endpoint, { body: withKeys(10_000) })).error()
    expect([status, code]).toEqual([413, 'too_large'])
  })
})

describe('the error for an invalid body', () => {
  const add = async (body: object): Promise<ErrorBody> =>
    (await server.send(addObjectType, { body }, owner)).error()

  test('contains all details while there are few', async () => {
    const { details, more_details, message } = await add({ slug: 'b', ...withKeys(10) })
    expect(details?.filter(({ rule }) => rule === 'unknown_key')).toHaveLength(10)
    expect(more_details).toBeUndefined()
    expect(message).not.toContain('more')
  })

  test('contains twenty details, and the number of further ones', async () => {
    const { details, more_details, message } = await add(withKeys(50))
    expect(details).toHaveLength(20)
    // Two of the errors are the missing required keys.
    expect(more_details).toBe(32)
    expect(message).toMatch(/; and 32 more$/)
  })

  test('is no longer for ten thousand wrong keys or items than for a hundred', async () => {
    const wrongKeys = await add(withKeys(10_000))
    expect([wrongKeys.details?.length, wrongKeys.more_details]).toEqual([20, 80])
    const body = { slug: owner.bucket.slug, object_ids: Array.from({ length: 10_000 }, () => 7) }
    const wrongItems = (await server.send(deleteObjects, { body }, owner)).error()
    expect([wrongItems.details?.length, wrongItems.more_details]).toEqual([20, 80])
  })

  test('shortens a long key', async () => {
    const failure = await add({ ['x'.repeat(100_000)]: 1 })
    expect(JSON.stringify(failure).length).toBeLessThan(5000)
    expect(failure.details?.some(({ path }) => path.startsWith('xxx'))).toBe(true)
  })

  test('contains nothing about a text that looks like keys', async () => {
    const text = '{"a":1,"\\\\":2}'.repeat(30_000)
    const data = { type: 'none', title: 'Post', content: text }
    const { details } = (
      await server.send(addObject, { body: { slug: owner.bucket.slug, data } }, owner)
    ).error()
    expect(details?.map(({ path }) => path)).toEqual(['data.type'])
  })

  test('is a single detail for more keys than any content has', async () => {
    const { details } = await add(withKeys(60_000))
    expect(details).toEqual([expect.objectContaining({ path: 'body', rule: 'keys' })])
    const nested = { data: Array.from({ length: 600 }, () => withKeys(50)) }
    expect((await add(nested)).details?.[0]?.rule).toBe('keys')
  })
})

describe('requests from one address', () => {
  const from = (remoteAddress: string, url = urlOf(signup)) =>
    server.http.inject({ method: 'POST', url, remoteAddress, payload: { wrong: 1 } })

  test('without a session or key are limited before their body is read', async () => {
    await server.remove()
    server = await startTestServer({ RATE_LIMITS: 'on' }, { clock: createTestClock() })
    const statuses = new Set<number>()
    for (let n = 0; n < 150; n += 1) {
      statuses.add((await from('203.0.113.9')).statusCode)
      statuses.add((await from('203.0.113.9', urlOf(addObjectType))).statusCode)
    }
    expect(statuses).toEqual(new Set([400, 401]))
    const refused = await from('203.0.113.9')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('203.0.113.10')).statusCode).toBe(400)
    expect((await from('203.0.113.9', urlOf(verifyAccessCode))).statusCode).toBe(429)
    const read = async (url: string) =>
      (await server.http.inject({ url, remoteAddress: '203.0.113.9' })).statusCode
    expect([await read('/healthz'), await read('/media/none.png')]).toEqual([200, 404])
  })

  test('run a few at a time and wait in limited number, without blocking other addresses', async () => {
    const mail = (remoteAddress: string) =>
      server.http.inject({
        method: 'POST',
        url: urlOf(forgotPassword),
        remoteAddress,
        payload: { email: 'nobody@example.org' },
      })
    const { anonymousWork } = server.app.admission
    const waitedFor = new AbortController().signal
    const take = () => anonymousWork.enter('203.0.113.9', waitedFor)
    const running = await Promise.all([take(), take(), take(), take()])
    const many = Promise.all(Array.from({ length: 150 }, () => mail('203.0.113.9')))
    expect((await mail('203.0.113.10')).statusCode).toBe(200)
    for (const leave of running) leave()
    const statuses = (await many).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
  })
})
