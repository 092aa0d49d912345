import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'

import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { install, publish } from '../../testing/extensions.ts'
import { addOwner, addWorkspaceOf, type Owner } from '../../testing/people.ts'
import { javaScriptOf } from '../marketplace/read-folder.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const PUBLIC_URL = 'https://cms.example.com'
const dashboard = mkdtempSync(join(tmpdir(), 'typecase-dist-'))
writeFileSync(join(dashboard, 'index.html'), 'The page.')

/** A stopped clock, so that no rate limit recovers during a test. */
const clock = createTestClock(Date.now())

let server: TestServer
let owner: Owner
let workspaceId: string
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL, RATE_LIMITS: 'on' }, { dashboard, clock })
  owner = await addOwner(server)
  workspaceId = (await addWorkspaceOf(server, owner)).id
})
afterAll(async () => {
  await server.remove()
  rmSync(dashboard, { recursive: true })
})

/** Installs an extension with these files. @returns the URL of its document */
let count = 0
async function addressOf(
  files: Record<string, string> = {},
  more: Partial<ExtensionManifest> = {},
) {
  const id = `framed-${(count += 1)}`
  const { manifest } = await publish(server, owner, workspaceId, { id, ...more }, files)
  return (await install(server, owner, manifest)).url
}
const get = (url: string, headers: Record<string, string> = {}) =>
  server.http.inject({ url, headers })
/** Returns the directives of a policy, by name. */
const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values.join(' ')]
      }),
  )

describe('the document of an extension', () => {
  test('loads the SDK, the styles and the module, and nothing else', async () => {
    const url = await addressOf(
      { 'extension.css': 'p {}', 'src/main.js': 'export {}' },
      {
        title: '<b>"Stamps" & </title>',
        entry: 'src/main.js',
      },
    )
    const { statusCode, body, headers } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const all = (pattern: RegExp) => [...body.matchAll(pattern)].map(([, match]) => match)
    expect(all(/<title>(.*)<\/title>/g)).toEqual(['&lt;b&gt;"Stamps" &amp; &lt;/title&gt;'])
    expect(all(/<link rel="stylesheet" href="(.*)">/g)).toEqual([
      '/ext/sdk/1.css',
      `${url}extension.css`,
    ])
    expect(all(/<script (.*)<\/script>/g)).toEqual([
      `type="importmap">{"imports":{"@typecase/extension-sdk":"/ext/sdk/1.js"}}`,
      `type="module" src="/ext/sdk/guard.js">`,
      `type="module" src="${url}src/main.js">`,
    ])
    expect((await get(await addressOf())).body).not.toContain('extension.css')
  })

  test('has its own policy, which allows only its files, the SDK and the hosts that were agreed to', async () => {
    const hosts = ['https://api.example.com', 'https://example.org:8443']
    const url = await addressOf({}, { hosts })
    const answer = await get(url)
    const hash = createHash('sha256')
      .update('{"imports":{"@typecase/extension-sdk":"/ext/sdk/1.js"}}')
      .digest('base64')
    const [filesUrl, sdk] = [PUBLIC_URL + url, `${PUBLIC_URL}/ext/sdk/`]
    expect(Object.fromEntries(policyOf(answer))).toEqual({
      sandbox: 'allow-scripts',
      'default-src': `'none'`,
      'script-src': `${filesUrl} ${sdk} 'sha256-${hash}'`,
      'style-src': `${filesUrl} ${sdk} 'unsafe-inline'`,
      'font-src': `${filesUrl} ${sdk}`,
      'img-src': `${filesUrl} ${PUBLIC_URL}/media/ data: blob:`,
      'connect-src': hosts.join(' '),
      'worker-src': `'none'`,
      'form-action': `'none'`,
      'base-uri': `'none'`,
      webrtc: `'block'`,
      'frame-ancestors': PUBLIC_URL,
    })
    expect(answer.headers).toMatchObject({
      'connection-allowlist': `("${PUBLIC_URL}" "${hosts.join('" "')}");redirects=allow`,
      'x-dns-prefetch-control': 'off',
    })
    expect(answer.headers['x-frame-options']).toBeUndefined()
    expect(answer.headers['permissions-policy']).toContain('camera=()')
    expect(answer.headers['set-cookie']).toBeUndefined()
    const alone = await get(await addressOf())
    expect(policyOf(alone).get('connect-src')).toBe(`'none'`)
    expect(alone.headers['connection-allowlist']).toBe(`("${PUBLIC_URL}");redirects=allow`)
    // The dashboard's own pages keep their policy.
    const page = await get('/login')
    expect(policyOf(page).get('frame-src')).toContain(`${PUBLIC_URL}/ext/`)
    expect(page.headers['x-frame-options']).toBe('DENY')
  })

  test('is revalidated on each request, and returns 304 when it is unchanged', async () => {
    const { headers } = await get(await addressOf())
    expect(headers['cache-control']).toBe('no-cache')
    const second = await get(await addressOf(), { 'if-none-match': String(headers.etag) })
    // Another extension has a different tag.
    expect(second.statusCode).toBe(200)
    const url = await addressOf()
    const { etag } = (await get(url)).headers
    expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(304)
  })
})

describe('a file of an extension', () => {
  test('has the right MIME type, is cached for ever, and is sandboxed', async () => {
    const files = { 'a/b.svg': '<svg/>', 'data.json': '{}', 'notes.md': '<script>', 'x.css': 'p{}' }
    const url = await addressOf(files)
    for (const [path, type] of [
      ['extension.js', 'text/javascript; charset=utf-8'],
      ['a/b.svg', 'image/svg+xml; charset=utf-8'],
      ['data.json', 'application/json; charset=utf-8'],
      ['notes.md', 'text/plain; charset=utf-8'],
      ['x.css', 'text/css; charset=utf-8'],
      ['manifest.json', 'application/json; charset=utf-8'],
    ]) {
      const { statusCode, headers } = await get(url + path)
      expect({ path, statusCode }).toEqual({ path, statusCode: 200 })
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['set-cookie']).toBeUndefined()
    }
    expect((await get(`${url}a/b.svg`)).body).toBe('<svg/>')
  })

  test('of code imports the guard in its first line', async () => {
    const code = '/* Words. */\nexport const words = []\n'
    const url = await addressOf({ 'src/words.js': code, 'words.json': '[]' })
    expect((await get(`${url}src/words.js`)).body).toBe(`import'/ext/sdk/guard.js';${code}`)
    expect((await get(`${url}words.json`)).body).toBe('[]')
  })

  test('is served from the cache after the first read', async () => {
    const url = await addressOf({ 'a.txt': 'kept' })
    expect((await get(`${url}a.txt`)).body).toBe('kept')
    await server.app.db.write(
      ({ db }) =>
        db
          .deleteFrom('extension_files')
          .where('sha256', '=', url.split('/')[2] ?? '')
          .execute(),
      'serializable',
    )
    expect((await get(`${url}a.txt`)).body).toBe('kept')
    expect((await get(`${url}extension.js`)).statusCode).toBe(404)
  })

  test('answers HEAD without a body, and rejects other methods', async () => {
    const url = await addressOf()
    const head = await server.http.inject({ method: 'HEAD', url: `${url}extension.js` })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
      expect((await server.http.inject({ method, url })).statusCode).toBeGreaterThanOrEqual(404)
  })
})

test('the SDK is served as JavaScript with styles and fonts, and is revalidated on each request', async () => {
  const { body: styles } = await get('/ext/sdk/1.css')
  const fonts = Array.from(styles.matchAll(/url\(\.\/(files\/[^)]+)\)/g), ([, name]) => name)
  expect(fonts.length).toBeGreaterThan(0)
  for (const [path, type] of [
    ...fonts.map((name) => [`/ext/sdk/${name}`, 'font/woff2'] as const),
    ['/ext/sdk/1.js', 'text/javascript; charset=utf-8'],
    ['/ext/sdk/guard.js', 'text/javascript; charset=utf-8'],
    ['/ext/sdk/1.css', 'text/css; charset=utf-8'],
  ] as const) {
    const { statusCode, headers, body } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(body).not.toBe('')
    const conditional = { 'if-none-match': String(headers.etag) }
    expect((await get(path, conditional)).statusCode).toBe(304)
  }
  for (const name of ['1.js', 'guard.js']) {
    const { rawPayload } = await get(`/ext/sdk/${name}`)
    // The output contains no types.
    expect(javaScriptOf(rawPayload)).toEqual(rawPayload)
  }
})

test.each([
  '/ext/',
  '/ext/sdk/2.js',
  '/ext/sdk/',
  '/ext/sdk/..%2f..%2fpackage.json',
  '/ext/sdk/files/..%2fwght.css',
  '/ext/sdk/files/no.woff2',
  `/ext/${'0'.repeat(64)}/`,
  `/ext/${'0'.repeat(64)}`,
  `/ext/${'0'.repeat(64)}/extension.js`,
  '/ext/x/extension.js',
])('%s returns 404 as JSON', async (path) => {
  const { statusCode, headers, body } = await get(path)
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
})

test.each([
  '../manifest.json',
  '..%2f..%2fpackage.json',
  'extension.js%00',
  'extension.js/',
  '//extension.js',
  'EXTENSION.JS',
  "' OR 1=1",
  'a'.repeat(400),
])('the path %s of an extension is rejected as a client error', async (path) => {
  const { statusCode } = await get((await addressOf()) + path)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(statusCode).toBeLessThan(500)
})

test('an address with too many requests gets 429, and another address does not', async () => {
  const { pathname } = new URL(await addressOf(), PUBLIC_URL)
  const ask = async (url: string, remoteAddress = '203.0.113.9') =>
    server.http.inject({ url, remoteAddress })
  expect((await ask(pathname)).statusCode).toBe(200)
  for (let n = 1; n < 2000; n += 1) server.app.admission.extensionRate('203.0.113.9')
  for (const url of [pathname, '/ext/sdk/1.js', `/ext/${'0'.repeat(64)}/none.js`]) {
    const refused = await ask(url)
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([429, 'no-store'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(url, '203.0.113.10')).statusCode).toBe(url.includes('none') ? 404 : 200)
  }
})
