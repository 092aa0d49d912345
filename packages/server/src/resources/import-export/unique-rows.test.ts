import type { ImportMapping } from '@typecase/contract/import-export'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { importFile, type ImportOptions } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'books', [
    { key: 'isbn', title: 'ISBN', type: 'text', unique: true },
  ])
})

const books: ImportMapping = {
  format: 'ndjson',
  object_type: 'books',
  columns: [
    { from: 'title', to: 'title' },
    { from: 'slug', to: 'slug' },
    { from: 'isbn', to: 'metadata.isbn' },
    { from: 'no', to: 'metadata.no', type: 'number' },
    { from: 'locale', to: 'locale' },
  ],
}

const run = (rows: readonly object[], mapping = books, more: ImportOptions = {}) => {
  const content = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return importFile(server, owner, content, { mapping, name: 'books.ndjson', ...more })
}
const add = (title: string, isbn: string, more: object = {}) =>
  addOneObject(server, owner, { type: 'books', title, metadata: { isbn }, ...more })

async function isbns() {
  const query = { slug: owner.bucket.slug, query: '{"type":"books"}', limit: 100 }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  return Object.fromEntries(objects.map(({ object }) => [object.slug, object.metadata?.['isbn']]))
}

describe('unique values of rows', () => {
  test('are refused by row and field if another row or object has them', async () => {
    await add('There', '1')
    await add('Public', '2', { status: 'published' })
    const draft = [{ title: 'Public', isbn: '3' }]
    expect((await run(draft, { ...books, status: 'draft' })).job.status).toBe('done')
    const rows = [
      { title: 'As an object', isbn: '1' },
      { title: 'As a published one', isbn: '2' },
      { title: 'As its draft', isbn: '3' },
      { title: 'New', isbn: '4' },
      { title: 'As a row', isbn: '4' },
      { title: 'In German', isbn: '4', locale: 'de' },
      { title: 'None', isbn: '' },
      { title: 'None either', isbn: '' },
    ]
    const { job, report } = await run(rows)
    expect(job).toMatchObject({
      status: 'failed',
      errors: [{ reason: '4 rows cannot be imported, so nothing was changed.' }],
    })
    const words = (name: string) => `metadata.isbn must be unique: ${name} already has this value`
    expect(report?.errors).toEqual(
      [
        { row: 1, title: 'As an object', message: words('“There”') },
        { row: 2, title: 'As a published one', message: words('“Public”') },
        { row: 3, title: 'As its draft', message: words('“Public”') },
        { row: 5, title: 'As a row', message: words('row 4') },
      ].map((error) => ({ ...error, path: 'metadata.isbn', rule: 'unique' })),
    )
    expect(report).toMatchObject({ objects: { added: 4 }, invalid_rows: 4 })
    const partly = await run(rows, books, { skip_invalid: true })
    expect(partly.report).toMatchObject({ objects: { added: 4, updated: 0 } })
    expect(await isbns()).toEqual({
      there: '1',
      public: '3',
      new: '4',
      'in-german': '4',
      none: '',
      'none-either': '',
    })
  })

  test('may move from one object of the file to another', async () => {
    for (const isbn of ['1', '2', '3']) await add(`Book ${isbn}`, isbn)
    const { report } = await run([
      { title: 'Book 1', isbn: '2' },
      { title: 'Book 2', isbn: '3' },
      { title: 'Book 3', isbn: '1' },
    ])
    expect(report).toMatchObject({ objects: { updated: 3 }, total_errors: 0 })
    expect(await isbns()).toEqual({ 'book-1': '2', 'book-2': '3', 'book-3': '1' })
  })

  test('stay with their object if the row that would release them is refused', async () => {
    await add('Book 1', '1')
    await add('Book 2', '2')
    await add('Elsewhere', '3')
    const rows = [
      { title: 'Taker', isbn: '1' },
      { title: 'Book 1', isbn: '3' },
      { title: 'Book 2', isbn: '4' },
    ]
    const { report } = await run(rows, books, { skip_invalid: true })
    expect(report?.errors.map(({ row, message }) => [row, message])).toEqual([
      [1, 'metadata.isbn must be unique: “Book 1” already has this value'],
      [2, 'metadata.isbn must be unique: “Elsewhere” already has this value'],
    ])
    expect(await isbns()).toEqual({ 'book-1': '1', 'book-2': '4', elsewhere: '3' })
  })

  test('may be reused if a replacing import deletes their object', async () => {
    await add('Old', '1')
    const { report } = await run([{ title: 'New', isbn: '1' }], books, { import_mode: 'replace' })
    expect(report).toMatchObject({ objects: { added: 1, deleted: 1 }, total_errors: 0 })
    expect(await isbns()).toEqual({ new: '1' })
  })

  test('are refused in a bucket.json as well', async () => {
    const field = { key: 'sku', title: 'SKU', type: 'text', unique: true }
    const object = (title: string) => ({
      title,
      type_slug: 'goods',
      metafields: [{ ...field, value: '7' }],
    })
    const bucket = {
      object_types: [{ title: 'Goods', slug: 'goods', metafields: [field] }],
      objects: [object('One'), object('Two')],
    }
    const { report } = await importFile(server, owner, JSON.stringify({ bucket }))
    expect(report?.errors).toEqual([
      {
        row: 2,
        title: 'Two',
        path: 'metadata.sku',
        message: 'metadata.sku must be unique: row 1 already has this value',
        rule: 'unique',
      },
    ])
  })
})

describe('slugs of rows that are matched by another field', () => {
  const columns = books.columns.filter(({ from }) => from !== 'locale')
  const byNo = { ...books, columns, match_by: 'metadata.no' }

  test('are numbered if two new rows have the same one, the same way each time', async () => {
    const rows = [
      { title: 'Untitled', slug: 'untitled', isbn: 'a', no: 1 },
      { title: 'Untitled', slug: 'untitled', isbn: 'b', no: 2 },
      { title: 'Untitled', isbn: 'c', no: 3 },
    ]
    const { report } = await run(rows, byNo)
    expect(report).toMatchObject({ objects: { added: 3 }, total_errors: 0 })
    expect(report?.warnings).toEqual([
      {
        row: 2,
        message: 'slug “untitled” is also used by another row; this one became “untitled-2”.',
      },
    ])
    const slugs = { untitled: 'a', 'untitled-2': 'b', 'untitled-3': 'c' }
    expect(await isbns()).toEqual(slugs)

    const secondImport = await run(rows, byNo)
    expect(secondImport.report).toMatchObject({ objects: { unchanged: 3 }, total_errors: 0 })
    expect(secondImport.report?.warnings).toEqual([])
    expect(await isbns()).toEqual(slugs)
  })

  test('are refused if an object that the file does not contain has the slug', async () => {
    await add('Untitled', 'x')
    const { report } = await run([{ title: 'New', slug: 'untitled', no: 1 }], byNo)
    expect(report?.errors).toMatchObject([{ row: 1, path: 'slug', rule: 'unique' }])
  })
})
