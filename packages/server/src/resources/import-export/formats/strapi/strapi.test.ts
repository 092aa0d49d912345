import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { addOwner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { component, entity, idOf, link, localized, read, schema } from './export.fixture.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const SAMPLE = join(
  import.meta.dirname,
  '../../../../../../../tests/fixtures/foreign/strapi.tar.gz',
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

test.each([0.25, 0.5, 0.75, 0.99])('an export that was cut at %f imports nothing', async (part) => {
  const owner = await addOwner(server)
  const bytes = readFileSync(SAMPLE)
  const cut = bytes.subarray(0, bytes.length * part)
  const { job } = await importFile(server, owner, cut, { name: 'strapi.tar.gz' })
  expect(job.status).toBe('failed')
  expect(job.errors?.[0]?.reason).toMatch(/damaged or was cut off/)
  const query = { slug: owner.bucket.slug }
  expect((await server.call(listObjects, { query }, owner)).ok().total).toBe(0)
})

test('names of the prototype are ordinary attributes', async () => {
  const attributes = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}')
  const data = JSON.parse('{"title":"A","__proto__":"one","constructor":"two"}')
  const { objects } = await read({
    schemas: [schema('page', attributes)],
    entities: [entity(1, 'page', data)],
  })
  expect(objects).toHaveLength(1)
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('an export of Strapi is imported completely, and a second import changes nothing', async () => {
  const owner = await addOwner(server)
  const bytes = readFileSync(SAMPLE)
  const name = 'strapi.tar.gz'
  const { report } = await importFile(server, owner, bytes, { name })
  expect(report).toMatchObject({
    source: { title: 'Strapi export', media: 1 },
    object_types: { added: 4 },
    objects: { added: 8 },
    media: { added: 1 },
    relations: { resolved: 21, missing: 0 },
    total_errors: 0,
    warnings: [
      { message: expect.stringContaining('“Sections” is a dynamic zone') },
      { message: 'Author: “Secret” is a password, which is left out.' },
    ],
  })
  const query = { slug: owner.bucket.slug, limit: 1000 }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  const stored = objects.map(({ object }) => object)
  expect(stored.map(({ type, title, status }) => `${type} ${title} ${status}`).toSorted()).toEqual([
    'article Der Hafen öffnet draft',
    'article Nets draft',
    'article The harbour opens late draft',
    'author Ada Brook published',
    'author Ben Hill published',
    'category Land draft',
    'category Sea published',
    'homepage Welcome published',
  ])
  const harbour = stored.find(({ title }) => title.startsWith('The harbour opens'))
  const ada = stored.find(({ title }) => title === 'Ada Brook')
  const sea = stored.find(({ title }) => title === 'Sea')
  expect(harbour?.metadata).toMatchObject({
    kind: 'guide',
    day: '2026-05-01',
    featured: true,
    price: 12.5,
    views: 12345,
    author: ada?.id,
    categories: [sea?.id],
    seo: { metaTitle: 'Harbour', links: [{ label: 'Inner', url: '/inner' }] },
    links: [{ label: 'First', target: sea?.id }, { label: 'Second' }],
    sections: [
      { kind: 'sections.quote', quote_words: 'So calm', quote_by: ada?.id },
      { kind: 'sections.picture', picture_caption: 'Boats' },
      { kind: 'sections.quote', quote_words: 'So loud' },
    ],
    body: expect.stringMatching(
      /^<h2>Spring<\/h2><p>Boats &amp; <em><strong>people[^]+\/media\/[^"]+harbour\.png" alt="Boats/,
    ),
  })
  expect(harbour?.thumbnail).toMatch(/-harbour\.png$/)

  const secondImport = await importFile(server, owner, bytes, { name })
  expect(secondImport.report).toMatchObject({
    object_types: { added: 0 },
    objects: { added: 0, updated: 0, unchanged: 8 },
    media: { added: 0, unchanged: 1 },
  })
})

const pages = [schema('page', { title: { type: 'string' } })]

test('a draft that equals its published version becomes a published object', async () => {
  const { objects } = await read({
    schemas: pages,
    entities: [
      entity(1, 'page', { documentId: 'a', title: 'A', publishedAt: null }),
      entity(2, 'page', { documentId: 'a', title: 'A' }),
      entity(3, 'page', { documentId: 'b', title: 'B later', publishedAt: null }),
      entity(4, 'page', { documentId: 'b', title: 'B' }),
      entity(5, 'page', { documentId: 'c', title: 'C', publishedAt: null }),
    ],
  })
  expect(objects).toMatchObject([
    { id: idOf('page', 'a'), status: 'published', published_at: '2026-01-03T10:00:00.000Z' },
    { id: idOf('page', 'b'), status: 'draft', title: 'B later', published: { title: 'B' } },
    { id: idOf('page', 'c'), status: 'draft' },
  ])
  expect(objects[0]).not.toHaveProperty('published')
})

test('the locales of a document share one slug', async () => {
  const { bucket, objects } = await read({
    schemas: [schema('page', { title: { type: 'string' }, slug: { type: 'uid' } }, localized)],
    entities: [
      entity(1, 'page', { documentId: 'a', locale: 'de', title: 'Meer', slug: 'meer' }),
      entity(2, 'page', { documentId: 'a', locale: 'en', title: 'Sea', slug: 'sea' }),
    ],
    configuration: [
      { type: 'core-store', value: { key: 'plugin_i18n_default_locale', value: '"en"' } },
    ],
  })
  expect(bucket.types[0]).toMatchObject({ locales: ['en', 'de'], metafields: [{ type: 'text' }] })
  expect(objects).toMatchObject([
    { id: idOf('page', 'a', 'de'), locale: 'de', slug: 'sea', metadata: { field_slug: 'meer' } },
    { id: idOf('page', 'a', 'en'), locale: 'en', slug: 'sea' },
  ])
})

test('relations keep their order and lead in both directions', async () => {
  const relation = { type: 'relation', relation: 'manyToMany' }
  const [page, tag] = ['api::page.page', 'api::tag.tag']
  const { objects } = await read({
    schemas: [
      schema('page', { tags: { ...relation, target: tag, inversedBy: 'pages' } }),
      schema('tag', { pages: { ...relation, target: page, mappedBy: 'tags' } }),
    ],
    entities: [entity(1, 'page', {}), entity(1, 'tag', {}), entity(2, 'tag', {})],
    links: [
      link([page, 1, 'tags', 2], [tag, 1, 'pages', 1]),
      link([page, 1, 'tags', 1], [tag, 2, 'pages', 1]),
    ],
  })
  const [first, second] = [idOf('tag', 'd1'), idOf('tag', 'd2')]
  expect(objects.map(({ metadata }) => metadata)).toEqual([
    { tags: [second, first] },
    { pages: [idOf('page', 'd1')] },
    { pages: [idOf('page', 'd1')] },
  ])
})

test('repeatable components within rows become JSON, and single ones are flattened', async () => {
  const { bucket, objects, warnings } = await read({
    schemas: [
      schema('page', { rows: { type: 'component', repeatable: true, component: 'a.row' } }),
      component('a.row', {
        one: { type: 'component', component: 'a.leaf' },
        many: { type: 'component', repeatable: true, component: 'a.leaf' },
      }),
      component('a.leaf', { label: { type: 'string' } }),
    ],
    entities: [
      entity(1, 'page', { rows: [{ id: 1, one: { label: 'A' }, many: [{ label: 'B' }] }] }),
    ],
  })
  expect(bucket.types[0]?.metafields[0]?.repeater_fields).toMatchObject([
    { key: 'one_label', type: 'text' },
    { key: 'many', type: 'json' },
  ])
  expect(objects[0]?.metadata).toEqual({ rows: [{ one_label: 'A', many: [{ label: 'B' }] }] })
  expect([...warnings.keys()]).toEqual([
    'page: “Many” is a list within a list, which is JSON here.',
  ])
})

test('passwords and numbers that are too large are left out with warnings', async () => {
  const { objects, warnings } = await read({
    schemas: [schema('page', { secret: { type: 'password' }, count: { type: 'biginteger' } })],
    entities: [entity(1, 'page', { secret: 'x', count: '99999999999999999999' })],
  })
  expect(objects[0]?.metadata).toEqual({})
  expect(warnings.size).toBe(2)
})
