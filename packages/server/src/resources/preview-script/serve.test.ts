import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

/** Fetches a module with all its imports, by URL. */
async function modulesFrom(url: string, known = new Map<string, string>()) {
  const answer = await server.http.inject({ url })
  expect([url, answer.statusCode]).toEqual([url, 200])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  })
  known.set(url, answer.body)
  for (const [, path = ''] of answer.body.matchAll(/(?:from|import) '(\.[^']+)'/g)) {
    const { pathname } = new URL(path, `http://x${url}`)
    if (!known.has(pathname)) await modulesFrom(pathname, known)
  }
  return known
}

test('the preview script and all of its modules are served without types, and as 304 if unchanged', async () => {
  const modules = await modulesFrom('/preview.js')
  expect([...modules.keys()]).toContain('/preview/connect.js')
  expect(modules.get('/preview.js')).toContain(new URL(server.app.settings.PUBLIC_URL).origin)
  expect([...modules.values()].join('')).not.toMatch(/interface|import type|\.ts'/)
  const { headers } = await server.http.inject({ url: '/preview/connect.js' })
  const known = { 'if-none-match': String(headers['etag']) }
  expect(
    (await server.http.inject({ url: '/preview/connect.js', headers: known })).statusCode,
  ).toBe(304)
})

test('a built dashboard serves its built preview script instead of the sources', async () => {
  const dashboard = mkdtempSync(join(tmpdir(), 'typecase-dist-'))
  mkdirSync(join(dashboard, 'preview'))
  writeFileSync(join(dashboard, 'preview/connect.js'), 'export const connect = 1')
  writeFileSync(join(dashboard, 'preview/connect.js.br'), 'compressed')
  const installed = await startTestServer({}, { dashboard })
  const { body } = await installed.http.inject({ url: '/preview/connect.js' })
  expect(body).toBe('export const connect = 1')
  const { statusCode } = await installed.http.inject({ url: '/preview/decode.js' })
  expect(statusCode).toBe(404)
  await installed.remove()
  rmSync(dashboard, { recursive: true })
})
