import { getBucket } from '@typecase/contract/buckets'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import type { ImportMapping } from '@typecase/contract/import-export'
import { listObjects } from '@typecase/contract/objects'
import { listTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { titlesOf } from '../../content-api/testing/read-content.ts'
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
})

const artists: ImportMapping = {
  format: 'csv',
  object_type: 'artists',
  status: 'published',
  columns: [
    { from: 'name', to: 'title' },
    { from: 'no', to: 'metadata.number' },
    { from: 'styles', to: 'metadata.styles', split: ';' },
  ],
}
const works: ImportMapping = {
  format: 'ndjson',
  object_type: 'works',
  object_type_title: 'Works of art',
  match_by: 'metadata.number',
  columns: [
    { from: 'title', to: 'title' },
    { from: 'no', to: 'metadata.number', type: 'number' },
    { from: 'by', to: 'metadata.artists', relation: { type: 'artists', key: 'metadata.number' } },
    { from: 'copy_of', to: 'metadata.copy_of', relation: { type: 'works', key: 'number' } },
    { from: 'size.height', to: 'metadata.height' },
  ],
}

const run = (content: string | Uint8Array, mapping: ImportMapping, more: ImportOptions = {}) =>
  importFile(server, owner, content, { mapping, name: `file.${mapping.format}`, ...more })

const ndjson = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

async function objectsOf(type: string, skip = 0) {
  const query = { slug: owner.bucket.slug, query: JSON.stringify({ type }), limit: 1000, skip }
  const answer = await server.call(listObjects, { query }, owner)
  return answer.ok().objects.map(({ object }) => object)
}

/** Returns the public titles, sorted. */
async function publicTitles() {
  return (await titlesOf(server, owner, { query: { type: 'works' } })).toSorted()
}

/** Returns how many objects went live with each change, newest first. */
async function liveCounts() {
  const answer = await server.call(listChangeSets, { query: { slug: owner.bucket.slug } }, owner)
  return answer.ok().change_sets.map(({ live }) => live)
}

async function typeOf(slug: string) {
  const answer = await server.call(getBucket, { query: { slug: owner.bucket.slug } }, owner)
  return answer.ok().bucket.object_types.find((type) => type.slug === slug)
}

describe('a new object type', () => {
  test('is derived from the columns, with its objects in the order of the file', async () => {
    const csv = 'no,name,styles\n1,Anna,Pop;Op\n2,Ben,\n3,Cleo,Pop\n'
    const { report, job } = await run(csv, artists)
    expect(job).toMatchObject({ status: 'done', done: 3, total: 3 })
    expect(report).toMatchObject({
      format: 'csv',
      object_types: { added: 1, updated: 0, unchanged: 0 },
      objects: { added: 3 },
      sample: [{ title: 'Anna', type: 'artists', action: 'add' }, {}, {}],
    })
    expect(await typeOf('artists')).toMatchObject({
      title: 'Artists',
      metafields: [
        { key: 'number', type: 'number' },
        { key: 'styles', type: 'multi-select', options: [{ value: 'Op' }, { value: 'Pop' }] },
      ],
    })
    expect(await objectsOf('artists')).toMatchObject([
      {
        title: 'Anna',
        slug: 'anna',
        status: 'published',
        metadata: { number: 1, styles: ['Pop', 'Op'] },
      },
      { title: 'Ben', metadata: { number: 2, styles: [] } },
      { title: 'Cleo' },
    ])
  })

  test('gives objects with one title distinct slugs, and the same slugs in a second import', async () => {
    const csv = 'name\nUntitled\nUntitled\nUntitled\n'
    await run(csv, artists)
    expect((await objectsOf('artists')).map(({ slug }) => slug)).toEqual([
      'untitled',
      'untitled-2',
      'untitled-3',
    ])
    expect((await run(csv, artists)).report?.objects).toMatchObject({ added: 0, unchanged: 3 })
  })
})

describe('relations of a table', () => {
  test('are found by a value in the bucket and in the file, and missing ones are reported', async () => {
    await run('no,name\n1,Anna\n2,Ben\n', artists)
    const { report } = await run(
      ndjson(
        { title: 'Copy', no: 11, by: [1], copy_of: 10, size: { height: 5 } },
        { title: 'Original', no: 10, by: [1, 2, 99] },
      ),
      works,
      { missing_references: 'empty' },
    )
    expect(report).toMatchObject({
      relations: { resolved: 4, missing: 1 },
      warnings: [{ row: 2, message: expect.stringContaining('no object of type artists') }],
      total_errors: 0,
    })
    const [anna, ben] = await objectsOf('artists')
    const [copy, original] = await objectsOf('works')
    expect(original?.metadata['artists']).toEqual([anna?.id, ben?.id])
    expect(copy?.metadata).toMatchObject({ artists: [anna?.id], copy_of: original?.id, height: 5 })
    expect(await typeOf('works')).toMatchObject({
      title: 'Works of art',
      metafields: expect.arrayContaining([
        expect.objectContaining({ key: 'artists', type: 'objects', object_type: 'artists' }),
        expect.objectContaining({ key: 'copy_of', type: 'object', object_type: 'works' }),
      ]),
    })
  })
})

describe('relations to missing objects', () => {
  const next = ndjson({ title: 'Renamed', no: 1, by: [2, 99] }, { title: 'New', no: 2, by: [98] })
  let before: unknown
  let ben: unknown
  const worksByNumber = async () =>
    (await objectsOf('works')).toSorted(
      (a, b) => Number(a.metadata['number']) - Number(b.metadata['number']),
    )

  beforeEach(async () => {
    await run('no,name\n1,Anna\n2,Ben\n', artists)
    await run(ndjson({ title: 'One', no: 1, by: [1, 2] }), works)
    ;[before] = (await objectsOf('works')).map(({ metadata }) => metadata['artists'])
    ben = (await objectsOf('artists'))[1]?.id
  })

  test('fail the import by default, and nothing changes', async () => {
    const { job, report } = await run(next, works)
    expect(job.status).toBe('failed')
    expect(report).toMatchObject({
      relations: { resolved: 1, missing: 2 },
      errors: [
        {
          row: 1,
          title: 'Renamed',
          path: 'metadata.artists',
          rule: 'reference',
          message: 'metadata.artists names no object of type artists with the number “99”',
        },
        { row: 2, path: 'metadata.artists', rule: 'reference' },
      ],
      total_errors: 2,
    })
    expect(await objectsOf('works')).toMatchObject([
      { title: 'One', metadata: { artists: before } },
    ])
  })

  test.each(['merge', 'replace'])(
    'leave the field unchanged on request (%s)',
    async (import_mode) => {
      const { report } = await run(next, works, { missing_references: 'keep', import_mode })
      expect(report).toMatchObject({ relations: { missing: 2 }, total_errors: 0 })
      expect(report?.warnings).toContainEqual(expect.objectContaining({ row: 1, count: 2 }))
      const objects = await worksByNumber()
      expect(objects).toMatchObject([
        { title: 'Renamed', metadata: { number: 1, artists: before } },
        { title: 'New', metadata: { number: 2 } },
      ])
      expect(objects[1]?.metadata).not.toHaveProperty('artists')
    },
  )

  test('are left out on request', async () => {
    await run(next, works, { missing_references: 'empty' })
    expect(await worksByNumber()).toMatchObject([
      { metadata: { artists: [ben] } },
      { metadata: { artists: [] } },
    ])
  })

  test('are found, refused or left unchanged in a group as well', async () => {
    const relation = { type: 'artists', key: 'title' }
    const columns = [
      { from: 'title', to: 'title' },
      { from: 'by', to: 'metadata.credit.by', type: 'object', relation },
      { from: 'role', to: 'metadata.credit.role' },
    ]
    const credits: ImportMapping = { format: 'csv', object_type: 'credits', columns }
    await run('title,by,role\nOne,Ben,ink\n', credits)
    const changes = 'title,by,role\nOne,Typo,pencil\n'
    const refused = await run(changes, credits)
    expect(refused.report?.errors).toMatchObject([{ row: 2, path: 'metadata.credit.by' }])
    await run(changes, credits, { missing_references: 'keep' })
    expect(await objectsOf('credits')).toMatchObject([
      { metadata: { credit: { by: ben, role: 'pencil' } } },
    ])
  })
})

describe('merging a table', () => {
  const one = { title: 'One', no: 1, size: { height: 1 } }

  test('by a field recognises renamed objects and keeps their slugs', async () => {
    await run(ndjson(one, { title: 'Two', no: 2 }), works)
    const { report } = await run(
      ndjson({ ...one, title: 'Renamed' }, { title: 'Two', no: 2 }, { title: 'One', no: 3 }),
      works,
    )
    expect(report?.objects).toEqual({ added: 1, updated: 1, unchanged: 1, deleted: 0 })
    const objects = await objectsOf('works')
    expect(objects.map(({ title, slug }) => [title, slug])).toEqual(
      expect.arrayContaining([
        ['Renamed', 'one'],
        ['Two', 'two'],
        ['One', 'one-2'],
      ]),
    )
  })

  test('numbers 1,100 equal titles around existing slugs, and a second import changes nothing', async () => {
    const others = ['Same', 'Same 2', 'Same 700'].map((title, no) => ({ title, no: -no - 1 }))
    await run(ndjson(...others), works)
    const rows = Array.from({ length: 1100 }, (_, no) => ({ title: 'Same', no }))
    const { report } = await run(ndjson(...rows), works)
    expect(report).toMatchObject({ objects: { added: 1100 }, total_errors: 0 })
    const numbers = Array.from({ length: 1103 }, (_, n) => n + 1)
    const slugs = numbers.map((n) => (n === 1 ? 'same' : `same-${n}`))
    const objects = [...(await objectsOf('works')), ...(await objectsOf('works', 1000))]
    expect(new Set(objects.map(({ slug }) => slug))).toEqual(new Set(slugs))
    const secondImport = await run(ndjson(...rows, ...others), works)
    expect(secondImport.report?.objects).toEqual({
      added: 0,
      updated: 0,
      unchanged: 1103,
      deleted: 0,
    })
  })

  test('keeps fields that the file lacks, and keeps published objects published', async () => {
    await run(ndjson(one), { ...works, status: 'published' })
    const titleOnly = { ...works, columns: works.columns.slice(0, 2) }
    await run(ndjson({ title: 'Other', no: 1 }), titleOnly)
    expect(await objectsOf('works')).toMatchObject([
      { title: 'Other', status: 'published', metadata: { number: 1, height: 1 }, rev: 2 },
    ])
  })

  test('saves changes as drafts if it must not publish, and reports the changed fields', async () => {
    await run(ndjson(one, { ...one, no: 2, title: 'Two' }), { ...works, status: 'published' })
    const next = ndjson({ ...one, title: 'Other' }, { ...one, no: 2, title: 'Two' })
    const dry = await run(next, works, { import_mode: 'dry_run' })
    expect(dry.report).toMatchObject({
      objects: { added: 0, updated: 1, unchanged: 1, public: 1 },
      changes: [{ title: 'Other', field: 'title', before: one.title, after: 'Other' }],
      total_changes: 1,
    })

    const { report, job } = await run(next, works, { publish: false })
    expect(report?.objects).toMatchObject({ updated: 1, unchanged: 1, public: 1 })
    const [first] = (await objectsOf('works')).filter(({ title }) => title === 'Other')
    expect(first).toMatchObject({ status: 'draft', main_object_status: 'published' })
    expect(await publicTitles()).toEqual([one.title, 'Two'])
    expect((await objectsOf('works')).filter(({ status }) => status === 'draft')).toHaveLength(1)

    expect(await liveCounts()).toEqual([0, 2])
    const body = { slug: owner.bucket.slug, change_set_id: job.change_set_id ?? '' }
    ;(await server.call(undoChangeSet, { body }, owner)).ok()
    expect((await objectsOf('works')).map(({ status }) => status)).toEqual([
      'published',
      'published',
    ])
    await run(next, works, { publish: true })
    expect((await liveCounts())[0]).toBe(1)
    expect(await publicTitles()).toEqual(['Other', 'Two'])
  })

  test('publishes new objects as the mapping says, even if changes are saved as drafts', async () => {
    await run(ndjson(one), { ...works, status: 'published' }, { publish: false })
    expect(await publicTitles()).toEqual([one.title])
  })

  test('adds no drafts for an unchanged file', async () => {
    await run(ndjson(one), { ...works, status: 'published' })
    const { report } = await run(ndjson(one), { ...works, status: 'published' }, { publish: false })
    expect(report?.objects).toEqual({ added: 0, updated: 0, unchanged: 1, deleted: 0 })
  })

  test('adds fields to a type and leaves its existing fields unchanged', async () => {
    await run(ndjson(one), works)
    const before = await typeOf('works')
    const more = {
      ...works,
      columns: [...works.columns, { from: 'note', to: 'metadata.note' }],
    }
    const { report } = await run(ndjson({ ...one, note: 'N' }), more)
    expect(report?.object_types).toMatchObject({ added: 0, updated: 1 })
    const after = await typeOf('works')
    expect(after?.metafields.slice(0, -1)).toEqual(before?.metafields)
    expect(after?.metafields.at(-1)).toMatchObject({ key: 'note', type: 'text' })
  })
})

describe('replacing with a table', () => {
  test('moves the other objects of the type to the trash, and no others', async () => {
    await run('name,no\nAnna,1\nBen,2\n', artists)
    await run(ndjson({ title: 'Work', no: 1 }), works)
    const { report } = await run('name,no\nBen,2\nCleo,3\n', artists, { import_mode: 'replace' })
    expect(report?.objects).toEqual({ added: 1, updated: 0, unchanged: 1, deleted: 1 })
    expect((await objectsOf('artists')).map(({ title }) => title).toSorted()).toEqual([
      'Ben',
      'Cleo',
    ])
    expect(await objectsOf('works')).toHaveLength(1)
    const trash = await server.call(listTrash, { query: { slug: owner.bucket.slug } }, owner)
    expect(trash.ok().objects.map(({ title }) => title)).toEqual(['Anna'])
  })
})

describe('invalid rows', () => {
  const bad = ndjson(
    { title: 'Good', no: 1 },
    { title: 'Number', no: 'many' },
    { no: 3 },
    { title: 'Twice', no: 1 },
    { title: 'No number' },
  )

  test('are reported with row and path, and prevent the whole import', async () => {
    const { job, report } = await run(bad, works)
    expect(job).toMatchObject({
      status: 'failed',
      errors: [{ reason: '4 rows cannot be imported, so nothing was changed.' }],
    })
    expect(report?.errors.map(({ row, path, rule }) => [row, path, rule])).toEqual([
      [2, 'metadata.number', 'type'],
      [3, 'title', 'required'],
      [4, 'metadata.number', 'unique'],
      [5, 'metadata.number', 'required'],
    ])
    expect(await typeOf('works')).toBeUndefined()
  })

  test('count once, however many problems they have', async () => {
    const two = { ...works, columns: [...works.columns, { from: 'on', to: 'created_at' }] }
    const { job, report } = await run(ndjson({ no: 'x', on: 'once' }, { title: 'B', no: 2 }), two)
    expect(report).toMatchObject({ invalid_rows: 1, total_errors: 2 })
    expect(job.errors[0]?.reason).toBe('One row cannot be imported, so nothing was changed.')
  })

  test('are skipped on request', async () => {
    const { job, report } = await run(bad, works, { skip_invalid: true })
    expect(job.status).toBe('done')
    expect(report).toMatchObject({ objects: { added: 1 }, total_errors: 4, invalid_rows: 4 })
    expect((await objectsOf('works')).map(({ title }) => title)).toEqual(['Good'])
  })

  test('with values that break the rules of a field are refused', async () => {
    await run('name,styles\nAnna,Pop;Op\n', artists)
    const { report } = await run('name,styles\nBen,Rococo\n', artists)
    expect(report?.errors).toMatchObject([{ row: 2, path: 'metadata.styles', title: 'Ben' }])
  })
})

describe('tables from different programs', () => {
  test('may have a byte order mark, semicolons, Windows line ends and quoted line breaks', async () => {
    const csv =
      '\uFEFFname;no;note\r\n"Anna; the first";1;"one line\r\nand ""another"""\r\nBen;2;\r\n'
    const columns = [...artists.columns.slice(0, 2), { from: 'note', to: 'metadata.note' }]
    const { report } = await run(csv, { ...artists, columns })
    expect(report).toMatchObject({ objects: { added: 2 }, total_errors: 0, warnings: [] })
    expect(await objectsOf('artists')).toMatchObject([
      { title: 'Anna; the first', metadata: { number: 1, note: 'one line\r\nand "another"' } },
      { title: 'Ben', metadata: { number: 2 } },
    ])
  })

  test('may be NDJSON with a byte order mark and Windows line ends', async () => {
    const { report } = await run(
      '\uFEFF{"title":"One","no":1}\r\n{"title":"Two","no":2}\r\n',
      works,
    )
    expect(report).toMatchObject({ objects: { added: 2 }, total_errors: 0 })
  })

  test('may be Unicode text of Excel in UTF-16, with tabs and a repeated column name', async () => {
    const text = '\uFEFFname\tno\tname\r\nÅnna 🎨\t1\tA\r\n'
    const columns = [
      ...artists.columns.slice(0, 2),
      { from: 'name (2)', to: 'metadata.note', type: 'text' as const },
    ]
    const { report } = await run(Buffer.from(text, 'utf16le'), { ...artists, columns })
    expect(report).toMatchObject({ objects: { added: 1 }, total_errors: 0 })
    expect(await objectsOf('artists')).toMatchObject([
      { title: 'Ånna 🎨', metadata: { number: 1, note: 'A' } },
    ])
  })
})

describe('a dry run', () => {
  test('reports exactly what the import then does, and changes nothing', async () => {
    await run('no,name\n1,Anna\n', artists)
    const rows = ndjson(
      { title: 'One', no: 1, by: [1] },
      { title: 'Two', no: 2, by: [7] },
      { title: 'Odd', no: 'x' },
    )
    const options = { skip_invalid: true }
    const dry = await run(rows, works, { ...options, import_mode: 'dry_run' })
    expect(dry.job).toMatchObject({ status: 'done', change_set_id: null })
    expect(await typeOf('works')).toBeUndefined()
    const real = await run(rows, works, options)
    expect({ ...dry.report, mode: 'merge' }).toEqual(real.report)
  })
})
