import { readFileSync } from 'node:fs'

import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { needsSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'

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

const field = (name: string, type: string, options?: object) => ({
  id: `fld${name}`,
  name,
  type,
  options,
})
const base = (records: object) =>
  JSON.stringify({
    baseName: 'Library',
    schema: {
      tables: [
        {
          id: 'tblBooks',
          name: 'Books',
          primaryFieldId: 'fldName',
          fields: [
            field('Name', 'singleLineText'),
            field('Pages', 'number'),
            field('State', 'singleSelect', { choices: [{ name: 'New' }, { name: 'Old' }] }),
            field('Read', 'checkbox'),
            field('By', 'multipleRecordLinks', { linkedTableId: 'tblPeople' }),
            field('Cover', 'multipleAttachments'),
            field('Open', 'button'),
            field('Future', 'notKnownYet'),
          ],
        },
        {
          id: 'tblPeople',
          name: 'People',
          primaryFieldId: 'fldName',
          fields: [field('Name', 'singleLineText')],
        },
      ],
    },
    records,
  })

test('tables become object types, and records become objects with relations and media', async () => {
  const file = base({
    tblBooks: {
      records: [
        {
          id: 'rec1',
          createdTime: '2024-01-05T09:00:00.000Z',
          fields: {
            Name: 'Towers',
            Pages: 12,
            State: 'New',
            Read: true,
            By: ['rec2', 'gone'],
            Cover: [
              { id: 'att1', url: 'https://files.example/a/cover.png', filename: 'cover.png' },
            ],
            Future: { a: 1 },
          },
        },
        { id: 'rec3', fields: {} },
      ],
    },
    tblPeople: { records: [{ id: 'rec2', fields: { Name: 'Ada' } }] },
  })
  const { report } = await importFile(server, owner, file, { name: 'base.json' })
  expect(report).toMatchObject({
    source: { title: 'Airtable base Library' },
    objects: { added: 3 },
    media: { added: 1 },
    relations: { resolved: 1, missing: 1 },
    total_errors: 0,
  })
  const all = await objects()
  expect(all.get('towers')).toMatchObject({
    type: 'books',
    created_at: '2024-01-05T09:00:00.000Z',
    metadata: { pages: 12, state: 'New', read: true, future: '{"a":1}' },
  })
  expect(all.get('towers')?.metadata?.['by']).toContain(all.get('ada')?.id)
  expect(all.get('untitled')).toMatchObject({ type: 'books' })
  const secondImport = await importFile(server, owner, file, { name: 'base.json' })
  expect(secondImport.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: 3 })
})

test('a base that was cut off changes nothing', async () => {
  const file = base({ tblBooks: { records: [{ id: 'rec1', fields: { Name: 'A' } }] } })
  const { job } = await importFile(server, owner, file.slice(0, -5), { name: 'base.json' })
  expect(job.status).toBe('failed')
  expect(job.errors.at(-1)?.reason).toContain('not valid JSON')
  expect((await objects()).size).toBe(0)
})

test('every type of field becomes a value of the matching type', needsSharedFixtures, async () => {
  const file = readFileSync(sharedFixture('foreign/airtable.json'))
  const { report } = await importFile(server, owner, file, { name: 'airtable.json' })
  expect(report).toMatchObject({ objects: { added: 6 }, total_errors: 0 })
  expect((await objects()).get('the-long-way')).toMatchObject({
    title: 'The Long Way',
    type: 'books',
    metadata: {
      pages: 512,
      progress: 0.42,
      rating: 4,
      status: 'Reading',
      tags: ['Fiction'],
      owner: 'Ada',
      readers: 'Ada, Grace',
      published: '2019-03-14',
      read: true,
      value: 75.96,
      author_names: 'Ada Lovelace, Grace Hopper',
      isbn: '9780000000001',
      summary: '**Bold** and _italic_',
    },
  })
})
