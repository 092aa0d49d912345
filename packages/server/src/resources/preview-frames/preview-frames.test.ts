import { duplicateBucket, getBucket, updateBucket } from '@typecase/contract/buckets'
import { addObjectType, updateObjectType } from '@typecase/contract/object-types'
import { getPreviewFrame, type PreviewSite } from '@typecase/contract/preview-sites'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { endOf, importFile } from '../import-export/testing/import-file.ts'

// Imports and copies start a thread.
vi.setConfig({ testTimeout: 60_000 })

const PUBLIC_URL = 'https://cms.example.com'
const clock = createTestClock(Date.now())

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL }, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const site: PreviewSite = {
  id: 'shop',
  name: 'Shop',
  url: 'https://shop.example.com/{locale}/{slug}',
  types: [],
}

const save = (preview_sites: readonly object[], as?: Person) => {
  // The cast allows values that the contract does not.
  const data = { preview_sites } as { preview_sites: PreviewSite[] }
  return server.call(updateBucket, { body: { slug: owner.bucket.slug, data } }, as)
}
const sitesOf = async (slug: string) =>
  (await server.call(getBucket, { query: { slug } }, owner)).ok().bucket.preview_sites

describe('the preview sites of a bucket', () => {
  test('need a session (401) and an admin (403) to be changed', async () => {
    expect((await save([site])).status).toBe(401)
    const developer = await addPerson(server)
    await join(server, developer, owner, 'developer')
    expect((await save([site], developer)).status).toBe(403)
    expect(await sitesOf(owner.bucket.slug)).toEqual([])
  })

  test.each([
    ['ftp://shop.example.com/{slug}', 'begins with https://'],
    ['javascript:alert(1)', 'begins with https://'],
    ['/posts/{slug}', 'begins with https://'],
    ['http://shop.example.com/{slug}', 'http:// works for localhost only'],
    ['https://{slug}.example.com/', 'a host without placeholders'],
    ['https://me:secret@shop.example.com/', 'a host without placeholders'],
    ['https://*.example.com/', 'a host without placeholders'],
    ['https://a;b.example.com/', 'a host without placeholders'],
    ['https://shop.example.com/{title}', 'must not contain “{title}”'],
    ['https://cms.example.com/blog', 'another origin than the dashboard'],
  ])('cannot have the address %s', async (url, words) => {
    const error = (await save([site, { ...site, id: 'b', url }], owner)).error()
    const path = 'data.preview_sites.1.url'
    expect(error).toMatchObject({ status: 400, details: [{ path, rule: 'url' }] })
    expect(error.message).toContain(words)
  })

  test('have unique ids, a name and no unknown keys, and are at most 20', async () => {
    expect((await save([site, site], owner)).error()).toMatchObject({
      details: [{ path: 'data.preview_sites.1.id', rule: 'unique' }],
    })
    for (const broken of [
      { ...site, name: '' },
      { ...site, id: 'a b' },
      { ...site, key: 1 },
    ])
      expect((await save([broken], owner)).status).toBe(400)
    expect(
      (
        await save(
          Array.from({ length: 21 }, (_, n) => ({ ...site, id: `${n}` })),
          owner,
        )
      ).status,
    ).toBe(400)
  })

  test('follow an object type to its new slug', async () => {
    const { slug } = owner.bucket
    const added = { body: { slug, data: { title: 'Posts', slug: 'posts' } } }
    ;(await server.call(addObjectType, added, owner)).ok()
    await save([{ ...site, types: ['posts', 'pages'] }], owner)
    const renamed = { body: { slug, type_slug: 'posts', data: { slug: 'articles' } } }
    ;(await server.call(updateObjectType, renamed, owner)).ok()
    expect(await sitesOf(slug)).toEqual([{ ...site, types: ['articles', 'pages'] }])
  })

  test('can be on localhost, and are included in copies and imports', async () => {
    const local = { ...site, id: 'local', url: 'http://[::1]:3000/{metadata.category.slug}' }
    const { bucket } = (await save([site, local], owner)).ok()
    expect(bucket.preview_sites).toEqual([site, local])

    const body = { slug: owner.bucket.slug, data: {} }
    const copy = (await server.call(duplicateBucket, { body }, owner)).ok()
    expect((await endOf(server, owner, copy.job)).status).toBe('done')
    expect(await sitesOf(copy.bucket.slug)).toEqual([site, local])

    const file = {
      object_types: [],
      preview_sites: [
        { ...site, name: 'Another name' },
        { ...site, id: 'next' },
        { ...site, id: 'plain', name: 'Plain', url: 'http://shop.example.com' },
      ],
    }
    const { report } = await importFile(server, owner, JSON.stringify(file))
    expect(report?.warnings.map(({ message }) => message)).toEqual([
      'The preview site “Plain” was left out: its address must begin with https://: http:// works for localhost only.',
    ])
    expect(await sitesOf(owner.bucket.slug)).toEqual([site, local, { ...site, id: 'next' }])
  })
})

describe('the preview frame', () => {
  const address = (as?: Person) =>
    server.call(getPreviewFrame, { query: { slug: owner.bucket.slug } }, as)
  const get = (url: string) => server.http.inject({ url })
  const frames = (url: string) =>
    get(url).then(({ headers }) =>
      /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' '),
    )

  test('needs a session (401), access to the bucket (404) and a valid slug (400)', async () => {
    expect((await address()).status).toBe(401)
    expect((await address(await addPerson(server))).status).toBe(404)
    const query = { slug: 'A B' }
    expect((await server.call(getPreviewFrame, { query }, owner)).status).toBe(400)
  })

  test('may only embed the bucket’s sites and the preview links of its types', async () => {
    const { url } = (await address(owner)).ok()
    expect(await frames(url)).toEqual([`'none'`])
    await save([site, { ...site, id: 'b', url: 'http://localhost:3000/' }], owner)
    for (const [title, preview_link] of [
      ['Posts', 'https://blog.example.com/[object_slug]'],
      ['Pages', 'http://plain.example.com/[object_slug]'],
      ['Own', `${PUBLIC_URL}/[object_slug]`],
    ] as const) {
      const body = { slug: owner.bucket.slug, data: { title, preview_link } }
      ;(await server.call(addObjectType, { body }, owner)).ok()
    }
    expect(await frames(url)).toEqual([
      'https://shop.example.com',
      'http://localhost:3000',
      'https://blog.example.com',
    ])
    const { headers, body } = await get(url)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${PUBLIC_URL}`)
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(body).toContain('sandbox="allow-scripts allow-same-origin allow-forms allow-popups"')
    await save([], owner)
    expect(await frames(url)).toEqual(['https://blog.example.com'])
  })

  test('has a signed address that is valid for one bucket and at most two days', async () => {
    const { url } = (await address(owner)).ok()
    const other = await addOwner(server)
    expect((await get(url)).statusCode).toBe(200)
    expect((await get(url.replace(owner.bucket.id, other.bucket.id))).statusCode).toBe(404)
    expect((await get(url.replace(/.$/, '_'))).statusCode).toBe(404)
    expect((await get(`/preview-frame/${owner.bucket.id}/`)).statusCode).toBe(404)
    clock.advance(2 * 86_400_000)
    expect((await get(url)).statusCode).toBe(404)
  })
})
