import type { ImportMapping } from '@typecase/contract/import-export'
import { exportObjects } from '@typecase/contract/object-export'
import {
  type CmsObject,
  deleteObjects,
  listObjects,
  updateObject,
} from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'

import { addManyObjects, addOneObject, addType } from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer, urlOf } from '../../../../testing/test-server.ts'
import { waitFor } from '../../../../testing/wait-for.ts'
import { openBucketForJob } from '../../../buckets/bucket-access.ts'
import { importFile } from '../../../import-export/testing/import-file.ts'
import { writeExport } from './write-export.ts'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

async function send(body: object, token: string | undefined = owner.token) {
  const {
    statusCode,
    headers,
    body: text,
  } = await server.http.inject({
    method: 'POST',
    url: urlOf(exportObjects),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payload: { slug: owner.bucket.slug, ...body },
  })
  return { status: statusCode, headers, text }
}

const table = (text: string) =>
  parse(text, { bom: true, columns: true }) as Record<string, string>[]
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

async function listed(type: string, by: Owner = owner): Promise<CmsObject[]> {
  const query = { slug: by.bucket.slug, query: JSON.stringify({ type }), limit: 1000 }
  return (await server.call(listObjects, { query }, by)).ok().objects.map(({ object }) => object)
}

const fields = [
  { key: 'year', type: 'number' },
  { key: 'note', type: 'textarea' },
  {
    key: 'tags',
    type: 'multi-select',
    options: [{ value: 'a, b' }, { value: 'c' }, { value: 'd' }],
  },
  { key: 'country', type: 'select-dropdown', options: [{ key: 'de', value: 'Germany' }] },
  { key: 'isOld', type: 'switch', options: 'true,false' },
  { key: 'made', type: 'date' },
  { key: 'data', type: 'json' },
  {
    key: 'seo',
    type: 'parent',
    children: [
      { key: 'heading', title: 'Heading', type: 'text' },
      { key: 'rank', title: 'Rank', type: 'number' },
    ],
  },
  {
    key: 'steps',
    type: 'repeater',
    repeater_fields: [{ key: 'name', title: 'Name', type: 'text' }],
  },
  { key: 'by', type: 'object', object_type: 'people' },
  { key: 'others', type: 'objects', object_type: 'people' },
] as const

/** Adds people, and works with everything that is difficult to put into a table. */
async function addWorks(by: Owner = owner) {
  await addType(server, by, 'people')
  await addType(server, by, 'works', fields as never)
  const anna = await addOneObject(server, by, { type: 'people', title: '=Anna, “the” "first"' })
  const ben = await addOneObject(server, by, { type: 'people', title: 'Ben' })
  await addOneObject(server, by, { type: 'works', title: 'Empty' })
  await addOneObject(server, by, {
    type: 'works',
    title: '=HYPERLINK("http://example.com")',
    slug: 'formula',
    content: 'One\r\nTwo\n"Three", Four',
    metadata: {
      year: -5,
      note: "'=kept",
      tags: ['a, b', 'c'],
      country: 'de',
      isOld: true,
      made: '2026-11-20',
      data: '{"a":[1,2]}',
      seo: { heading: '+49 30', rank: 2 },
      steps: [{ name: 'First, then' }, { name: '-second' }],
      by: anna.id,
      others: [ben.id, anna.id],
    },
  })
  await addOneObject(server, by, {
    type: 'works',
    title: 'Plain ',
    metadata: { tags: ['c', 'd'], note: ' spaces ', others: [ben.id] },
  })
  return { anna, ben }
}

test('an export answers 401, 404 for another tenant, and 400 for an invalid format, field, scope or sort', async () => {
  await addType(server, owner, 'works', [{ key: 'year', type: 'number' }])
  const body = { format: 'csv', query: { type: 'works' } }
  expect((await send(body, '')).status).toBe(401)
  const stranger = await addOwner(server)
  expect((await send(body, stranger.token)).status).toBe(404)
  const refused = async (part: object) => {
    const { status, text } = await send({ ...body, ...part })
    const { details } = JSON.parse(text) as { details?: { path: string }[] }
    return [status, details?.[0]?.path]
  }
  expect(await refused({ format: 'xlsx' })).toEqual([400, 'format'])
  expect(await refused({ fields: ['title', 'metadata.yaer'] })).toEqual([400, 'fields.1'])
  expect(await refused({ fields: ['nonsense'] })).toEqual([400, 'fields.0'])
  expect(await refused({ fields: [] })).toEqual([400, 'fields'])
  expect(await refused({ object_ids: [newId()] })).toEqual([400, 'query'])
  expect(await refused({ query: undefined })).toEqual([400, 'object_ids'])
  expect(await refused({ dry_run: true })).toEqual([400, 'dry_run'])
  expect(await refused({ sort: 'metadata..x' })).toEqual([400, 'sort'])
})

test('a table has a row for each object, in order, and is safe to open in a spreadsheet', async () => {
  const { anna, ben } = await addWorks()
  const { status, headers, text } = await send({ format: 'csv', query: { type: 'works' } })
  expect(status).toBe(200)
  const day = new Date().toISOString().slice(0, 10)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${owner.bucket.slug}-works-${day}.csv"`,
    'content-length': String(Buffer.byteLength(text)),
    'x-total-count': '3',
    'cache-control': 'no-store',
  })
  const [plain, formula, empty] = table(text)
  expect(formula).toMatchObject({
    type: 'works',
    title: `'=HYPERLINK("http://example.com")`,
    slug: 'formula',
    status: 'draft',
    content: 'One\r\nTwo\n"Three", Four',
    'metadata.year': '-5',
    'metadata.note': "''=kept",
    'metadata.tags': '["a, b","c"]',
    'metadata.country': 'de',
    'metadata.isOld': 'true',
    'metadata.seo.heading': "'+49 30",
    'metadata.seo.rank': '2',
    'metadata.steps': '[{"name":"First, then"},{"name":"-second"}]',
    'metadata.by': anna.id,
    'metadata.by (title)': `'=Anna, “the” "first"`,
    'metadata.others': `${ben.id}, ${anna.id}`,
    'metadata.others (title)': 'Ben, =Anna, “the” "first"',
  })
  expect(plain).toMatchObject({ title: 'Plain ', 'metadata.tags': 'c, d', 'metadata.by': '' })
  expect(empty).toMatchObject({ title: 'Empty', 'metadata.others (title)': '' })
  await waitFor(
    () => readdirSync(join(server.dataDir, 'tmp')),
    (files) => files.length === 0,
  )
})

test('columns can be chosen, and a group stands for all fields in it', async () => {
  const { ben } = await addWorks()
  const body = {
    query: { type: 'works', title: 'Plain ' },
    fields: ['metadata.seo', 'title', 'metadata.others'],
  }
  const csv = (await send({ ...body, format: 'csv' })).text
  expect(csv.slice(1).split('\r\n')).toEqual([
    'metadata.seo.heading,metadata.seo.rank,title,metadata.others,metadata.others (title)',
    `,,"Plain ",${ben.id},Ben`,
    '',
  ])
  const json = JSON.parse((await send({ ...body, format: 'json' })).text) as unknown
  const related = { type: 'people', title: 'Ben', slug: 'ben' }
  expect(json).toEqual([
    { title: 'Plain ', metadata: { others: [ben.id] }, relations: { [ben.id]: related } },
  ])
})

test('ids keep their order, a query has a sort and exclusions, and an empty result is a valid file', async () => {
  const { anna, ben } = await addWorks()
  const titles = async (body: object) =>
    lines((await send({ ...body, format: 'ndjson', fields: ['title'] })).text).map(
      ({ title }) => title,
    )
  const ids = [ben.id, newId(), anna.id, ben.id]
  expect(await titles({ object_ids: ids })).toEqual(['Ben', anna.title])
  expect(await titles({ query: {}, sort: 'title', exclude_ids: [ben.id] })).toEqual([
    '=Anna, “the” "first"',
    '=HYPERLINK("http://example.com")',
    'Empty',
    'Plain ',
  ])
  expect(await titles({ object_ids: ids, exclude_ids: [anna.id] })).toEqual(['Ben'])
  expect(await titles({ query: {}, exclude_types: ['works'] })).toHaveLength(2)
  expect(await titles({ query: {}, exclude_locales: [''] })).toEqual([])
  const foreign = await addOwner(server)
  await addType(server, foreign, 'people')
  const theirs = await addOneObject(server, foreign, { type: 'people', title: 'Theirs' })
  const none = await send({ object_ids: [theirs.id], format: 'json' })
  expect([none.status, JSON.parse(none.text), none.headers['x-total-count']]).toEqual([
    200,
    [],
    '0',
  ])
  const empty = await send({ query: { type: 'works', title: 'x' }, format: 'csv' })
  expect(table(empty.text)).toEqual([])
})

test('objects of a type without fields keep all their values', async () => {
  await addType(server, owner, 'loose')
  await addOneObject(server, owner, { type: 'loose', title: 'A', metadata: { any: { x: 1 } } })
  const [row] = table((await send({ query: { type: 'loose' }, format: 'csv' })).text)
  expect(row).toMatchObject({ title: 'A', 'metadata.any': '{"x":1}' })
})

/** Returns the import mapping for an exported file. */
const mappingOf = (head: readonly string[]): ImportMapping => ({
  format: 'csv',
  object_type: 'works',
  is_guarded: true,
  columns: head.map((from) => ({
    from,
    to:
      /^metadata\.[^ ]*$/.test(from) || ['title', 'slug', 'content', 'status'].includes(from)
        ? from
        : null,
  })),
})

test('a table that is imported again changes no value, and restores lost values', async () => {
  await addWorks()
  const before = await listed('works')
  const { text } = await send({ query: { type: 'works' }, format: 'csv' })
  const mapping = mappingOf((text.slice(1).split('\r\n')[0] ?? '').split(','))
  const same = await importFile(server, owner, text, { mapping, name: 'works.csv' })
  expect(same.report).toMatchObject({
    objects: { added: 0, updated: 0, unchanged: 3 },
    errors: [],
    object_types: { updated: 0 },
  })
  const valuesOf = ({ title, content, metadata }: CmsObject) => ({
    title: title.trim(),
    content,
    ...full(metadata),
  })
  expect((await listed('works')).map(valuesOf)).toEqual(before.map(valuesOf))

  const slug = owner.bucket.slug
  for (const { id } of before) {
    const metadata = { year: null, note: null, tags: [], steps: [], seo: {}, others: [], by: null }
    const body = { slug, object_id: id, data: { content: '', metadata } }
    ;(await server.call(updateObject, { body }, owner)).ok()
  }
  const { report } = await importFile(server, owner, text, { mapping, name: 'works.csv' })
  expect(report).toMatchObject({ objects: { added: 0 }, errors: [] })
  expect((await listed('works')).map(valuesOf)).toEqual(before.map(valuesOf))
})

/** Returns only non-empty values: an empty value has several forms. */
const full = (metadata: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(metadata)
      .map(([key, value]) => [key, isGroup(value) ? full(value) : value] as const)
      .filter(([, value]) => !['""', '[]', '{}', 'null'].includes(JSON.stringify(value))),
  )

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

test('NDJSON that is imported into another bucket gives the same objects', async () => {
  const { anna } = await addWorks()
  const { text } = await send({ query: { type: 'works' }, format: 'ndjson' })
  expect(lines(text)[1]).toMatchObject({
    title: '=HYPERLINK("http://example.com")',
    metadata: { year: -5, seo: { heading: '+49 30', rank: 2 }, by: anna.id },
    relations: { [anna.id]: { title: anna.title, slug: anna.slug } },
  })
  const other = await addOwner(server)
  await addType(server, other, 'people')
  await addType(server, other, 'works', fields as never)
  const mapping: ImportMapping = {
    format: 'ndjson',
    object_type: 'works',
    columns: [
      'title',
      'slug',
      'content',
      'status',
      ...fields.map(({ key }) => `metadata.${key}`),
    ].map((path) => ({ from: path, to: path })),
  }
  const { report } = await importFile(server, other, text, {
    mapping,
    name: 'works.ndjson',
    missing_references: 'empty',
  })
  expect(report).toMatchObject({ objects: { added: 3 }, errors: [] })
  // The other bucket does not have the people to which the works refer.
  const shape = ({ title, slug, content, metadata }: CmsObject) => ({
    title: title.trim(),
    slug,
    content,
    ...full({ ...metadata, by: null, others: [] }),
  })
  expect((await listed('works', other)).map(shape)).toEqual((await listed('works')).map(shape))
})

test('objects that are deleted during the export are left out of the file and the count', async () => {
  await addType(server, owner, 'many', [{ key: 'n', type: 'number' }])
  const ids = await addManyObjects(server, owner, 'many', 300, () => ({ metadata: '{"n":1}' }))
  const { id, slug } = owner.bucket
  const access = openBucketForJob(id, slug, owner.id)
  const deleted = ids.filter((_, n) => n % 149 === 0)
  const parts: string[] = []
  const write = async (text: string) => {
    if (parts.push(text) > 1) return
    ;(await server.call(deleteObjects, { body: { slug, object_ids: deleted } }, owner)).ok()
  }
  const request = { ids, format: 'json', fields: ['id', 'metadata.n'] } as const
  const { signal } = new AbortController()
  const exported = await writeExport(server.app, access, request, write, signal)
  expect(exported).toEqual({ count: 297, type: 'many' })
  expect(JSON.parse(parts.join(''))).toEqual(
    ids.filter((one) => !deleted.includes(one)).map((one) => ({ id: one, metadata: { n: 1 } })),
  )
})

test('an aborted export stops', async () => {
  await addType(server, owner, 'many')
  const ids = await addManyObjects(server, owner, 'many', 300)
  const { id, slug } = owner.bucket
  const access = openBucketForJob(id, slug, owner.id)
  const stop = new AbortController()
  const parts: string[] = []
  const write = async (text: string) => {
    if (parts.push(text) === 10) stop.abort(new Error('gone'))
  }
  const request = { ids, format: 'ndjson', fields: ['id'] } as const
  await expect(writeExport(server.app, access, request, write, stop.signal)).rejects.toThrow('gone')
  expect(parts.length).toBeLessThan(300)
})
