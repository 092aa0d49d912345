import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import * as contentful from './formats/contentful/export.fixture.ts'
import * as directus from './formats/directus/export.fixture.ts'
import * as sanity from './formats/sanity/export.fixture.ts'
import { attachment, item, wxr } from './formats/wordpress/wxr.fixture.ts'
import { importFile } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(() => server.remove())

/** Creates an export with all objects, or with only the first one, which refers to the others. */
type ExportOf = (isWhole: boolean) => string | Promise<Buffer>

const wordpress: ExportOf = (isWhole) => {
  const links = [
    'https://blog.example/2024/post-2/#notes',
    'https://www.blog.example/2024/Post-2',
    '/2024/post-2/',
    '?p=2',
    '/category/news/',
    '/author/grace/',
  ]
  const content = links.map((href) => `<a href="${href}">link</a>`).join(' ')
  const first = item({ content, type: 'page', parent: 4, meta: { _thumbnail_id: '3' } })
  const others = [
    '<wp:author><wp:author_login>grace</wp:author_login></wp:author>',
    '<wp:category><wp:category_nicename>news</wp:category_nicename><wp:cat_name>News</wp:cat_name></wp:category>',
    item({ id: 2 }),
    attachment(3, 'sea.jpg'),
    item({ id: 4, type: 'page' }),
  ]
  return wxr([first, ...(isWhole ? others : [])].join('\n'))
}

const ghost: ExportOf = (isWhole) => {
  const html = ['__GHOST_URL__/two/', 'https://old.example/two', '/two/?ref=a']
    .map((href) => `<a href="${href}">link</a>`)
    .join(' ')
  const posts = [
    { id: '1', title: 'One', slug: 'one', html },
    { id: '2', title: 'Two', slug: 'two', html: '<p>Text</p>' },
  ]
  const rest = {
    tags: [{ id: '5', name: 'News', slug: 'news' }],
    users: [{ id: '6', name: 'Ada', slug: 'ada', email: 'ada@old.example' }],
  }
  const data = {
    posts: isWhole ? posts : posts.slice(0, 1),
    posts_tags: [{ post_id: '1', tag_id: '5' }],
    posts_authors: [{ post_id: '1', author_id: '6' }],
    settings: [{ key: 'url', value: 'https://old.example' }],
    ...(isWhole && rest),
  }
  return JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5.0.0' }, data }] })
}

const contentfulExport: ExportOf = (isWhole) => {
  const { document, en, entry, field, link, node, pageModel, paragraph, text } = contentful
  const target = { target: link('Entry', '2') }
  const body = document(
    paragraph(text('See '), node('entry-hyperlink', [text('this')], target)),
    node('embedded-entry-block', [], target),
  )
  const fields = [
    field('title', 'Symbol'),
    field('body', 'RichText'),
    field('next', 'Link', { linkType: 'Entry' }),
    field('all', 'Array', { items: { type: 'Link', linkType: 'Entry' } }),
  ]
  const entries = [
    entry(
      '1',
      'page',
      en({
        title: 'One',
        body,
        next: link('Entry', '2'),
        all: ['2', '1'].map((id) => link('Entry', id)),
      }),
    ),
    entry('2', 'page', en({ title: 'Two & more' })),
  ]
  return contentful.exportOf({
    ...pageModel(...fields),
    entries: isWhole ? entries : entries.slice(0, 1),
  })
}

const sanityExport: ExportOf = (isWhole) => {
  const { block, document, ndjson, reference, span } = sanity
  const markDefs = [{ _key: 'm', _type: 'internalLink', reference: reference('two') }]
  const first = document('one', 'page', {
    title: 'One',
    next: reference('two'),
    all: [reference('two'), reference('one')],
    body: [block([span('this', 'm')], { markDefs }), { _type: 'page', ...reference('two') }],
  })
  return ndjson(first, ...(isWhole ? [document('two', 'page', { title: 'Two & more' })] : []))
}

const directusTemplate: ExportOf = (isWhole) => {
  const { collection, field, key, relation, templateOf } = directus
  const column = (path: string) => field(path, 'uuid', { hidden: true })
  const all = { special: ['m2m'], interface: 'list-m2m' }
  const posts = ['a', 'b'].map((id) => ({ id, title: `Post ${id}` }))
  return templateOf({
    collections: [collection('posts'), collection('links', { hidden: true })],
    fields: [
      key('posts'),
      field('posts.title', 'string'),
      field('posts.all', 'alias', all),
      key('links', 'integer'),
      column('links.from'),
      column('links.to'),
    ],
    relations: [
      relation('links.from', 'posts', { one_field: 'all', junction_field: 'to' }),
      relation('links.to', 'posts', { junction_field: 'from' }),
    ],
    content: {
      posts: isWhole ? posts : posts.slice(0, 1),
      links: ['b', 'a'].map((to, id) => ({ id, from: 'a', to })),
    },
  })
}

test.each<[string, string, ExportOf, number]>([
  ['WordPress', 'blog.xml', wordpress, 8],
  ['Ghost', 'ghost.json', ghost, 5],
  ['Contentful', 'contentful.json', contentfulExport, 5],
  ['Sanity', 'data.ndjson', sanityExport, 5],
  ['Directus', 'template.zip', directusTemplate, 2],
])(
  'a partial export of %s refers to the objects of an earlier import',
  async (_, name, exportOf, references) => {
    const whole = await importFile(server, owner, await exportOf(true), { name })
    expect(whole.report).toMatchObject({ objects: { updated: 0 }, total_errors: 0 })
    const before = await objects()
    const [first] = before.filter(({ slug }) => ['one', 'post-1', 'post-a'].includes(slug))
    expect(JSON.stringify(first).match(/"[0-9a-f]{24}"|object:[0-9a-f]{24}/g)).toHaveLength(
      references + 1,
    )
    const part = await importFile(server, owner, await exportOf(false), { name })
    expect(part.report).toMatchObject({ objects: { added: 0, updated: 0 }, total_errors: 0 })
    expect(await objects()).toEqual(before)
  },
)

test('an address that two objects had is left as it was, with a warning', async () => {
  const name = 'blog.xml'
  const link = 'https://blog.example/2024/same/'
  const twins = ['post', 'page'].map((type, n) => item({ id: n + 2, type, link }))
  await importFile(server, owner, wxr(twins.join('')), { name })
  const content = `<a href="${link}">link</a>`
  const { report } = await importFile(server, owner, wxr(item({ id: 1, content })), { name })
  expect(report?.warnings).toMatchObject([{ message: expect.stringContaining('/2024/same/') }])
  const [first] = (await objects()).filter(({ slug }) => slug === 'post-1')
  expect(first?.content).toContain(link)
})

test('a link to another site stays, even if an imported site has a page with the same path', async () => {
  const page = item({ id: 1, type: 'page', link: 'https://blog.example/about/' })
  await importFile(server, owner, wxr(page), { name: 'blog.xml' })
  const link = 'https://shop.example/about/'
  const content = `<a href="${link}">About</a>`
  const other = wxr(item({ id: 2, content }), { site: 'https://shop.example' })
  await importFile(server, owner, other, { name: 'shop.xml' })
  const [post] = (await objects()).filter(({ slug }) => slug === 'post-2')
  expect(post?.content).toContain(link)
})

async function objects() {
  const query = { slug: owner.bucket.slug, query: '{}', limit: 100 }
  const { objects: all } = (await server.call(listObjects, { query }, owner)).ok()
  return all
    .map(({ object: { id, slug, content, thumbnail, metadata } }) => ({
      id,
      slug,
      content,
      thumbnail,
      metadata,
    }))
    .toSorted((a, b) => a.id.localeCompare(b.id))
}
