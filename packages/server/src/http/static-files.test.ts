import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { readPlugins } from './plugin-files.ts'

const dashboard = mkdtempSync(join(tmpdir(), 'typecase-dist-'))
const plugins = join(dashboard, '.plugins')
let server: TestServer

beforeAll(async () => {
  mkdirSync(join(dashboard, 'assets'))
  for (const name of ['index.html', 'icon.svg', '.sources', 'assets/page-a1b2.js']) {
    writeFileSync(join(dashboard, name), `This is ${name}.`)
  }
  writeFileSync(join(dashboard, 'assets/page-a1b2.js.br'), 'compressed')
  const preload = '<link rel="modulepreload" href="/assets/frame.js" data-signed-in>'
  writeFileSync(join(dashboard, 'index.html'), `<head>${preload}</head>`)
  writeFileSync(join(dashboard, '.shared-modules.json'), '{"react":"/assets/shared-react.js"}')
  addPlugin('word-count', {
    'plugin.js': `import{a}from'react';import'./later.js';export default()=>import("react")`,
    'later.js': 'export {}',
    'plugin.css': '.row {}',
    'notes.txt': 'no file of the page',
  })
  addPlugin('unfinished', { 'later.js': '' })
  server = await startTestServer({ PLUGINS_DIR: plugins }, { dashboard })
})
afterAll(async () => {
  await server.remove()
  rmSync(dashboard, { recursive: true })
})

function addPlugin(id: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(plugins, id), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(plugins, id, path), text)
}

const page = {
  status: 200,
  body: expect.stringMatching(/^<head>.*<\/head>$/s),
  cache: 'no-cache',
}
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
])('%s is served with the right status, body and cache header', async (url, expected) => {
  const { statusCode, body, headers } = await server.http.inject({ url })
  expect({ status: statusCode, body, cache: headers['cache-control'] }).toMatchObject(expected)
})

test.each([
  ['a guest', '', false],
  ['someone who signed out', 'theme=dark; token=', false],
  ['a cookie with a longer name', 'mytoken=1', false],
  ['someone who is signed in', 'theme=dark; token=abc', true],
])(
  'modules of signed-in pages are preloaded only after the sign-in: %s',
  async (_, cookie, isEarly) => {
    const { body, headers } = await server.http.inject({ url: '/blog', headers: { cookie } })
    expect(body.includes('/assets/frame.js')).toBe(isEarly)
    expect(headers.vary).toBe('Cookie')
  },
)

test('the precompressed file is sent to browsers that accept Brotli, and the text to others', async () => {
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

test('plugins of PLUGINS_DIR are linked in the page and share the modules of the dashboard', async () => {
  const sent = async (url: string) => {
    const { statusCode: status, body, headers } = await server.http.inject({ url })
    return { status, body, cache: headers['cache-control'], type: headers['content-type'] }
  }
  const { body } = await sent('/')
  const links = [
    ...body.matchAll(/<link rel="(\w+)"[^>]* href="([^"]+)" crossorigin nonce="(.+?)">/g),
  ]
  expect(links.map(([, rel]) => rel)).toEqual(['modulepreload', 'stylesheet'])
  expect(body).toContain('data-plugin="word-count"')
  expect(body).not.toContain('__CSP_NONCE__')
  const [script = '', style = ''] = links.map(([, , href]) => href)
  expect(await sent(script)).toEqual({
    status: 200,
    body: `import{a}from'/assets/shared-react.js';import'./later.js';export default()=>import('/assets/shared-react.js')`,
    cache: forEver,
    type: 'text/javascript; charset=utf-8',
  })
  expect(await sent(style)).toMatchObject({ body: '.row {}', type: 'text/css; charset=utf-8' })
  expect(await sent(script.replace('plugin.js', 'later.js'))).toMatchObject({ status: 200 })
  expect(await sent(script.replace('plugin.js', 'notes.txt'))).toMatchObject(nothing)
})

test('browsers fetch plugins again after an upgrade of the dashboard', async () => {
  const before = await readPlugins(plugins, dashboard)
  const upgraded = mkdtempSync(join(tmpdir(), 'typecase-dist-'))
  writeFileSync(join(upgraded, '.shared-modules.json'), '{"react":"/assets/shared-other.js"}')
  const after = await readPlugins(plugins, upgraded)
  rmSync(upgraded, { recursive: true })
  expect([...after.files.keys()].filter((path) => before.files.has(path))).toEqual([])
})

test('a plugin that cannot be loaded is named in the error that stops the start', async () => {
  addPlugin('Word Count', { 'plugin.js': '' })
  await expect(readPlugins(plugins, dashboard)).rejects.toThrow(
    'The folder of the plugin “Word Count” must be named by its id',
  )
  rmSync(join(plugins, 'Word Count'), { recursive: true })
  addPlugin('charts', { 'plugin.js': 'import "./chart.js"', 'chart.js': 'import "d3"' })
  await expect(readPlugins(plugins, dashboard)).rejects.toThrow('charts/chart.js imports “d3”')
  addPlugin('charts', { 'chart.js': 'import {' })
  await expect(readPlugins(plugins, dashboard)).rejects.toThrow(
    'charts/chart.js must be a JavaScript module',
  )
})
