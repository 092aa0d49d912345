import { exportBucket, type RedirectFormat, redirectFiles } from '@typecase/contract/import-export'
import { updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { exportToEnd, exported, unzip } from './testing/export-bucket.ts'

// Each export starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [{ key: 'redirect_from', type: 'text' }])
  await addType(server, owner, 'notes')
  await addPost(owner, 'first', '/2019/05/my-post/')
  await addPost(owner, 'second', 'https://old.example.com/caf%C3%A9/a,b')
  await addPost(owner, 'draft', '/draft/', 'draft')
  await addPost(owner, 'plain', '')
  await addOneObject(server, owner, { type: 'notes', title: 'Note', status: 'published' })
})
afterAll(() => server.remove())

const addPost = (
  into: Owner,
  slug: string,
  redirect_from: string,
  status: 'draft' | 'published' = 'published',
) =>
  addOneObject(server, into, {
    type: 'posts',
    title: slug,
    slug,
    status,
    metadata: { redirect_from },
  })

/** Creates a bucket with one post for each old address. */
async function bucketWith(olds: readonly string[], options: object = {}): Promise<Owner> {
  const into = await addOwner(server)
  await addType(server, into, 'posts', [{ key: 'redirect_from', type: 'text' }], options)
  // Lists begin with the newest object.
  for (const [at, old] of [...olds.entries()].toReversed()) await addPost(into, `p${at}`, old)
  return into
}

async function fileOf(of: Owner, format: RedirectFormat, body: object = {}): Promise<string> {
  const files = await unzip(await exported(server, of, { format, ...body }))
  expect([...files.keys()]).toEqual([redirectFiles[format]])
  return files.get(redirectFiles[format])?.toString() ?? ''
}

const input = (body = {}) => ({
  params: { slug: owner.bucket.slug },
  body: { format: 'redirects-csv' as const, ...body },
})

describe('export-bucket as redirects', () => {
  test('answers 401 without a session', async () => {
    expect((await server.call(exportBucket, input())).status).toBe(401)
  })

  test('answers 403 for an editor', async () => {
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await server.call(exportBucket, input(), editor)).status).toBe(403)
  })

  test('answers 400 for templates that do not yield an address', async () => {
    const templates = [
      'b/{slug}',
      '//x.example/{slug}',
      'javascript:alert(1)',
      '/{x}',
      '/{slug',
      '',
    ]
    for (const path_template of templates) {
      const answer = await server.call(exportBucket, input({ path_template }), owner)
      expect(answer.status, path_template).toBe(400)
      expect(answer.error().details?.[0]?.path).toBe('path_template')
    }
  })

  test('refuses a template for another format, and an unknown format', async () => {
    const other = input({ format: 'bucket', path_template: '/{slug}' })
    expect((await server.call(exportBucket, other, owner)).status).toBe(400)
    const invalidAnswer = await server.send(exportBucket, input({ format: 'redirects-xml' }), owner)
    expect(invalidAnswer.error().details?.[0]?.path).toBe('format')
  })

  test('writes each format, with published objects only', async () => {
    expect(await fileOf(owner, 'redirects-csv')).toBe(
      'from,to,status\r\n"/caf%C3%A9/a,b",/posts/second,301\r\n/2019/05/my-post/,/posts/first,301\r\n',
    )
    expect(JSON.parse(await fileOf(owner, 'redirects-json'))).toEqual([
      { from: '/caf%C3%A9/a,b', to: '/posts/second', status: 301 },
      { from: '/2019/05/my-post/', to: '/posts/first', status: 301 },
    ])
    expect(await fileOf(owner, 'redirects-netlify')).toBe(
      '/caf%C3%A9/a,b /posts/second 301\n/2019/05/my-post/ /posts/first 301\n',
    )
    const nginx = (await fileOf(owner, 'redirects-nginx')).split('\n')
    expect(nginx.slice(0, 2).every((line) => line.startsWith('# '))).toBe(true)
    expect(nginx.slice(2)).toEqual([
      'map $uri $redirect_to {',
      '  "/café/a,b" "/posts/second";',
      '  "/2019/05/my-post/" "/posts/first";',
      '}',
      '',
    ])
  })

  test('takes the new address from the template, or else from the preview link', async () => {
    const link = { preview_link: 'https://new.example.com/{locale}/blog/[object_slug]?draft=1' }
    const of = await bucketWith(['/old/'], link)
    const toOf = async (body = {}) => (await fileOf(of, 'redirects-netlify', body)).split(' ')[1]
    expect(await toOf()).toBe('/blog/p0')
    const path_template = 'https://x.example/{type}/{slug}#{type}'
    expect(await toOf({ path_template })).toBe('https://x.example/posts/p0#posts')
  })

  test('writes the published version of an object that has a newer draft', async () => {
    const of = await bucketWith([])
    const { id } = await addPost(of, 'public', '/public/')
    const body = {
      slug: of.bucket.slug,
      object_id: id,
      data: { status: 'draft' as const, metadata: { redirect_from: '/secret/' } },
    }
    const changed = await server.call(updateObject, { body }, of)
    expect(changed.status).toBeLessThan(300)
    expect(await fileOf(of, 'redirects-netlify')).toBe('/public/ /posts/public 301\n')
  })

  test('skips and counts invalid, unchanged and repeated addresses', async () => {
    const olds = ['/a', '/a', '/posts/p2', 'javascript:alert(1)', '//evil.example/', 'a/b', '/?p=1']
    const of = await bucketWith(olds)
    const { report } = await exportToEnd(server, of, { format: 'redirects-nginx' })
    expect(report.redirects).toEqual({ written: 1, invalid: 4, same: 1, duplicate: 1 })
    expect(await fileOf(of, 'redirects-csv')).toContain('/?p=1,/posts/p6,301')
  })

  test('compares addresses regardless of case for nginx', async () => {
    const of = await bucketWith(['/Posts/P0', '/A', '/a'])
    const { report } = await exportToEnd(server, of, { format: 'redirects-nginx' })
    expect(report.redirects).toEqual({ written: 1, invalid: 0, same: 1, duplicate: 1 })
  })

  test('escapes hostile addresses, so that each stays on its line and within its quotes', async () => {
    const olds = [
      '/a" "/b; }',
      '/a\n/evil /x 301',
      '/a\\" "/b',
      '/$uri/{x};#',
      '/a%22%20%22/b%0A%7D',
      '/*',
      '/:name',
      '/=1,2"\r\n=3',
    ]
    const of = await bucketWith(olds)
    const body = { path_template: '/n"; \\$x/:slug/{slug}' }
    const nginx = (await fileOf(of, 'redirects-nginx', body)).trim().split('\n').slice(3, -1)
    expect(nginx).toHaveLength(olds.length)
    for (const line of nginx) expect(line).toMatch(/^  "\/(?:[^"\\]|\\["\\])*" "\/[^"\\$]*";$/)
    expect(nginx[0]).toBe(String.raw`  "/a\" \"/b; }" "/n%22;%20%5C%24x/:slug/p0";`)
    const netlify = (await fileOf(of, 'redirects-netlify', body)).trim().split('\n')
    expect(netlify).toHaveLength(olds.length)
    for (const line of netlify) expect(line).toMatch(/^\/[^\s*"{}]* \/[^\s"{}]* 301$/)
    expect(netlify[6]).toMatch(/^\/%3Aname \/n%22;%20%5C\$x\/%3Aslug\/p6 301$/)
    const json = JSON.parse(await fileOf(of, 'redirects-json', body)) as object[]
    expect(json).toHaveLength(olds.length)
    const csv = (await fileOf(of, 'redirects-csv', body)).trim().split('\r\n').slice(1)
    expect(csv).toHaveLength(olds.length)
    for (const line of csv) expect(line).toMatch(/^(?:\/[^",\s]*|"\/[^"\s]*"),\/[^",\s]*,301$/)
  })

  test('writes an empty list if no object has an old address', async () => {
    const of = await bucketWith([''])
    expect(JSON.parse(await fileOf(of, 'redirects-json'))).toEqual([])
    expect(await fileOf(of, 'redirects-netlify')).toBe('')
    expect(await fileOf(of, 'redirects-csv')).toBe('from,to,status\r\n')
    const nginx = (await fileOf(of, 'redirects-nginx')).split('\n')
    expect(nginx.slice(2)).toEqual(['map $uri $redirect_to {', '}', ''])
  })
})
