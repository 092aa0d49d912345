import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestServer, type TestServer } from '../testing/test-server.ts'

// With a dashboard, whose route matches every path.
const dashboard = mkdtempSync(join(tmpdir(), 'typecase-dist-'))
let server: TestServer
beforeAll(async () => {
  writeFileSync(join(dashboard, 'index.html'), 'The dashboard.')
  server = await startTestServer({}, { dashboard })
})
afterAll(async () => {
  await server.remove()
  rmSync(dashboard, { recursive: true })
})

const bodies: [string, string | undefined, string | undefined][] = [
  ['no body', undefined, undefined],
  ['JSON', 'application/json', '{}'],
  ['broken JSON', 'application/json', '{'],
  ['no JSON', 'application/json', ''],
  ['text', 'text/plain', 'x'],
  ['a broken upload', 'multipart/form-data; boundary=x', 'x'],
  ['too much', 'application/json', JSON.stringify('x'.repeat(2_000_000))],
]

describe.each(['POST', 'PATCH', 'DELETE', 'PUT'] as const)('%s', (method) => {
  const send = (url: string, type?: string, payload?: string) =>
    server.http.inject({
      method,
      url,
      headers: { ...(type && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    })

  test.each(bodies)('answers 404 for an unknown path, with %s', async (_what, type, payload) => {
    const unknown = [
      '/v3/none',
      '/v3/objects/none',
      '/v3/buckets/x/none',
      '/v3/projects/none',
      '/v3/projects/listNone',
      '/v3/buckets/x/objects/none',
      '/v3/buckets/x/media/none',
      '/v3/admin',
      '/none',
      '/',
    ]
    for (const url of unknown) {
      const answer = await send(url, type, payload)
      expect({ url, status: answer.statusCode }).toEqual({ url, status: 404 })
      expect(answer.json()).toMatchObject({ code: 'not_found', message: 'Route not found' })
    }
  })

  test.each(bodies)(
    'answers 405 for a path that takes another method, with %s',
    async (_what, type, payload) => {
      for (const url of ['/v3/objects/list', '/v3/buckets/x/blocks', '/healthz']) {
        const answer = await send(url, type, payload)
        expect({ url, status: answer.statusCode }).toEqual({ url, status: 405 })
        expect(answer.json()).toMatchObject({
          code: 'method_not_allowed',
          message: `${method} is not allowed here: use GET`,
        })
        expect(answer.headers.allow).toBe('GET')
      }
    },
  )
})

test('an unknown path answers 404 even where an id could be, and another method 405', async () => {
  const get = (url: string) => server.http.inject({ url })
  for (const url of ['/v3/projects/none', '/v3/buckets/x/objects/none', '/v3/repositories/none']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found', message: 'Route not found' })
  }
  const batch = await get('/v3/buckets/x/objects/batch')
  expect(batch.statusCode).toBe(405)
  expect(batch.headers.allow).toBe('POST')
})

test('GET returns the dashboard for an unknown path', async () => {
  expect((await server.http.inject({ url: '/none' })).body).toBe('The dashboard.')
})
