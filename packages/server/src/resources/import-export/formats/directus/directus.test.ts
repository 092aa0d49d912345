import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOwner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { collection, field, idOf, key, read, relation } from './export.fixture.ts'
import { ids, sample } from './sample.fixture.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const SAMPLE = join(
  import.meta.dirname,
  '../../../../../../../tests/fixtures/foreign/directus-template.zip',
)

/** Type, title, status, locale and slug of objects; those of a type are in order. */
const LIGHTHOUSE = [
  'articles Item 2, changed draft en-US item-2',
  'articles The lamp is lit published en-US the-lamp-is-lit',
  'articles Die Lampe brennt published de-DE the-lamp-is-lit',
  'articles Item 3 published en-US item-3',
  'articles Item 4 draft en-US item-4',
  'articles Item 5 draft en-US item-5',
  'articles Item 6 published en-US item-6',
  'articles Item 7 draft en-US item-7',
  'articles Sieben draft de-DE item-7',
  'articles Item 8 draft en-US item-8',
  'articles Item 9 published en-US item-9',
  'articles By Ada published en-US by-ada',
  'topics Fog published  fog',
  'topics Sea published  sea',
  'topics Sand published  sand',
  'notes Notes published  notes',
  'notes Notes published  notes-2',
  'globals Lighthouse site published  lighthouse-site',
  'block_quote Block quote published  block-quote',
  'block_hero Big published  big',
  'events Regatta published  regatta',
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

test('a template of a real project is imported completely, and a second import changes nothing', async () => {
  const owner = await addOwner(server)
  const bytes = readFileSync(SAMPLE)
  const name = 'directus-template.zip'
  const { report } = await importFile(server, owner, bytes, { name })
  expect(report).toMatchObject({
    source: { title: 'Directus template of Lighthouse', media: 3 },
    object_types: { added: 7 },
    objects: { added: 21 },
    media: { added: 3 },
    total_errors: 0,
    relations: { resolved: 20, missing: 0 },
  })
  expect(report?.warnings.map(({ message }) => message).toSorted()).toEqual([
    'Archived items are drafts.',
    'Articles: “Children” shows the Articles that refer to the object. The relation is theirs.',
    'Articles: “Editors” is a relation to directus_users, and is left out.',
    'Articles: “Secret” is hidden in Directus, and is left out.',
    'Numbers that are too large to be exact are left out.',
    'Topics: “legacy” is not configured in Directus, and is left out.',
    'places has no fields in the template, and is left out. Configure them in Directus.',
  ])
  const query = { slug: owner.bucket.slug, limit: 1000 }
  const stored = (await server.call(listObjects, { query }, owner))
    .ok()
    .objects.map(({ object }) => object)
  const byType = (rows: readonly string[]) => Map.groupBy(rows, (row) => row.split(' ')[0])
  const rows = stored.map(({ type, title, status, locale, slug }) =>
    [type, title, status, locale, slug].join(' '),
  )
  expect(byType(rows)).toEqual(byType(LIGHTHOUSE))
  const { media } = (
    await server.call(listMedia, { query: { slug: owner.bucket.slug } }, owner)
  ).ok()
  const [lamp, mark, overview] = ['lamp.png', 'mark.svg', 'Übersicht 1.txt'].map((file) =>
    media.find(({ original_name }) => original_name === file),
  )
  expect([lamp, mark, overview]).toMatchObject([
    { title: 'The lamp', alt_text: 'A lamp at night', folder: 'small', size: 70, width: 1 },
    { title: 'Mark', alt_text: '', folder: null, size: 90 },
    { title: 'Overview', metadata: { description: 'A short text' }, size: 8 },
  ])
  const idsOf = (...titles: string[]) =>
    titles.map((title) => stored.find((object) => object.title === title)?.id)
  const first = stored.find(({ title }) => title === 'The lamp is lit')
  expect(first).toMatchObject({ published_at: '2026-05-02T08:00:00.000Z', thumbnail: lamp?.name })
  expect(first?.metadata).toMatchObject({
    lead: 'Two\nlines',
    featured: true,
    kind: { key: 'guide', value: 'A guide' },
    tags: ['sea', 'night'],
    words: ['one', 'two'],
    event: '2026-05-01T10:30:00',
    day: '2026-05-03',
    at: '07:15:00',
    extra: { a: [1, { b: null }], text: 'x' },
    links: [
      {
        url: 'https://example.com',
        service: { key: 'mail', value: 'Mail' },
        picture: lamp?.name,
      },
      { url: '/two', service: { key: 'x', value: 'X' } },
    ],
    price: 12.5,
    gallery: [mark?.name, lamp?.name],
    author: 'Ada Brook',
    main_topic: idsOf('Sea')[0],
    topics: idsOf('Sea', 'Fog'),
    blocks: idsOf('Big', 'Block quote', 'Sand'),
    event_at: idsOf('Regatta')[0],
  })
  expect(first?.metadata['body']).toMatch(
    new RegExp(
      `“Ahoy” — <em>Grüße</em> 🚢</p><p><img src="[^"]*/media/${lamp?.name}" alt="lamp"> <a href="[^"]*/media/${overview?.name}">`,
    ),
  )
  expect(stored.find(({ title }) => title === 'Item 4')?.metadata['related']).toEqual(
    idsOf('The lamp is lit', 'Item 2, changed'),
  )
  const secondImport = await importFile(server, owner, bytes, { name })
  expect(secondImport.report).toMatchObject({
    objects: { added: 0, updated: 0, unchanged: 21 },
    media: { added: 0 },
  })
})

describe('the title of an item', () => {
  const collections = (template: string) => [
    collection('posts', { display_template: template }),
    collection('posts_translations'),
    collection('languages'),
  ]
  const fields = [
    key('posts'),
    field('posts.status', 'string', { options: { choices: [{ value: 'published' }] } }),
    field('posts.label', 'string'),
    field('posts.path', 'string'),
    field('posts.texts', 'alias', { special: ['translations'] }),
    key('posts_translations'),
    field('posts_translations.posts_id', 'uuid'),
    field('posts_translations.languages_code', 'string'),
    field('posts_translations.caption', 'string'),
  ]
  const relations = [
    relation('posts_translations.posts_id', 'posts', {
      one_field: 'texts',
      junction_field: 'languages_code',
    }),
    relation('posts_translations.languages_code', 'languages', { junction_field: 'posts_id' }),
  ]
  const content = {
    posts: [{ id: 'a', status: 'published', label: 'Label', path: '/a', texts: [1] }],
    posts_translations: [{ id: 1, posts_id: 'a', languages_code: 'en-US', caption: 'Caption' }],
    languages: [{ code: 'en-US' }],
  }

  test.each([
    ['{{path}} – {{label}}', '/a'],
    ['{{texts.caption}} – {{path}}', 'Caption'],
    ['{{status}}: {{ path }}', '/a'],
    ['{{author.path}} {{image.$thumbnail}}', 'Label'],
  ])('from the template %s is %s', async (template, title) => {
    const { objects } = await read({
      collections: collections(template),
      fields,
      relations,
      content,
    })
    expect(objects.map((object) => object.title)).toEqual([title])
  })
})

test('times without a zone are read as UTC, and singletons without an item are left out', async () => {
  const { objects } = await read({
    collections: [collection('posts'), collection('home', { singleton: true })],
    fields: [
      key('posts'),
      field('posts.made', 'dateTime', { special: ['date-created'] }),
      key('home'),
      field('home.title', 'string'),
    ],
    content: {
      posts: [{ id: 1, made: '2026-02-03T04:05:06' }],
      home: { id: null, title: null },
    },
  })
  expect(objects).toMatchObject([{ type: 'posts', created_at: '2026-02-03T04:05:06.000Z' }])
})

test('fields of a group take the position of the group', async () => {
  const group = (name: string, meta: object) =>
    field(`posts.${name}`, 'alias', { special: ['alias', 'no-data', 'group'], ...meta })
  const { bucket } = await read({
    fields: [
      key('posts'),
      field('posts.lost', 'string', { sort: 1, group: 'gone' }),
      field('posts.inner', 'string', { sort: 1, group: 'details' }),
      field('posts.first', 'string', { sort: 2 }),
      group('details', { sort: 3 }),
      field('posts.last', 'string', { sort: 4 }),
      group('circle', { sort: 5, group: 'circle' }),
    ],
  })
  expect(bucket.types[0]?.metafields.map(({ key: name }) => name)).toEqual([
    'first',
    'inner',
    'last',
    'lost',
  ])
})

test('fields have the types of their interfaces, and values match the types of the fields', async () => {
  const { bucket, objects } = await read(sample)
  const articles = bucket.types.find(({ slug }) => slug === 'articles')
  expect(
    Object.fromEntries((articles?.metafields ?? []).map(({ key: name, type }) => [name, type])),
  ).toEqual({
    status: 'select',
    field_slug: 'text',
    image: 'file',
    body: 'html-textarea',
    teaser: 'markdown',
    price: 'number',
    featured: 'switch',
    day: 'date',
    tags: 'multi-select',
    kind: 'select-dropdown',
    color: 'color',
    links: 'repeater',
    seo: 'json',
    author: 'text',
    parent: 'object',
    topics: 'objects',
    blocks: 'objects',
  })
  const fieldOf = (name: string) => articles?.metafields.find((one) => one.key === name)
  expect(fieldOf('body')?.helptext).toBe('The whole text')
  expect(fieldOf('kind')?.options).toEqual([
    { key: 'other', value: 'other' },
    { key: 'guide', value: 'A guide' },
    { key: 'news', value: 'News' },
  ])
  expect(fieldOf('image')?.media_validation_type).toBe('image')
  expect(fieldOf('links')?.repeater_fields).toMatchObject([
    { key: 'url', title: 'Address', type: 'text' },
    {
      key: 'service',
      type: 'select-dropdown',
      options: [
        { key: 'x', value: 'X' },
        { key: 'mail', value: 'mail' },
      ],
    },
  ])
  expect(objects.map(({ title }) => title).slice(0, 3)).toEqual([
    'The harbour opens',
    'Nets',
    'Old',
  ])
  const [harbour] = objects
  expect(harbour).toMatchObject({
    id: idOf('articles', ids.HARBOUR ?? ''),
    thumbnail: 'pixel.png',
    created_by: 'ada@example.com',
    modified_at: '2026-01-02T10:00:00.000Z',
  })
  expect(harbour?.metadata).toMatchObject({
    status: 'published',
    teaser: '**Soon**',
    price: 12.5,
    featured: true,
    day: '2026-05-01',
    tags: ['sea', 'boats'],
    kind: 'guide',
    color: '#6644FF',
    links: [
      { url: '/inner', service: 'x' },
      { url: '/other', service: 'mail' },
    ],
    seo: { title: 'Harbour' },
    author: 'Ada Brook',
    parent: idOf('articles', ids.NETS ?? ''),
    topics: [idOf('topics', 2, 'en-US'), idOf('topics', 1, 'en-US')],
    blocks: [idOf('block_quote', 7), idOf('topics', 2, 'en-US')],
  })
})

test('translations become objects in their locales, with the shared values of the item', async () => {
  const { bucket, objects } = await read(sample)
  expect(bucket.types.find(({ slug }) => slug === 'topics')).toMatchObject({
    locales: ['en-US', 'de-DE'],
  })
  expect(
    objects
      .filter(({ type }) => type === 'topics')
      .map(({ locale, title, metadata }) => [locale, title, metadata]),
  ).toEqual([
    ['en-US', 'Sea', { weight: 3, summary: 'Wet' }],
    ['de-DE', 'Meer', { weight: 3, summary: 'Nass' }],
    ['en-US', 'Land', { weight: 1 }],
  ])
})

test('folders of files become folders of media', async () => {
  const { bucket } = await read(sample)
  expect(bucket.mediaFolders).toEqual([
    { slug: 'pictures', title: 'Pictures', parent: null },
    { slug: 'small', title: 'Small', parent: 'pictures' },
  ])
  expect(bucket.media).toMatchObject([{ name: 'pixel.png', folder: 'small', width: 1 }])
})

test('a template with a snapshot instead of lists gives the same content', async () => {
  // Lists state that a folder has no table; a snapshot does not mention it.
  const collections = (sample.collections ?? []).map((one) =>
    Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)),
  )
  const [lists, snapshot] = [
    await read(sample),
    await read({ ...sample, collections, isSnapshot: true }),
  ]
  expect(snapshot.bucket.types).toEqual(lists.bucket.types)
  expect(snapshot.warnings).toEqual(lists.warnings)
  expect(snapshot.objects).toEqual(lists.objects)
})

describe('the status of an item', () => {
  const items = ['draft', 'published', 'archived', 'active'].map((status, id) => ({
    id,
    status,
    title: status,
  }))
  const choices = (...values: string[]) => ({
    interface: 'select-dropdown',
    options: { choices: values.map((value) => ({ value })) },
  })
  const statusesIn = async (meta: object, fieldMeta: object) => {
    const { bucket, objects } = await read({
      collections: [collection('posts', meta)],
      fields: [
        key('posts'),
        field('posts.title', 'string'),
        field('posts.status', 'string', fieldMeta),
      ],
      content: { posts: items },
    })
    return {
      fields: bucket.types[0]?.metafields.map(({ key: name }) => name),
      published: objects.flatMap(({ title, status }) => (status === 'published' ? title : [])),
    }
  }

  test.each([
    ['published alone', {}, choices('draft', 'published', 'archived'), ['published'], []],
    ['with a review', {}, choices('draft', 'review', 'published'), ['published'], ['status']],
    [
      'a status of another kind',
      {},
      choices('active', 'done'),
      ['draft', 'published', 'archived', 'active'],
      ['status'],
    ],
    [
      'one that is archived',
      { archive_field: 'status', archive_value: 'archived' },
      choices('active', 'archived'),
      ['draft', 'published', 'active'],
      ['status'],
    ],
    ['without choices', {}, { interface: 'input' }, ['published'], []],
  ])(
    'decides what is published, and whether it stays a field: %s',
    async (_name, meta, fieldMeta, published, fields) => {
      expect(await statusesIn(meta, fieldMeta)).toEqual({ published, fields })
    },
  )
})

test('fields, media and numbers that cannot be imported are left out with a warning', async () => {
  const { bucket, warnings } = await read({
    fields: [
      key('posts'),
      field('posts.title', 'string'),
      field('posts.role', 'uuid', { special: ['m2o'] }),
      field('posts.numbers', 'json', { interface: 'tags' }),
      field('posts.map', 'geometry.Point', { interface: 'map' }),
      field('posts.big', 'bigInteger', { interface: 'input' }),
    ],
    relations: [relation('posts.role', 'directus_roles')],
    content: {
      posts: [
        { id: 1, title: 'A', big: '9007199254740993', numbers: [1, 2], map: { type: 'Point' } },
      ],
    },
    files: { 'files.json': [{ id: 'x', type: 'image/png' }] },
  })
  expect(bucket.types[0]?.metafields.map(({ key: name, type }) => [name, type])).toEqual([
    ['numbers', 'multi-select'],
    ['map', 'json'],
    ['big', 'number'],
  ])
  expect([...warnings.keys()]).toEqual([
    'Posts: “Role” is a relation to directus_roles, and is left out.',
    'Media whose files the template does not hold are left out.',
    'Numbers that are too large to be exact are left out.',
  ])
})
