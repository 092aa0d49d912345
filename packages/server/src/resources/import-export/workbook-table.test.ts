import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import type { ImportMapping } from '@typecase/contract/import-export'
import { listObjects } from '@typecase/contract/objects'
import { workbookOf } from '@typecase/contract/workbook.fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { importFile, sendImport } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const SAMPLE = readFileSync(
  join(import.meta.dirname, '../../../../../tests/fixtures/imports/lighthouses.xlsx'),
)
const columns = [
  { from: 'Name', to: 'title' },
  { from: 'Lit', to: 'metadata.lit' },
  { from: 'Height', to: 'metadata.height' },
  { from: 'Height (2)', to: 'metadata.double' },
  { from: 'Open', to: 'metadata.open' },
  { from: 'Share', to: 'metadata.share' },
  { from: 'Seen', to: 'metadata.seen' },
  { from: 'Note', to: 'metadata.note' },
]
const towers: ImportMapping = { format: 'csv', object_type: 'towers', columns }
const keepers: ImportMapping = {
  format: 'csv',
  sheet: 'Keepers & co',
  object_type: 'keepers',
  columns: [{ from: 'Name', to: 'title' }],
}

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

const run = (content: Uint8Array, mapping?: ImportMapping, more = {}) =>
  importFile(server, owner, content, { ...(mapping && { mapping }), name: 'file.xlsx', ...more })

async function stored() {
  const query = { slug: owner.bucket.slug, limit: 1000 }
  return (await server.call(listObjects, { query }, owner)).ok().objects.map(({ object }) => object)
}

describe('a workbook', () => {
  test('becomes objects as a CSV does, and undo removes them', async () => {
    const { report } = await run(SAMPLE, towers)
    expect(report).toMatchObject({
      format: 'csv',
      objects: { added: 2 },
      total_errors: 0,
      warnings: [
        {
          message: expect.stringContaining(
            'Only the first sheet, “Towers”, was read. Others: Keepers & co.',
          ),
        },
        { message: 'Cells with an error, such as #N/A, are left empty.' },
      ],
    })
    const objects = await stored()
    expect(objects.find(({ title }) => title === 'Hook Head')).toMatchObject({
      metadata: {
        lit: '1911-03-01',
        seen: '2026-11-20T09:30:00Z',
        height: 35.5,
        double: '71',
        open: true,
        share: 0.12,
        note: 'first line\n“second”, <b> & more',
      },
    })
    const { slug } = owner.bucket
    const { change_sets } = (await server.call(listChangeSets, { query: { slug } }, owner)).ok()
    const body = { slug, change_set_id: change_sets[0]?.id ?? '' }
    ;(await server.call(undoChangeSet, { body }, owner)).ok()
    expect(await stored()).toEqual([])
  })

  test('is read from the sheet that the mapping names', async () => {
    const { report } = await run(SAMPLE, keepers)
    expect(report).toMatchObject({ objects: { added: 1 }, warnings: [] })
    expect((await stored()).map(({ title, type }) => [title, type])).toEqual([['Ada', 'keepers']])
  })

  test('reports errors by the row numbers of the spreadsheet', async () => {
    const number = { from: 'Share', to: 'metadata.share', type: 'number' }
    const mapping = { ...towers, columns: [{ from: 'Seen', to: 'title' }, number] }
    const { report } = await run(SAMPLE, {
      ...mapping,
      columns: [...mapping.columns, { from: 'Name', to: 'metadata.height', type: 'number' }],
    })
    expect(report?.errors.map(({ row }) => row)).toEqual([2, 4])
  })

  test.each<[string, Promise<Uint8Array> | Uint8Array, ImportMapping, RegExp]>([
    ['without the sheet', SAMPLE, { ...keepers, sheet: 'Lamps' }, /no sheet “Lamps”/],
    ['that is damaged', Buffer.from(SAMPLE).fill(0, 700, 900), towers, /workbook is damaged/],
    [
      'whose sheet breaks off',
      workbookOf({
        sheets: { 'name="A"': '' },
        files: { 'xl/worksheets/sheet0.xml': '<sheetData><row><c><v>1</v></c></row>' },
      }),
      { ...keepers, sheet: 'A' },
      /sheet was cut off/,
    ],
    [
      'without rows',
      workbookOf({ sheets: { 'name="A"': '' } }),
      { ...keepers, sheet: 'A' },
      /empty/,
    ],
  ])('%s changes nothing', async (_name, content, mapping, words) => {
    const { job } = await run(await content, mapping)
    expect(job.status).toBe('failed')
    expect(job.errors[0]?.reason).toMatch(words)
    expect(await stored()).toEqual([])
  })

  test('needs a mapping', async () => {
    expect((await run(SAMPLE)).job.errors[0]?.reason).toContain('A table needs a mapping.')
  })
})

test('a CSV in Windows-1252 is imported with a warning', async () => {
  const csv = Buffer.from('Name;Ort\r\nCaf\xe9 \x93Nord\x94;K\xf6ln\r\n', 'latin1')
  const mapping = {
    ...towers,
    columns: [
      { from: 'Name', to: 'title' },
      { from: 'Ort', to: 'metadata.place' },
    ],
  }
  const { report } = await run(csv, mapping, { name: 'orte.csv' })
  expect(report?.warnings).toEqual([
    { message: 'Read as Windows-1252, since it is not UTF-8. Check accents.' },
  ])
  expect(await stored()).toMatchObject([
    { title: 'Café “Nord”', slug: 'cafe-nord', metadata: { place: 'Köln' } },
  ])
})

test('a mapping with an empty sheet name answers 400', async () => {
  const answer = await sendImport(
    server,
    owner,
    SAMPLE,
    { mapping: { ...keepers, sheet: '' } },
    owner,
  )
  expect(answer.status).toBe(400)
  expect(answer.error().details?.[0]?.path).toBe('mapping.sheet')
})
