import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestServer, type TestServer } from '../testing/test-server.ts'

const dashboard = mkdtempSync(join(tmpdir(), 'typecase-dist-'))
let server: TestServer

beforeAll(async () => {
  mkdirSync(join(dashboard, 'assets'))
  for (const name of ['index.html', 'icon.svg', '.sources', 'assets/page-a1b2.js']) {
    writeFileSync(join(dashboard, name), `This is ${name}.`)
  }
  writeFileSync(join(dashboard, 'assets/page-a1b2.js.br'), 'compressed')
  server = await startTestServer({}, { dashboard })
})
afterAll(async () => {
  await server.remove()
  rmSync(dashboard, { recursive: true })
})

const page = { status: 200, body: 'This is index.html.', cache: 'no-cache' }
const nothing = { status: 404, cache: 'no-store' }
const forEver = 'public, max-age=31536000, immutable'

test.each<[string, object]>([
  ['/', page],
  ['/index.html', page],
  ['/login?email=a%40example.com', page],
  ['/blog/objects', page],
  ['/.sources', page],
  ['/icon.svg', { status: 200, body: 'This is icon.svg.', cache: 'no-cache' }],
  ['/assets/page-a1b2.js', { status: 200, body: 'This is assets/page-a1b2.js.', cache: forEver }],
  ['/assets/page-a1b2.js?x', { status: 200, cache: forEver }],
  ['/assets/none.js', nothing],
  ['/assets/', nothing],
  ['/assets/..%2findex.html', nothing],
  ['/v3/none', nothing],
  ['/media/none', nothing],
])('%s', async (url, expected) => {
  const { statusCode, body, headers } = await server.http.inject({ url })
  expect({ status: statusCode, body, cache: headers['cache-control'] }).toMatchObject(expected)
})

test('a browser that reads Brotli is sent what the build compressed; others the text', async () => {
  const url = '/assets/page-a1b2.js'
  const sent = async (accepted: string) => {
    const { body, headers } = await server.http.inject({
      url,
      headers: { 'accept-encoding': accepted },
    })
    const { 'content-encoding': encoding, 'content-type': type, 'cache-control': cache } = headers
    return { body, encoding, type, cache, vary: String(headers.vary).toLowerCase() }
  }
  const script = {
    type: expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
    cache: forEver,
  }
  expect(await sent('gzip, deflate, br')).toEqual({
    ...script,
    body: 'compressed',
    encoding: 'br',
    vary: 'accept-encoding',
  })
  expect(await sent('gzip')).toMatchObject({ ...script, encoding: 'gzip' })
  expect(await sent('identity')).toMatchObject({ ...script, body: 'This is assets/page-a1b2.js.' })
})
