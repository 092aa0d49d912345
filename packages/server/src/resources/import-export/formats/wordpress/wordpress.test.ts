import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner } from '../../../../testing/people.ts'
import { picture } from '../../../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { zipOf } from '../../testing/export-bucket.ts'
import { importFile, type ImportOptions } from '../../testing/import-file.ts'
import { needsSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'
import { attachment, item, wxr } from './wxr.fixture.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const importWxr = (file: string | Uint8Array, options: ImportOptions = {}) =>
  importFile(server, owner, file, { name: 'blog.xml', ...options })

/** Returns the objects of the bucket by type and slug. */
async function objects() {
  const query = { slug: owner.bucket.slug, limit: 1000 }
  const { objects: rows } = (await server.call(listObjects, { query }, owner)).ok()
  return new Map(rows.map(({ object }) => [`${object.type}/${object.slug}`, object]))
}

async function media() {
  const query = { slug: owner.bucket.slug, limit: 100 }
  const { media: rows } = (await server.call(listMedia, { query }, owner)).ok()
  return new Map(rows.map((one) => [one.name, one]))
}

const SITE = [
  '<wp:author><wp:author_login>ada</wp:author_login><wp:author_email>ada@blog.example</wp:author_email><wp:author_display_name>Ada L.</wp:author_display_name></wp:author>',
  '<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>news</wp:category_nicename><wp:cat_name>News &amp; more</wp:cat_name></wp:category>',
  '<wp:category><wp:category_nicename>local</wp:category_nicename><wp:category_parent>news</wp:category_parent><wp:cat_name>Local</wp:cat_name></wp:category>',
  attachment(10, 'tower.jpg', 'A tower'),
  item({
    id: 1,
    title: 'Towers &amp; lights',
    name: 'towers',
    content:
      'One\n\n<a href="https://blog.example/2024/about/">About</a> <a href="/gone/">Gone</a> <img src="https://blog.example/wp-content/uploads/2024/tower-300x200.jpg">',
    meta: { _thumbnail_id: '10', height: '12', options: 'a:1:{s:1:"a";i:1;}', _edit_last: '1' },
    more: '<category domain="category" nicename="local">Local</category><category domain="post_tag" nicename="sea">Sea</category><wp:is_sticky>1</wp:is_sticky>',
  }),
  item({ id: 2, type: 'page', name: 'about', title: 'About' }),
  item({ id: 3, type: 'page', name: 'team', parent: 2 }),
  item({ id: 4, type: 'page', name: 'team', parent: 3 }),
  item({ id: 5, status: 'private', name: 'secret' }),
  item({ id: 6, status: 'future', name: 'later', date: '2999-01-01 00:00:00' }),
  item({ id: 7, status: 'draft', name: '', title: '', content: 'An untitled <b>draft</b>' }),
  item({ id: 8, type: 'lighthouse', name: '%e7%81%af%e5%8f%b0' }),
  item({ id: 9, type: 'nav_menu_item' }),
  item({ id: 11, status: 'trash' }),
].join('\n')

test('a site becomes types with relations, dates, statuses and media, and a second import changes nothing', async () => {
  const dry = await importWxr(wxr(SITE), { import_mode: 'dry_run' })
  expect(dry.report?.source).toMatchObject({ title: 'WordPress export of blog.example', media: 1 })
  expect((await objects()).size).toBe(0)

  const { report } = await importWxr(wxr(SITE))
  expect(report).toMatchObject({
    objects: { added: 12 },
    media: { added: 1 },
    relations: { missing: 0 },
    total_errors: 0,
  })
  const all = await objects()
  const id = (key: string) => all.get(key)?.id ?? 'none'
  const towers = all.get('posts/towers')
  expect(towers).toMatchObject({
    title: 'Towers & lights',
    status: 'published',
    published_at: '2024-01-05T09:00:00.000Z',
    metadata: { height: 12, sticky: true, redirect_from: '/2024/towers/' },
  })
  expect(towers?.content).toBe(
    `<p>One</p>\n<p><a href="object:${id('pages/about')}">About</a> <a href="/gone/">Gone</a> <img src="https://blog.example/wp-content/uploads/2024/tower-300x200.jpg"></p>`,
  )
  expect(towers?.metadata?.['categories']).toEqual([id('categories/local')])
  expect(towers?.metadata?.['tags']).toEqual([id('tags/sea')])
  expect(towers?.metadata?.['author']).toBe(id('authors/ada'))
  expect(all.get('authors/ada')?.title).toBe('Ada L.')
  expect(all.get('categories/news')?.title).toBe('News & more')
  expect(all.get('categories/local')?.metadata?.['parent']).toBe(id('categories/news'))
  expect(all.get('pages/team')?.metadata?.['parent']).toBe(id('pages/about'))
  expect(all.get('pages/team-4')?.metadata?.['parent']).toBe(id('pages/team'))
  expect(all.get('posts/secret')).toMatchObject({
    status: 'draft',
    metadata: { visibility: 'private' },
  })
  expect(all.get('posts/later')).toMatchObject({
    status: 'draft',
    publish_at: Date.parse('2999-01-01'),
  })
  expect(all.get('posts/an-untitled-draft')).toMatchObject({ title: 'An untitled draft' })
  expect(all.get('lighthouse/灯台')?.title).toBe('Post 8')
  expect((await media()).get('tower.jpg')).toMatchObject({
    alt_text: 'A tower',
    url: 'https://blog.example/wp-content/uploads/2024/tower.jpg',
  })
  const words = report?.warnings.map(({ message }) => message).join('\n')
  expect(words).toContain('/gone/')
  expect(words).toContain('“nav_menu_item” are left out: 1')
  expect(words).toContain('“trash” are left out: 1')

  const secondImport = await importWxr(wxr(SITE))
  expect(secondImport.report).toMatchObject({
    objects: { added: 0, updated: 0, unchanged: 12 },
    media: { added: 0 },
  })
})

const comment = (id: number, more: string) =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Bob</wp:comment_author><wp:comment_author_email>bob@mail.example</wp:comment_author_email><wp:comment_date_gmt>2024-02-01 10:00:00</wp:comment_date_gmt><wp:comment_content>Nice ${id}</wp:comment_content>${more}</wp:comment>`
const COMMENTED = wxr(
  item({
    id: 1,
    name: 'towers',
    more: [
      comment(1, '<wp:comment_approved>1</wp:comment_approved>'),
      comment(
        2,
        '<wp:comment_approved>0</wp:comment_approved><wp:comment_parent>1</wp:comment_parent>',
      ),
      comment(3, '<wp:comment_approved>spam</wp:comment_approved>'),
    ].join(''),
  }),
)

test('comments are left out by default, or become objects without e-mail addresses', async () => {
  const { report } = await importWxr(COMMENTED, { import_mode: 'dry_run' })
  expect(report?.objects.added).toBe(2)
  expect(report?.warnings.map(({ message }) => message)).toContain('Comments are left out: 3.')

  await importWxr(COMMENTED, { model: { options: { comments: 'objects' } } })
  const all = await objects()
  expect(all.get('comments/comment-1')).toMatchObject({
    title: 'Bob',
    content: '<p>Nice 1</p>',
    status: 'published',
    created_at: '2024-02-01T10:00:00.000Z',
  })
  expect(all.get('comments/comment-2')).toMatchObject({ status: 'draft' })
  expect(all.get('comments/comment-2')?.metadata?.['parent']).toBe(
    all.get('comments/comment-1')?.id,
  )
  expect(all.get('comments/comment-1')?.metadata?.['post']).toBe(all.get('posts/towers')?.id)
  expect(all.has('comments/comment-3')).toBe(false)
  expect(JSON.stringify([...all])).not.toContain('bob@mail.example')
})

test('fields of ACF become repeaters, media and relations', async () => {
  const acf = (id: number, key: string, title: string, type: string) =>
    item({
      id,
      type: 'acf-field',
      name: key,
      title,
      content: `a:1:{s:4:"type";s:${type.length}:"${type}";}`,
    })
  const file = wxr(
    [
      acf(20, 'field_intro', 'Introduction', 'wysiwyg'),
      acf(21, 'field_open', 'Open', 'true_false'),
      attachment(10, 'a.jpg'),
      item({ id: 2, name: 'other' }),
      item({
        id: 1,
        name: 'towers',
        meta: {
          intro: '<p>Hello</p>',
          _intro: 'field_intro',
          open: '1',
          _open: 'field_open',
          hero: '10',
          _hero: 'field_hero',
          related: 'a:1:{i:0;s:1:"2";}',
          _related: 'field_related',
          items: '2',
          _items: 'field_items',
          items_0_title: 'One',
          _items_0_title: 'field_title',
          items_0_image: '10',
          _items_0_image: 'field_image',
          items_1_title: 'Two',
          _items_1_title: 'field_title',
        },
      }),
    ].join('\n'),
  )
  const { report } = await importWxr(file)
  expect(report).toMatchObject({ total_errors: 0, relations: { missing: 0 } })
  const types = new Map(
    report?.source?.types.find(({ slug }) => slug === 'posts')?.fields.map((one) => [one.key, one]),
  )
  expect(types.get('intro')).toMatchObject({ title: 'Introduction', type: 'html-textarea' })
  expect(types.get('items')?.type).toBe('repeater')
  expect(types.get('hero')?.type).toBe('file')
  const all = await objects()
  expect(all.get('posts/towers')?.metadata).toMatchObject({
    intro: '<p>Hello</p>',
    open: true,
    related: [all.get('posts/other')?.id],
    items: [{ field_title: 'One' }, { field_title: 'Two' }],
  })
  expect(JSON.stringify(all.get('posts/towers')?.metadata?.['hero'])).toContain('a.jpg')
})

test('a zip with the parts of an export is imported as one export, with its uploaded files', async () => {
  const bytes = await picture().png().toBuffer()
  const file = await zipOf([
    ['export/blog-1.xml', wxr(item({ id: 1 }))],
    ['export/blog-2.xml', wxr(item({ id: 2 }) + attachment(3, 'small.png'))],
    ['media/uploads/2024/small.png', bytes],
  ])
  const { report } = await importWxr(file, { name: 'blog.zip' })
  expect(report).toMatchObject({ objects: { added: 3 }, media: { added: 1 }, total_errors: 0 })
  expect([...(await media()).values()][0]?.url).toContain('/media/')
})

const many = Array.from({ length: 300 }, (_, n) => `<wp:meta>${n}</wp:meta>`).join('')
test.each([
  ['gzip', gzipSync(wxr(item())), 2],
  ['UTF-16', Buffer.from(`\uFEFF${wxr(item())}`, 'utf16le'), 2],
  [
    'Latin-1',
    Buffer.from(wxr(item({ title: 'Über' })).replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    2,
  ],
  ['bytes of Latin-1 in UTF-8', Buffer.from(wxr(item({ title: 'Über' })), 'latin1'), 2],
  ['control characters', wxr(item({ title: 'A\u0001\u0000B' })), 2],
  ['unescaped CDATA', wxr(item({ content: 'a ]]> b <script>//]]></script>' })), 2],
  ['an ampersand', wxr('<item><title>A & B</title><wp:post_id>1</wp:post_id></item>'), 1],
  ['ids that come twice', wxr(item() + item() + item({ id: 2 })), 3],
  ['a slug that comes twice', wxr(item({ id: 1, name: 'a' }) + item({ id: 2, name: 'a' })), 3],
  [
    'a cycle of parents',
    wxr([1, 2, 3].map((n) => item({ id: n, type: 'page', parent: (n % 3) + 1 })).join('')),
    4,
  ],
  ['a parent of itself', wxr(item({ id: 1, type: 'page', parent: 1 })), 2],
  ['a missing parent', wxr(item({ id: 1, type: 'page', parent: 99 })), 2],
  ['no ids', wxr('<item><title>A</title></item><item><title>B</title></item>'), 2],
  ['objects of PHP', wxr(item({ meta: { evil: 'O:4:"Evil":1:{s:1:"a";O:4:"Evil":0:{}}' } })), 2],
  ['broken PHP', wxr(item({ meta: { evil: 'a:2:{i:0;O:4:"Evil":1:{' } })), 2],
  [
    'keys of prototypes',
    wxr(item({ meta: { __proto__x: '1', constructor: '2', id: '3', 'a b': '4' } })),
    2,
  ],
  ['dates of year 0', wxr(item({ date: '0000-00-00 00:00:00' })), 2],
  ['an unknown state', wxr(item({ status: 'wc-completed' })), 2],
  ['a type without letters', wxr(item({ type: '???' })), 2],
  ['a slug of spaces', wxr(item({ name: 'a b/c?' })), 2],
  ['a title of tags', wxr(item({ title: '<b></b>', content: '', name: '' })), 2],
  ['a very long title', wxr(item({ title: 'a'.repeat(5000), name: 'b'.repeat(500) })), 2],
  ['an attachment without an address', wxr(item({ type: 'attachment', meta: {} })), 0],
  [
    'an address of a script',
    wxr(
      item({
        type: 'attachment',
        more: '<wp:attachment_url>javascript:alert(1)</wp:attachment_url>',
      }),
    ),
    0,
  ],
  ['unknown elements', wxr(item({ more: many })), 2],
  ['no items', wxr(''), 0],
])(
  '%s does not prevent the import, and a second import changes nothing',
  async (_, file, count) => {
    const { job, report } = await importWxr(file)
    expect(job.errors).toEqual([])
    expect(report).toMatchObject({ total_errors: 0, objects: { added: count } })
    const secondImport = await importWxr(file)
    expect(secondImport.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: count })
  },
)

test('a file that was cut off at any of twenty places changes nothing', async () => {
  const text = wxr(SITE)
  const start = text.indexOf('<wp:author>')
  const end = text.indexOf('</channel>')
  for (let n = 0; n < 20; n += 1) {
    const { job } = await importWxr(text.slice(0, start + Math.floor(((end - start) * n) / 19)))
    expect(job.status).toBe('failed')
    expect(job.errors.at(-1)?.reason).toContain('was cut off')
  }
  expect((await objects()).size).toBe(0)
})

test('a feed that is not from WordPress is refused', async () => {
  const feed = '<?xml version="1.0"?><rss version="2.0"><channel><item/></channel></rss>'
  await expect(importWxr(feed)).rejects.toThrow('an XML file')
})

test('3,000 items with one slug are accepted, and fields that only one item has are left out', async () => {
  const items = Array.from({ length: 3000 }, (_, n) =>
    item({ id: n + 1, name: 'same', title: 'Same', meta: { [`key_${n}`]: '1', views: `${n}` } }),
  )
  const { report } = await importWxr(wxr(items.join('\n')), { import_mode: 'dry_run' })
  expect(report).toMatchObject({ objects: { added: 3001 }, total_errors: 0 })
  const fields = report?.source?.types.find(({ slug }) => slug === 'posts')?.fields
  expect(fields?.map(({ key }) => key)).toEqual(['author', 'redirect_from', 'views'])
})

test.each([
  ['malformed', { authors: 1, categories: 21, tags: 18, post_tax: 14 }],
  ['test-serialized-postmeta-with-cdata', { authors: 1, categories: 1, posts: 1 }],
  ['utf-8-challenges', { authors: 1, categories: 1, posts: 1 }],
  ['valid-1.0', { authors: 1, categories: 5, tags: 4, posts: 3, pages: 3, comments: 1 }],
  [
    'theme-unit-test',
    { authors: 3, tags: 114, categories: 68, posts: 58, pages: 21, comments: 33 },
  ],
])(
  'wxr-%s.xml is imported with every object, and a second import changes nothing',
  needsSharedFixtures,
  async (name, counts) => {
    const file = readFileSync(sharedFixture(`foreign/wxr-${name}.xml`))
    const model = { options: { comments: 'objects' } }
    const { report } = await importWxr(file, { model })
    const types = report?.source?.types.map(({ slug, objects: count }) => [slug, count]) ?? []
    expect(Object.fromEntries(types)).toEqual(counts)
    expect(report).toMatchObject({ total_errors: 0, relations: { missing: 0 } })
    const secondImport = await importWxr(file, { model })
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    expect(secondImport.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: total })
  },
)

test(
  'texts, dates, metadata and media of real exports are imported',
  needsSharedFixtures,
  async () => {
    const names = [
      'valid-1.0',
      'test-serialized-postmeta-with-cdata',
      'utf-8-challenges',
      'theme-unit-test',
    ]
    for (const name of names)
      await importWxr(readFileSync(sharedFixture(`foreign/wxr-${name}.xml`)))
    const all = await objects()
    expect(all.get('posts/hello-world')).toMatchObject({
      content:
        '<p>Welcome to WordPress. This is your first post. Edit or delete it, then start blogging!</p>',
      published_at: '2010-10-20T14:08:20.000Z',
    })
    expect(all.get('categories/alpha')?.metadata?.['description']).toBe('The alpha category')
    expect(all.get('pages/child-post')?.metadata?.['parent']).toBe(all.get('pages/parent-page')?.id)
    expect(all.get('posts/my-entry-with-postmeta')).toMatchObject({
      status: 'draft',
      created_at: '2009-10-20T16:13:20.000Z',
      metadata: { evil: '<wp:meta_value>evil</wp:meta_value>', string: '¯\\_(ツ)_/¯', integer: 1 },
    })
    expect([...all.keys()].some((key) => key.includes('utf8-💫-test'))).toBe(true)
    const gallery = all.get('posts/post-format-gallery')
    expect(gallery?.metadata?.['format']).toBe('gallery')
    expect(gallery?.content).toContain('<figcaption>Bell on wharf in San Francisco</figcaption>')
    const files = await media()
    expect(files.size).toBe(37)
    expect(files.get('canola2.jpg')).toMatchObject({ alt_text: 'canola', type: 'image/jpeg' })
  },
)

test('a member with the e-mail address of an author becomes the creator, and no address is stored', async () => {
  const editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  const authors = [
    ['ada', editor.email.toUpperCase()],
    ['bob', 'bob@elsewhere.example'],
  ].map(
    ([login, email]) =>
      `<wp:author><wp:author_login>${login}</wp:author_login><wp:author_email>${email}</wp:author_email></wp:author>`,
  )
  const other = item({ id: 2 }).replace('<![CDATA[ada]]>', '<![CDATA[bob]]>')
  await importWxr(wxr([...authors, item({ id: 1 }), other].join('\n')))
  const all = await objects()
  expect(all.get('posts/post-1')?.created_by).toBe(editor.id)
  expect(all.get('posts/post-2')?.created_by).toBe(owner.id)
  expect(JSON.stringify([...all.values()])).not.toMatch(/@/)
})

test('a picture that stays on the site gets its absolute address', async () => {
  const content = '<img src="/wp-content/uploads/2024/tower-300x200.jpg"> <a href="/gone/">Gone</a>'
  await importWxr(wxr([attachment(10, 'tower.jpg'), item({ id: 1, content })].join('')))
  expect((await objects()).get('posts/post-1')?.content).toBe(
    '<p><img src="https://blog.example/wp-content/uploads/2024/tower.jpg"> <a href="/gone/">Gone</a></p>',
  )
})

test('a shared block becomes part of the post that uses it, with its pictures', async () => {
  const block =
    '<!-- wp:image {"id":10} --><img src="https://blog.example/wp-content/uploads/2024/new.jpg" srcset="https://blog.example/wp-content/uploads/2024/new-300x200.jpg 300w"><!-- /wp:image -->'
  const site = [
    item({
      id: 1,
      content: '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!-- wp:block {"ref":30} /-->',
    }),
    item({ id: 30, type: 'wp_block', title: 'Shared', content: block }),
    item({ id: 31, type: 'wp_block', status: 'trash', content: 'gone' }),
  ].join('\n')
  const { report } = await importWxr(wxr(site))
  expect(report).toMatchObject({ objects: { added: 2 }, media: { added: 1 }, total_errors: 0 })
  expect(report?.warnings.map(({ message }) => message).join()).not.toContain('wp_block')
  const post = (await objects()).get('posts/post-1')
  expect(post?.content).toContain('<p>One</p>')
  expect(post?.content).toContain('<img src="https://blog.example/wp-content/uploads/2024/new.jpg"')
})
