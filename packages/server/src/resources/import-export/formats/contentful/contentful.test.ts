import { readFileSync } from 'node:fs'

import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { type ReadExport, readFormat } from '../../testing/read-format.ts'
import { zipOf } from '../../testing/export-bucket.ts'
import { hasSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'
import { foreignId } from '../format.ts'
import contentful from './format.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

async function objectsOf(owner: Owner) {
  const query = { slug: owner.bucket.slug, limit: 1000 }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  return objects.map(({ object }) => object)
}

const SPACE = 'space1'
const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })
const space = link('Space', SPACE)
const idOf = (...parts: string[]) => foreignId('contentful', SPACE, ...parts)

const field = (id: string, type: string, more: object = {}) => ({
  id,
  name: id,
  type,
  localized: false,
  required: false,
  validations: [],
  ...more,
})
const type = (id: string, fields: object[], displayField = 'title') => ({
  sys: { id, type: 'ContentType', space },
  name: id,
  displayField,
  fields,
})
const entry = (id: string, contentType: string, fields: object, sys: object = {}) => ({
  sys: {
    id,
    type: 'Entry',
    space,
    contentType: link('ContentType', contentType),
    createdAt: '2024-01-01T10:00:00.000Z',
    updatedAt: '2024-01-02T10:00:00.000Z',
    publishedAt: '2024-01-02T10:00:00.000Z',
    version: 2,
    publishedVersion: 1,
    ...sys,
  },
  fields,
})
/** Values in English. */
const en = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { en: value }]))
const asset = (id: string, file: object, more: object = {}) => ({
  sys: { id, type: 'Asset', space },
  fields: { title: { en: `Title of ${id}` }, description: { en: `Alt of ${id}` }, file, ...more },
})
const file = (id: string, name: string, contentType = 'image/jpeg') => ({
  url: `//images.ctfassets.net/${SPACE}/${id}/token/${name}`,
  details: { size: 1000, image: { width: 40, height: 30 } },
  fileName: name,
  contentType,
})
const locale = (code: string, isDefault = false) => ({ code, name: code, default: isDefault })

const exportOf = (content: Record<string, unknown>): string =>
  JSON.stringify({
    contentTypes: [type('page', [field('title', 'Symbol'), field('body', 'RichText')])],
    entries: [],
    assets: [],
    locales: [locale('en', true)],
    ...content,
  })

async function read(content: Record<string, unknown> | string, options = {}): Promise<ReadExport> {
  const text = typeof content === 'string' ? content : exportOf(content)
  const result = await readFormat(contentful, text, 'contentful-export.json', options)
  if (!result) throw new Error('It is no export of Contentful.')
  return result
}

describe('the starter blog', () => {
  test.skipIf(!hasSharedFixtures)('comes whole, once', async () => {
    const owner = await addOwner(server)
    const bytes = readFileSync(sharedFixture('foreign/contentful-blog.json'))
    const name = 'contentful-blog.json'
    const { report } = await importFile(server, owner, bytes, { name })
    expect(report).toMatchObject({
      source: { title: 'Contentful export of the space 28p9vvm1oxuw', media: 4 },
      object_types: { added: 2 },
      objects: { added: 4 },
      media: { added: 4 },
      relations: { resolved: 3, missing: 0 },
      total_errors: 0,
    })

    const objects = await objectsOf(owner)
    const [person] = objects.filter((object) => object.type === 'person')
    expect(person).toMatchObject({
      title: 'John Doe',
      status: 'published',
      created_at: '2017-05-11T12:04:29.532Z',
      metadata: {
        field_title: 'Web Developer',
        shortBio: '<p>Research and recommendations for modern stack websites.</p>',
      },
    })
    expect(objects.filter((object) => object.type === 'blogPost')).toHaveLength(3)
    const post = objects.find((object) => object.slug === 'static-sites-are-great')
    expect(post).toMatchObject({
      title: 'Static sites are great',
      status: 'published',
      locale: null,
      published_at: expect.stringContaining('2017-05-30'),
      metadata: {
        publishDate: '2017-05-16',
        tags: ['javascript', 'static-sites'],
        author: person?.id,
        body: expect.stringContaining('<h2>The case for the static site generator</h2>'),
      },
    })
    const { media } = (
      await server.call(listMedia, { query: { slug: owner.bucket.slug } }, owner)
    ).ok()
    expect(media.find(({ original_name: one }) => one === 'matt-palmer-254999.jpg')).toMatchObject({
      title: 'Sparkler',
      alt_text: 'John with Sparkler',
      width: 3000,
      size: 2293094,
      url: expect.stringContaining(
        'https://images.contentful.com/28p9vvm1oxuw/7orLdboQQowIUs22KAW4U/a97cd3b3415b51c5facfa6f4d184b650/matt-palmer-254999.jpg',
      ),
    })

    const again = await importFile(server, owner, bytes, { name })
    expect(again.report).toMatchObject({
      object_types: { added: 0, updated: 0 },
      objects: { added: 0, updated: 0, unchanged: 4 },
      media: { added: 0, unchanged: 4 },
    })
  })
})

describe('content types', () => {
  const metafields = async (fields: object[], more: Record<string, unknown> = {}) =>
    (await read({ contentTypes: [type('page', fields), type('other', [])], ...more })).bucket
      .types[0]?.metafields

  test('kinds', async () => {
    const kinds: [object, object][] = [
      [field('a', 'Symbol'), { type: 'text' }],
      [field('a', 'Text'), { type: 'markdown' }],
      [field('a', 'RichText'), { type: 'html-textarea' }],
      [field('a', 'Integer'), { type: 'number' }],
      [field('a', 'Number'), { type: 'number' }],
      [field('a', 'Date'), { type: 'date' }],
      [field('a', 'Boolean'), { type: 'switch', options: 'true,false' }],
      [field('a', 'Object'), { type: 'json' }],
      [field('a', 'Location'), { type: 'parent' }],
      [field('a', 'Link', { linkType: 'Entry' }), { type: 'object' }],
      [field('a', 'Link', { linkType: 'Asset' }), { type: 'file' }],
      [field('a', 'Array', { items: { type: 'Link', linkType: 'Entry' } }), { type: 'objects' }],
      [field('a', 'Array', { items: { type: 'Link', linkType: 'Asset' } }), { type: 'files' }],
      [field('a', 'ResourceLink', { linkType: 'Contentful:Entry' }), { type: 'json' }],
    ]
    for (const [one, expected] of kinds)
      expect((await metafields([one]))?.[0]).toMatchObject({ key: 'a', ...expected })
  })

  test('rules', async () => {
    const rules: [object, object][] = [
      [field('a', 'Symbol', { required: true }), { required: true }],
      [field('a', 'Symbol', { validations: [{ unique: true }] }), { unique: true }],
      [
        field('a', 'Symbol', { validations: [{ in: ['x', 'y'] }] }),
        { type: 'select', options: [{ value: 'x' }, { value: 'y' }] },
      ],
      [
        field('a', 'Symbol', { validations: [{ size: { min: 2, max: 9 } }] }),
        { minlength: 2, maxlength: 9 },
      ],
      [
        field('a', 'Symbol', {
          validations: [{ regexp: { pattern: '^[a-z]+$', flags: 'i' }, message: 'Letters only' }],
        }),
        { regex: '(?i)^[a-z]+$', regex_message: 'Letters only' },
      ],
      [field('a', 'Integer', { validations: [{ range: { min: 1, max: 5 } }] }), { min: 1, max: 5 }],
      [
        field('a', 'Link', { linkType: 'Entry', validations: [{ linkContentType: ['other'] }] }),
        { type: 'object', object_type: 'other' },
      ],
      [
        field('a', 'Array', {
          validations: [{ size: { max: 3 } }],
          items: {
            type: 'Link',
            linkType: 'Asset',
            validations: [{ linkMimetypeGroup: ['image'] }],
          },
        }),
        { type: 'files', media_validation_type: 'image', max: 3 },
      ],
      [
        field('a', 'Array', { items: { type: 'Symbol', validations: [{ in: ['x'] }] } }),
        { type: 'multi-select', options: [{ value: 'x' }] },
      ],
      [field('a', 'Boolean', { defaultValue: { en: true } }), { value: true }],
      // Bounds that contradict each other would keep the type out.
      [field('a', 'Integer', { validations: [{ range: { min: 5, max: 1 } }] }), { type: 'number' }],
    ]
    for (const [one, expected] of rules)
      expect((await metafields([one]))?.[0]).toMatchObject(expected)
  })

  test('reserved keys, help texts and editors of texts', async () => {
    const fields = await metafields([field('id', 'Symbol'), field('metadata', 'Text')], {
      editorInterfaces: [
        {
          sys: { contentType: link('ContentType', 'page') },
          controls: [
            { fieldId: 'metadata', widgetId: 'multipleLine', settings: { helpText: 'Be short.' } },
          ],
        },
      ],
    })
    expect(fields).toMatchObject([
      { key: 'field_id', type: 'text' },
      { key: 'field_metadata', type: 'textarea', helptext: 'Be short.' },
    ])
  })

  test('lists of free texts offer what they hold; dates with a time stay texts', async () => {
    const { bucket, objects } = await read({
      contentTypes: [
        type('page', [
          field('title', 'Symbol'),
          field('words', 'Array', { items: { type: 'Symbol' } }),
          field('at', 'Date'),
          field('on', 'Date'),
        ]),
      ],
      entries: [
        entry(
          '1',
          'page',
          en({ words: ['b', 'a'], at: '2024-05-01T18:30+02:00', on: '2024-05-01' }),
        ),
        entry('2', 'page', en({ words: ['c'], at: '2024-05-02', on: '2024-05-02T00:00+02:00' })),
      ],
    })
    expect(bucket.types[0]?.metafields).toMatchObject([
      {
        key: 'words',
        type: 'multi-select',
        options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }],
      },
      { key: 'at', type: 'text' },
      { key: 'on', type: 'date' },
    ])
    expect(objects.map(({ metadata }) => metadata)).toEqual([
      { words: ['b', 'a'], at: '2024-05-01T18:30+02:00', on: '2024-05-01' },
      { words: ['c'], at: '2024-05-02', on: '2024-05-02' },
    ])
  })
})

describe('entries', () => {
  test('draft, published, changed, archived', async () => {
    const entries = [
      entry('draft', 'page', en({ title: 'Draft' }), { publishedVersion: undefined }),
      entry('published', 'page', en({ title: 'Published' })),
      entry('changed', 'page', en({ title: 'Changed' }), { version: 9, publishedVersion: 3 }),
      entry('archived', 'page', en({ title: 'Archived' }), { archivedVersion: 4 }),
    ]
    const { objects, warnings } = await read({ entries })
    expect(objects.map(({ title, status }) => [title, status])).toEqual([
      ['Draft', 'draft'],
      ['Published', 'published'],
      ['Changed', 'draft'],
    ])
    expect([...warnings.keys()]).toEqual([
      'Archived entries are left out.',
      expect.stringContaining('not what is published'),
    ])
    const chosen = await read({ entries }, { changes: 'published' })
    expect(chosen.objects[2]?.status).toBe('published')
  })

  test('an entry in several locales is an object in each of them', async () => {
    const { bucket, objects } = await read({
      contentTypes: [
        type('page', [
          field('title', 'Symbol', { localized: true }),
          field('slug', 'Symbol', { localized: true }),
          field('year', 'Integer'),
          field('photo', 'Link', { linkType: 'Asset' }),
        ]),
        type('tag', [field('title', 'Symbol')]),
      ],
      locales: [locale('de'), locale('en', true), locale('no good')],
      entries: [
        entry('1', 'page', {
          title: { en: 'Sea', de: 'Meer' },
          slug: { en: 'sea', de: 'meer' },
          year: { en: 1990 },
          photo: { en: link('Asset', 'a') },
        }),
        entry('2', 'page', { title: { de: 'Nur hier' } }),
        entry('3', 'tag', en({ title: 'One' })),
      ],
      assets: [asset('a', { en: file('a', 'sea.jpg'), de: file('a', 'meer.jpg') })],
    })
    expect(bucket.types.map(({ slug, locales }) => [slug, locales])).toEqual([
      ['page', ['en', 'de']],
      ['tag', undefined],
    ])
    expect(objects).toMatchObject([
      {
        id: idOf('1'),
        locale: 'en',
        title: 'Sea',
        slug: 'sea',
        metadata: { year: 1990, photo: 'a-sea.jpg', field_slug: 'sea' },
      },
      {
        id: idOf('1', 'de'),
        locale: 'de',
        title: 'Meer',
        slug: 'sea',
        metadata: { year: 1990, photo: 'a-de-meer.jpg', field_slug: 'meer' },
      },
      { id: idOf('2', 'de'), locale: 'de', title: 'Nur hier', slug: 'nur-hier' },
      { id: idOf('3'), title: 'One' },
    ])
    expect(objects[3]).not.toHaveProperty('locale')
  })

  test('a slug becomes the slug; one that is none here stays as a field', async () => {
    const contentTypes = [type('page', [field('title', 'Symbol'), field('slug', 'Symbol')])]
    const plain = await read({
      contentTypes,
      entries: [entry('1', 'page', en({ title: 'A', slug: 'a-b' }))],
    })
    expect(plain.bucket.types[0]?.metafields).toEqual([])
    expect(plain.objects[0]).toMatchObject({ slug: 'a-b', metadata: {} })
    const paths = await read({
      contentTypes,
      entries: [
        entry('1', 'page', en({ title: 'A', slug: 'blog/a' })),
        entry('2', 'page', en({ title: 'A', slug: 'blog-a' })),
        entry('3', 'page', en({ title: 'B' })),
        entry('4', 'page', en({ title: 'B' })),
      ],
    })
    expect(paths.objects.map(({ slug, metadata }) => [slug, metadata['field_slug']])).toEqual([
      ['blog-a', 'blog/a'],
      ['blog-a-2', 'blog-a'],
      ['B', undefined],
      ['B-2', undefined],
    ])
  })

  test('relations in a circle, to itself, and to what is missing', async () => {
    const { objects, warnings } = await read({
      contentTypes: [
        type('page', [
          field('title', 'Symbol'),
          field('next', 'Link', { linkType: 'Entry' }),
          field('all', 'Array', { items: { type: 'Link', linkType: 'Entry' } }),
          field('photo', 'Link', { linkType: 'Asset' }),
        ]),
      ],
      entries: [
        entry('1', 'page', en({ title: '1', next: link('Entry', '2') })),
        entry('2', 'page', en({ title: '2', next: link('Entry', '1'), all: [link('Entry', '2')] })),
        entry(
          '3',
          'page',
          en({ title: '3', next: link('Entry', 'gone'), photo: link('Asset', 'gone') }),
        ),
        entry('4', 'page', en({ title: '4', all: [link('Entry', 'gone'), 7, link('Entry', '1')] })),
      ],
    })
    expect(objects.map(({ metadata }) => metadata)).toEqual([
      { next: idOf('2') },
      { next: idOf('1'), all: [idOf('2')] },
      {},
      { all: [idOf('1')] },
    ])
    expect(warnings).toEqual(
      new Map([
        ['Relations to entries that are not imported are left out.', 2],
        ['Fields with assets that are not imported are left empty.', 1],
      ]),
    )
  })

  test('tags, JSON and places', async () => {
    const { bucket, objects } = await read({
      contentTypes: [
        type('page', [field('title', 'Symbol'), field('data', 'Object'), field('at', 'Location')]),
      ],
      tags: [{ sys: { id: 'travel' }, name: 'Travel' }],
      entries: [
        {
          ...entry(
            '1',
            'page',
            en({ data: { a: [1, { b: null }] }, at: { lat: 52.5, lon: 13.4 } }),
          ),
          metadata: { tags: [link('Tag', 'travel'), link('Tag', 'unnamed')] },
        },
      ],
    })
    expect(bucket.types[0]?.metafields.at(-1)).toMatchObject({
      key: 'tags',
      options: [{ value: 'Travel' }, { value: 'unnamed' }],
    })
    expect(objects[0]).toMatchObject({
      title: 'Untitled',
      metadata: {
        data: { a: [1, { b: null }] },
        at: { lat: 52.5, lon: 13.4 },
        tags: ['Travel', 'unnamed'],
      },
    })
  })
})

describe('assets', () => {
  const assets = [
    asset('a', { en: file('a', 'photo.jpg') }),
    asset('b', { en: file('b', 'photo.jpg') }),
    asset('draft', {}),
    asset('page', { en: file('page', 'page.html', 'text/html') }),
    { ...asset('old', { en: file('old', 'old.jpg') }), sys: { id: 'old', archivedVersion: 3 } },
  ]

  test('come with texts and sizes, under names that stay', async () => {
    const { bucket, warnings } = await read({ assets })
    const { bucket: turned } = await read({ assets: assets.toReversed() })
    expect(bucket.media).toMatchObject([
      {
        name: 'a-photo.jpg',
        original_name: 'photo.jpg',
        url: `https://images.ctfassets.net/${SPACE}/a/token/photo.jpg`,
        type: 'image/jpeg',
        size: 1000,
        width: 40,
        height: 30,
        title: 'Title of a',
        alt_text: 'Alt of a',
      },
      { name: 'b-photo.jpg', original_name: 'photo.jpg' },
    ])
    expect(turned.media.map(({ name }) => name)).toEqual(['b-photo.jpg', 'a-photo.jpg'])
    expect([...warnings.keys()]).toEqual([
      'Assets without a file are left out.',
      'Assets that are HTML files are left out.',
      'Archived assets are left out.',
    ])
  })

  test('addresses in texts lead to them, with parameters too', async () => {
    const { bucket } = await read({ assets })
    const at = (path: string) => bucket.resolve?.(`//images.ctfassets.net/${SPACE}/${path}`)
    expect(at('a/token/photo.jpg?w=300&fm=webp')).toEqual({ media: 'a-photo.jpg' })
    expect(at('gone/token/photo.jpg')).toBe('missing')
    expect(bucket.resolve?.('//images.ctfassets.net/elsewhere/x/y/photo.jpg')).toBeUndefined()
    expect(bucket.resolve?.('https://example.com/a/token/photo.jpg')).toBeUndefined()
  })

  test('are taken from an archive that holds them', async () => {
    const owner = await addOwner(server)
    const path = `images.ctfassets.net/${SPACE}/a/token/photo.svg`
    const body = en({
      title: 'A',
      body: document(node('embedded-asset-block', [], { target: link('Asset', 'a') })),
    })
    const archive = await zipOf([
      [
        'export/export.json',
        exportOf({
          assets: [asset('a', { en: file('a', 'photo.svg', 'image/svg+xml') })],
          entries: [entry('1', 'page', body)],
        }),
      ],
      [`export/${path}`, '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'],
    ])
    const { report } = await importFile(server, owner, archive, { name: 'export.zip' })
    expect(report).toMatchObject({ media: { added: 1 }, total_errors: 0, warnings: [] })
    const [object] = await objectsOf(owner)
    expect(object?.metadata).toMatchObject({
      body: expect.stringMatching(/src="[^"]*\/media\/[0-9a-f]{24}-photo\.svg"/),
    })
    const again = await importFile(server, owner, archive, { name: 'export.zip' })
    expect(again.report).toMatchObject({ objects: { unchanged: 1 }, media: { added: 0 } })
  })
})

const text = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((mark) => ({ type: mark })),
  data: {},
})
const node = (nodeType: string, content: unknown[] = [], data: object = {}) => ({
  nodeType,
  content,
  data,
})
const document = (...content: unknown[]) => node('document', content)
const paragraph = (...content: unknown[]) => node('paragraph', content)

describe('rich text', () => {
  const other = `object:${idOf('other')}`
  const photo = `https://images.ctfassets.net/${SPACE}/a/token/photo.jpg`
  const target = (linkType: string, id: string) => ({ target: link(linkType, id) })
  const asTable = (cell: string) =>
    node('table', [node('table-row', [node(cell, [paragraph(text('A'))])])])

  const nodes: [string, unknown, string][] = [
    ['paragraph', paragraph(text('a < b & "c"\nd')), '<p>a &lt; b &amp; "c"<br>d</p>'],
    ...[1, 2, 3, 4, 5, 6].map((level): [string, unknown, string] => [
      `heading-${level}`,
      node(`heading-${level}`, [text('A')]),
      `<h${level}>A</h${level}>`,
    ]),
    [
      'bold and italic',
      paragraph(text('A', 'bold', 'italic')),
      '<p><em><strong>A</strong></em></p>',
    ],
    ['underline', paragraph(text('A', 'underline')), '<p><u>A</u></p>'],
    ['code', paragraph(text('<a>', 'code')), '<p><code>&lt;a&gt;</code></p>'],
    ['superscript', paragraph(text('2', 'superscript')), '<p><sup>2</sup></p>'],
    ['subscript', paragraph(text('2', 'subscript')), '<p><sub>2</sub></p>'],
    ['strikethrough', paragraph(text('A', 'strikethrough')), '<p><s>A</s></p>'],
    ['an unknown mark', paragraph(text('A', 'sparkle')), '<p>A</p>'],
    [
      'lists',
      node('ordered-list', [
        node('list-item', [
          paragraph(text('A')),
          node('unordered-list', [node('list-item', [paragraph(text('B'))])]),
        ]),
      ]),
      '<ol><li><p>A</p><ul><li><p>B</p></li></ul></li></ol>',
    ],
    ['blockquote', node('blockquote', [paragraph(text('A'))]), '<blockquote><p>A</p></blockquote>'],
    ['hr', node('hr'), '<hr>'],
    ['table', asTable('table-cell'), '<table><tr><td><p>A</p></td></tr></table>'],
    ['table header', asTable('table-header-cell'), '<table><tr><th><p>A</p></th></tr></table>'],
    [
      'hyperlink',
      paragraph(node('hyperlink', [text('A')], { uri: 'https://example.com/?a=1&b="' })),
      '<p><a href="https://example.com/?a=1&amp;b=&quot;">A</a></p>',
    ],
    [
      'a link that runs code',
      paragraph(node('hyperlink', [text('A')], { uri: ' javascript:alert(1)' })),
      '<p>A</p>',
    ],
    [
      'entry-hyperlink',
      paragraph(node('entry-hyperlink', [text('A')], target('Entry', 'other'))),
      `<p><a href="${other}">A</a></p>`,
    ],
    [
      'asset-hyperlink',
      paragraph(node('asset-hyperlink', [text('A')], target('Asset', 'a'))),
      `<p><a href="${photo}">A</a></p>`,
    ],
    [
      'embedded-entry-inline',
      paragraph(text('See '), node('embedded-entry-inline', [], target('Entry', 'other'))),
      `<p>See <a href="${other}">Other &amp; more</a></p>`,
    ],
    [
      'embedded-entry-block',
      node('embedded-entry-block', [], target('Entry', 'other')),
      `<p><a href="${other}">Other &amp; more</a></p>`,
    ],
    [
      'embedded-asset-block: an image',
      node('embedded-asset-block', [], target('Asset', 'a')),
      `<p><img src="${photo}" alt="Alt of a"></p>`,
    ],
    [
      'embedded-asset-block: a video',
      node('embedded-asset-block', [], target('Asset', 'v')),
      `<video src="https://images.ctfassets.net/${SPACE}/v/token/v.mp4" controls></video>`,
    ],
    [
      'embedded-asset-block: a file',
      node('embedded-asset-block', [], target('Asset', 'f')),
      `<p><a href="https://images.ctfassets.net/${SPACE}/f/token/f.pdf">Title of f</a></p>`,
    ],
    [
      'a missing entry',
      paragraph(node('entry-hyperlink', [text('A')], target('Entry', 'x'))),
      '<p>A</p>',
    ],
    ['a missing asset', node('embedded-asset-block', [], target('Asset', 'x')), ''],
    ['an unknown node', node('carousel', [paragraph(text('A'))]), '<p>A</p>'],
    ['an empty end', document(paragraph(text('A')), paragraph(text(''))), '<p>A</p>'],
    [
      'what is no node',
      document(null, 7, 'text', { content: 'x' }, paragraph(text('A'))),
      '<p>A</p>',
    ],
  ]

  test.each(nodes)('%s', async (_name, content, html) => {
    const { objects } = await read({
      entries: [
        entry('1', 'page', en({ title: 'A', body: document(content) })),
        entry('other', 'page', en({ title: 'Other & more' })),
      ],
      assets: [
        asset('a', { en: file('a', 'photo.jpg') }),
        asset('v', { en: file('v', 'v.mp4', 'video/mp4') }),
        asset('f', { en: file('f', 'f.pdf', 'application/pdf') }),
      ],
    })
    expect(objects[0]?.metadata['body'] ?? '').toBe(html)
  })
})

describe('broken exports', () => {
  const sound = exportOf({
    entries: [entry('1', 'page', en({ title: 'A', body: document(paragraph(text('A'))) }))],
    assets: [asset('a', { en: file('a', 'a.jpg') })],
  })
  const whole = (content: Record<string, unknown>) =>
    exportOf({ entries: [entry('1', 'page', en({ title: 'A' }))], ...content })
  let deep: unknown = text('A')
  for (let n = 0; n < 200; n += 1) deep = node('blockquote', [deep])

  /** The number of objects that an import brings, or the words of its error. */
  const variants: [string, string | Buffer, number | RegExp][] = [
    ['cut in a content type', sound.slice(0, 120), /not valid JSON/],
    ['cut in an entry', sound.slice(0, sound.indexOf('"fields":{"title":{"en"')), /not valid JSON/],
    ['cut before its last brace', sound.slice(0, -1), /not valid JSON/],
    ['with text after its end', `${sound} and more`, /not valid JSON/],
    [
      'with bytes that are no text',
      Buffer.concat([
        Buffer.from(sound.slice(0, 200)),
        Buffer.from([0xff, 0, 1]),
        Buffer.from(sound.slice(200)),
      ]),
      /not valid JSON/,
    ],
    ['without content types', '{"contentTypes":[],"entries":[]}', /holds no content types/],
    [
      'with content types of another shape',
      '{"contentTypes":[1,null,"x",[],{"sys":1}],"entries":[]}',
      /holds no content types/,
    ],
    [
      'with fields of another shape',
      exportOf({
        contentTypes: [
          { sys: { id: 'page' }, fields: 'x' },
          { sys: { id: 'b' }, fields: [null, 1, {}] },
        ],
        entries: [entry('1', 'page', { title: 'x' })],
      }),
      1,
    ],
    [
      'with lists of another shape',
      whole({
        assets: { a: 1 },
        locales: 'en',
        tags: 7,
        editorInterfaces: [null, { controls: {} }],
      }),
      1,
    ],
    [
      'with entries of another shape',
      exportOf({
        entries: [
          null,
          1,
          'x',
          {},
          { sys: { id: 1 } },
          entry('1', 'page', []),
          { ...entry('2', 'page', {}), fields: null },
        ],
      }),
      2,
    ],
    [
      'with values of another shape',
      exportOf({
        entries: [entry('1', 'page', { title: { en: { a: 1 } }, body: { en: 'text' } })],
      }),
      1,
    ],
    [
      'with entries of missing types',
      exportOf({ entries: [entry('1', 'gone', {}), entry('2', 'page', {})] }),
      1,
    ],
    [
      'with ids that come twice',
      exportOf({
        contentTypes: [type('page', [field('title', 'Symbol')]), type('page', [])],
        entries: [entry('1', 'page', {}), entry('1', 'page', {})],
        assets: [asset('a', { en: file('a', 'a.jpg') }), asset('a', { en: file('a', 'a.jpg') })],
      }),
      1,
    ],
    [
      'with a field that comes twice',
      exportOf({
        contentTypes: [type('page', [field('a', 'Symbol'), field('a', 'Text')])],
        entries: [entry('1', 'page', en({ a: 'x' }))],
      }),
      1,
    ],
    [
      'with texts nested without end',
      exportOf({
        entries: [entry('1', 'page', en({ body: document(deep) })), entry('2', 'page', {})],
      }),
      1,
    ],
    [
      'with 100,000 levels',
      sound.replace('"locales":', `"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"locales":`),
      1,
    ],
    [
      'with names of prototypes',
      exportOf({
        contentTypes: [
          type('__proto__', [field('constructor', 'Symbol')]),
          type('page', [field('__proto__', 'Symbol')]),
        ],
        entries: [entry('1', 'page', en({ constructor: 'x' }))],
      }),
      1,
    ],
    [
      'with U+0000 and half characters',
      whole({
        entries: [entry('1', 'page', en({ title: 'a\0b\ud800' }))],
        assets: [asset('a', { en: file('a', 'a\0.jpg') })],
      }),
      1,
    ],
    [
      'with addresses that are none',
      whole({
        assets: [
          asset('a', { en: { ...file('a', 'a.jpg'), url: '//[' } }),
          asset('b', { en: { ...file('a', 'a.jpg'), url: 'file:///etc/passwd' } }),
        ],
      }),
      1,
    ],
    [
      'with times that are none',
      exportOf({
        entries: [
          entry(
            '1',
            'page',
            {},
            { createdAt: 'yesterday', updatedAt: 7, publishedAt: '2024-99-99T00:00:00Z' },
          ),
        ],
      }),
      1,
    ],
    [
      'with patterns that cannot run',
      exportOf({
        contentTypes: [
          type('page', [
            field('a', 'Symbol', {
              validations: [
                { regexp: { pattern: '(?=a)(' } },
                { in: ['', 'x'] },
                { size: 'x' },
                null,
              ],
            }),
          ]),
        ],
        entries: [entry('1', 'page', en({ a: 'x' }))],
      }),
      1,
    ],
  ]

  test.each(variants)('%s', async (_name, content, outcome) => {
    const owner = await addOwner(server)
    const { job, report } = await importFile(server, owner, content, { name: 'export.json' })
    if (typeof outcome === 'number') {
      expect(report?.errors).toEqual([])
      expect(job.status).toBe('done')
      expect(await objectsOf(owner)).toHaveLength(outcome)
    } else {
      expect(job.status).toBe('failed')
      expect(JSON.stringify(job.errors)).toMatch(outcome)
      expect(await objectsOf(owner)).toEqual([])
    }
  })

  test('100,000 entries are read one by one', async () => {
    const entries = Array.from({ length: 100_000 }, (_, n) =>
      entry(String(n), 'page', en({ title: 'Same' })),
    )
    const { objects } = await read({ entries })
    expect(objects).toHaveLength(100_000)
    expect(new Set(objects.map(({ slug }) => slug)).size).toBe(100_000)
  })

  test.each(['', 'null', '[]', '{}', '{"contentTypes":{}}', '{"entries":[1]}', '<html>'])(
    '%s is none',
    async (content) => {
      expect(await readFormat(contentful, content)).toBeUndefined()
    },
  )
})
