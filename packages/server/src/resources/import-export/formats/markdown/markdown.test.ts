import { listObjects } from '@typecase/contract/objects'
import { getBucket } from '@typecase/contract/buckets'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { picture } from '../../../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { zipOf } from '../../testing/export-bucket.ts'
import { importFile } from '../../testing/import-file.ts'
import { readMarkdown } from './front-matter.ts'

describe('front matter', () => {
  test.each([
    ['YAML', '---\ntitle: A\ntags: [x, y]\ndate: 2026-01-02\n---\n\nText'],
    [
      'YAML with a byte order mark and Windows line ends',
      '\uFEFF---\r\ntitle: A\r\ntags: [x, y]\r\ndate: 2026-01-02\r\n---\r\n\r\nText',
    ],
    ['TOML', '+++\ntitle = "A"\ntags = ["x", "y"]\ndate = "2026-01-02"\n+++\n\nText'],
    ['JSON', '{\n"title": "A", "tags": ["x", "y"], "date": "2026-01-02"\n}\n\nText'],
  ])('is read as %s', (_, text) => {
    const { front, body, problem } = readMarkdown(text)
    expect(problem).toBeUndefined()
    expect(front).toEqual({ title: 'A', tags: ['x', 'y'], date: '2026-01-02' })
    expect(body.trim()).toBe('Text')
  })

  test.each([
    ['no end', '---\ntitle: A\n\nText'],
    ['a rule', 'Text\n\n---\n\nMore'],
    ['a list', '---\n- a\n- b\n---\nText'],
    ['broken YAML', '---\na: [b\n---\nText'],
    [
      'aliases that grow without end',
      `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(9)}]\n---\nText`,
    ],
    ['broken TOML', '+++\na =\n+++\nText'],
    ['broken JSON', '{\n"a": \n}\nText'],
  ])('with %s leaves the whole text in the body', (_, text) => {
    expect(readMarkdown(text)).toMatchObject({ front: {}, body: text })
  })
})

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(() => server.remove())

async function objects() {
  const query = { slug: owner.bucket.slug, limit: 100 }
  const { objects: rows } = (await server.call(listObjects, { query }, owner)).ok()
  return new Map(rows.map(({ object }) => [object.slug, object]))
}

test('a site becomes types with fields, media and links, and a second import changes nothing', async () => {
  const zip = await zipOf([
    ['site/README.md', '# About this repository'],
    [
      'site/content/posts/2026-01-02-hello.md',
      '---\ntitle: Hello\ndate: 2026-01-02\ndraft: true\ntags: [news]\nrating: 4\ncover: ../images/sea.png\n---\nSee [the other](other.mdx) and ![The sea](../images/sea.png), [away](https://example.com) and [nothing](gone.md).',
    ],
    ['site/content/posts/other.mdx', '# Other one\n\n<Chart />'],
    ['site/content/posts/bundle/index.md', 'Without a title'],
    ['site/content/images/sea.png', await picture().png().toBuffer()],
    ['site/about.md', '+++\ntitle = "About us"\n+++\nWe.'],
  ])
  const { report } = await importFile(server, owner, zip, { name: 'site.zip' })
  expect(report).toMatchObject({ objects: { added: 4 }, media: { added: 1 }, total_errors: 0 })
  const all = await objects()
  const hello = all.get('hello')
  expect(hello).toMatchObject({
    type: 'posts',
    status: 'draft',
    created_at: '2026-01-02T00:00:00.000Z',
    metadata: { tags: ['news'], rating: 4 },
  })
  const body = String(hello?.metadata?.['body'])
  expect(body).toContain(`[the other](object:${all.get('other')?.id})`)
  expect(body).toMatch(/!\[The sea\]\(http[^)]+\/media\/[0-9a-f]{24}-sea\.png\)/)
  expect(body).toContain('[away](https://example.com)')
  expect(body).toContain('[nothing](gone.md)')
  expect(all.get('other')).toMatchObject({
    title: 'Other one',
    metadata: { body: '# Other one\n\n<Chart />' },
  })
  expect(all.get('bundle')).toMatchObject({ title: 'Bundle', status: 'published' })
  expect(all.get('about')).toMatchObject({ type: 'pages', title: 'About us' })
  const { bucket } = (
    await server.call(getBucket, { query: { slug: owner.bucket.slug } }, owner)
  ).ok()
  const posts = bucket.object_types.find(({ slug }) => slug === 'posts')
  expect(posts?.metafields).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'body', type: 'markdown' }),
      expect.objectContaining({ key: 'rating', type: 'number' }),
      expect.objectContaining({ key: 'tags', type: 'multi-select' }),
      expect.objectContaining({ key: 'cover', type: 'file' }),
    ]),
  )

  const secondImport = await importFile(server, owner, zip, { name: 'site.zip' })
  expect(secondImport.report).toMatchObject({
    objects: { added: 0, updated: 0, unchanged: 4 },
    media: { added: 0 },
  })
})

test('front matter that cannot be read stays in the text, with a warning', async () => {
  const zip = await zipOf([['a.md', '---\na: [b\n---\nText']])
  const { report } = await importFile(server, owner, zip, { name: 'a.zip' })
  expect(report?.warnings).toEqual([
    expect.objectContaining({ message: expect.stringContaining('The front matter of a.md') }),
  ])
  expect((await objects()).get('a')?.metadata?.['body']).toContain('a: [b')
})

test.each(['../yy.md', '/x/yy.md', 'C:/yy.md'])(
  'an archive with the name %s is refused',
  async (name) => {
    const zip = await zipOf([['xx/yy.md', 'Text']])
    // yazl refuses to write such names.
    const hostile = Buffer.from(zip.toString('latin1').replaceAll('xx/yy.md', name), 'latin1')
    const { job } = await importFile(server, owner, hostile, { name: 'a.zip' })
    expect(job).toMatchObject({ status: 'failed', result: null })
    expect((await objects()).size).toBe(0)
  },
)
