import { exportObjects } from '@typecase/contract/object-export'
import { type CmsObject, listObjects } from '@typecase/contract/objects'
import { workbookOf } from '@typecase/contract/workbook.fixture'
import { parse } from 'csv-parse/sync'
import { encodeXML } from 'entities'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer, urlOf } from '../../testing/test-server.ts'
import { importFile } from './testing/import-file.ts'

// People change exports of objects in a spreadsheet, and import them again.

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  const options = [{ value: 'new' }, { value: 'old' }]
  await addType(server, owner, 'works', [
    { key: 'note', type: 'text' },
    { key: 'tags', type: 'multi-select', options },
    { key: 'data', type: 'json' },
  ])
  await addType(server, owner, 'people', [{ key: 'born', type: 'number' }])
  const metadata = { note: '=1', tags: ['new'], data: ['a', 'b'] }
  for (const title of ['A', 'B', 'C'])
    await addOneObject(server, owner, { type: 'works', title, metadata })
  await addOneObject(server, owner, { type: 'works', title: 'D', metadata: { note: '', tags: [] } })
  await addOneObject(server, owner, { type: 'people', title: 'Ada', metadata: { born: -5 } })
})

type Row = Record<string, string>

async function exported(query: object = {}): Promise<Row[]> {
  const { body } = await server.http.inject({
    method: 'POST',
    url: urlOf(exportObjects),
    headers: { authorization: `Bearer ${owner.token}` },
    payload: { slug: owner.bucket.slug, query, format: 'csv', sort: 'title' },
  })
  return parse(body, { bom: true, columns: true })
}

/** Writes rows as a spreadsheet does: with its own separator, and quotes around every value except for empty cells. */
function saved(rows: readonly Row[]): string {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  const cell = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)
  return lines.map((cells) => `${cells.map(cell).join(';')}\n`).join('')
}

const run = (rows: readonly Row[], import_mode = 'merge') =>
  importFile(server, owner, saved(rows), { name: 'objects.csv', import_mode })

async function objects(): Promise<CmsObject[]> {
  const query = { slug: owner.bucket.slug, query: '{}', limit: 100, sort: 'title' }
  return (await server.call(listObjects, { query }, owner)).ok().objects.map((row) => row.object)
}

test('rows of several types update their objects by id, and unchanged rows change nothing', async () => {
  const before = await objects()
  const rows = await exported()
  const [a, ada, b, c, d] = rows
  if (!a || !ada || !b || !c || !d) throw new Error('five rows')
  a['slug'] = 'renamed'
  b['metadata.data'] = '{"x":1}'
  b['metadata.note'] = ''
  ada['metadata.born'] = '1815'
  const added = { ...c, id: '', slug: '', title: 'E', 'metadata.tags': 'old,new' }
  const { report } = await run([...rows, added])
  expect(report).toMatchObject({
    errors: [],
    objects: { added: 1, updated: 3, unchanged: 2, deleted: 0 },
    object_types: { added: 0, updated: 0 },
  })
  const after = await objects()
  const shape = ({ slug, rev, metadata }: CmsObject) => ({ slug, rev, ...metadata })
  expect(after.map(shape)).toMatchObject([
    { slug: 'renamed', rev: 2, note: '=1' },
    { slug: 'ada', born: 1815 },
    { slug: 'b', note: '', data: { x: 1 }, tags: ['new'] },
    { slug: 'c', rev: 1 },
    { slug: 'd', rev: 1 },
    { slug: 'e', tags: ['old', 'new'], data: ['a', 'b'] },
  ])
  expect(after.slice(0, 5).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('each invalid row is reported with the field and the broken rule', async () => {
  const rows = await exported({ type: 'works' })
  const [a, b, c, d] = rows
  if (!a || !b || !c || !d) throw new Error('four rows')
  const { report } = await run(
    [
      { ...a, 'metadata.tags': 'new, odd', 'metadata.data': '{"x":' },
      { ...b, type: 'people' },
      { ...c, slug: 'd' },
      { ...d, slug: '' },
      { ...d, slug: 'd-again' },
      { ...a, id: '', slug: 'x', type: 'nothing' },
    ],
    'dry_run',
  )
  expect(report?.errors.map(({ row, path, rule }) => [row, path, rule])).toEqual([
    [2, 'metadata.tags', 'option'],
    [2, 'metadata.data', 'json'],
    [3, 'type', 'type'],
    [4, 'slug', 'unique'],
    [6, 'id', 'unique'],
    [7, 'type', 'unknown_type'],
  ])
})

test('a relation that is no id is refused, and an unknown id is stored with a warning', async () => {
  await addType(server, owner, 'notes', [{ key: 'by', type: 'object', object_type: 'people' }])
  const [ada] = await exported({ type: 'people' })
  const metadata = { by: ada?.['id'] }
  await addOneObject(server, owner, { type: 'notes', title: 'Note', metadata })
  const [note] = await exported({ type: 'notes' })
  const typo = await run([{ ...note, 'metadata.by': 'TYPO' }])
  expect(typo.report?.errors).toMatchObject([{ row: 2, path: 'metadata.by', rule: 'reference' }])
  const stored = async () => (await objects()).find(({ type }) => type === 'notes')?.metadata
  expect(await stored()).toEqual(metadata)
  const by = 'a'.repeat(24)
  const { report } = await run([{ ...note, 'metadata.by': by }])
  expect(report).toMatchObject({ total_errors: 0, warnings: [{ row: 2 }] })
  expect(await stored()).toEqual({ by })
})

test('a replacing import deletes only objects of the types in the file', async () => {
  const [first] = await exported({ type: 'works' })
  if (!first) throw new Error('a row')
  const { report } = await run([first], 'replace')
  expect(report).toMatchObject({
    objects: { added: 0, updated: 0, unchanged: 1, deleted: 3 },
    object_types: { unchanged: 1, deleted: 0 },
  })
  expect((await objects()).map(({ title }) => title)).toEqual(['A', 'Ada'])
})

test('a workbook saved by a spreadsheet updates the changed rows only', async () => {
  const rows = await exported()
  const asWorkbook = (changed: readonly Row[]) =>
    workbookOf({
      sheets: {
        'name="Export"': [Object.keys(rows[0] ?? {}), ...changed.map((row) => Object.values(row))]
          .map((cells) => `<row>${cells.map(cellOf).join('')}</row>`)
          .join(''),
      },
    })
  const same = await importFile(server, owner, await asWorkbook(rows), { name: 'objects.xlsx' })
  expect(same.report).toMatchObject({
    objects: { added: 0, updated: 0, unchanged: rows.length },
    total_errors: 0,
  })
  const [first = {}, ...others] = rows
  const changed = await asWorkbook([{ ...first, title: 'Z' }, ...others])
  const { report } = await importFile(server, owner, changed, { name: 'objects.xlsx' })
  expect(report).toMatchObject({ objects: { updated: 1, unchanged: rows.length - 1 } })
})

const cellOf = (text: string) =>
  text === '' ? '<c/>' : `<c t="inlineStr"><is><t>${encodeXML(text)}</t></is></c>`
