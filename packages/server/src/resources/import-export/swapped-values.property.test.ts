import { type ChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { deleteObjects, listObjects, updateObject } from '@typecase/contract/objects'
import type { ImportMapping } from '@typecase/contract/import-export'
import { emptyTrash } from '@typecase/contract/trash'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { exported } from './testing/export-bucket.ts'
import { endOf, importFile, type ImportOptions } from './testing/import-file.ts'

// Objects have swapped a unique value since the file was made, so each change alone would be refused.
vi.setConfig({ testTimeout: 600_000 })

const RUNS = Number(process.env['TRANSFER_RUNS'] ?? 4)

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(
    server,
    owner,
    'works',
    [
      { key: 'number', type: 'number' },
      { key: 'isbn', type: 'text', unique: true },
    ],
    { localization: true },
  )
})

interface Held {
  slug: string
  isbn: string
}

const slug = () => owner.bucket.slug
const run = (file: Buffer, options?: ImportOptions) =>
  importFile(server, owner, file, { name: 'own.zip', ...options })

/** Returns the contents of the objects, by id. */
async function contents(): Promise<Record<string, Held>> {
  const query = { slug: slug(), limit: 1000 }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  return Object.fromEntries(
    objects.map(({ object: { id, slug, metadata } }) => [
      id,
      { slug, isbn: String(metadata?.['isbn']) },
    ]),
  )
}

async function change(object_id: string, { slug: its, isbn }: Held): Promise<void> {
  const body = { slug: slug(), object_id, data: { slug: its, metadata: { isbn } } }
  ;(await server.call(updateObject, { body }, owner)).ok()
}

/** Gives each object the values of another one. */
async function permute(target: Readonly<Record<string, Held>>): Promise<void> {
  for (const id of Object.keys(target)) await change(id, { slug: `away-${id}`, isbn: '' })
  for (const [id, held] of Object.entries(target)) await change(id, held)
}

const newestSet = async (): Promise<ChangeSet | undefined> =>
  (await server.call(listChangeSets, { query: { slug: slug(), limit: 1 } }, owner)).ok()
    .change_sets[0]

/** Undoes the newest change set, which may itself be an undo. */
async function undoLast(): Promise<void> {
  const body = { slug: slug(), change_set_id: (await newestSet())?.id ?? '' }
  const answer = (await server.call(undoChangeSet, { body }, owner)).ok()
  if (answer.job) {
    expect(await endOf(server, owner, answer.job)).toMatchObject({ status: 'done', failed: 0 })
  } else expect(answer).toMatchObject({ skipped: [] })
}

/** Imports a file, undoes the import, and redoes it. */
async function thereAndBack(file: Buffer, before: Record<string, Held>): Promise<void> {
  const changed = await contents()
  const differing = Object.keys(before).filter(
    (id) => JSON.stringify(before[id]) !== JSON.stringify(changed[id]),
  )
  const dryRun = await run(file, { import_mode: 'dry_run' })
  expect(dryRun.report).toMatchObject({ total_errors: 0, objects: { updated: differing.length } })
  expect(await contents()).toEqual(changed)
  const { report } = await run(file)
  expect(report).toMatchObject({ total_errors: 0, objects: { updated: differing.length } })
  expect(await contents()).toEqual(before)
  if (differing.length === 0) return
  await undoLast()
  expect(await contents()).toEqual(changed)
  await undoLast()
  expect(await contents()).toEqual(before)
}

/** Adds objects in two locales, which have the same slugs in both. */
async function addWorks(count: number): Promise<Record<string, Held>> {
  await addManyObjects(server, owner, 'works', count, (n) => ({
    slug: `work-${n >> 1}`,
    locale: n % 2 === 0 ? 'en' : 'de',
    metadata: JSON.stringify({ isbn: `${n >> 1}` }),
  }))
  return contents()
}

test(`an import restores any permutation of slugs and unique values (${RUNS} runs)`, async () => {
  const positions = fc.integer({ min: 2, max: 6 }).chain((size) => {
    const all = Array.from({ length: size }, (_, n) => n)
    const order = fc.shuffledSubarray(all, { minLength: size, maxLength: size })
    return fc.record({ slugs: order, isbns: order })
  })
  await fc.assert(
    fc.asyncProperty(positions, async ({ slugs, isbns }) => {
      owner = await addOwner(server)
      await addType(server, owner, 'works', [{ key: 'isbn', type: 'text', unique: true }], {
        localization: true,
      })
      const before = await addWorks(2 * slugs.length)
      const file = await exported(server, owner)
      const ids = Object.keys(before)
      const [en, de] = [ids.filter((_, n) => n % 2 === 0), ids.filter((_, n) => n % 2 === 1)]
      const target = [en, de].flatMap((its) =>
        its.map((id, n): [string, Held] => [
          id,
          {
            slug: before[its[slugs[n] ?? 0] ?? '']?.slug ?? '',
            isbn: before[its[isbns[n] ?? 0] ?? '']?.isbn ?? '',
          },
        ]),
      )
      await permute(Object.fromEntries(target))
      await thereAndBack(file, before)
    }),
    { numRuns: RUNS },
  )
})

test('an import restores a ring of objects that is longer than a chunk', async () => {
  const before = await addWorks(110)
  const file = await exported(server, owner)
  const current = Object.values(before)
  // Each object gets the values of the next one in its locale.
  const target = Object.keys(before).map(
    (id, n) => [id, current[(n + 2) % current.length]] as const,
  )
  await permute(Object.fromEntries(target.flatMap(([id, one]) => (one ? [[id, one]] : []))))
  await thereAndBack(file, before)
})

test('an object that was deleted for good returns next to the object that took its slug', async () => {
  const first = await addOneObject(server, owner, { type: 'works', title: 'First', slug: 'a' })
  const second = await addOneObject(server, owner, { type: 'works', title: 'Second', slug: 'b' })
  const file = await exported(server, owner)
  const body = { slug: slug(), object_ids: [second.id] }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  ;(await server.call(emptyTrash, { body }, owner)).ok()
  await change(first.id, { slug: 'b', isbn: '' })
  expect((await run(file)).report).toMatchObject({
    total_errors: 0,
    objects: { added: 1, updated: 1 },
  })
  const slugs = Object.entries(await contents()).map(([id, held]) => [id, held.slug])
  expect(Object.fromEntries(slugs)).toEqual({ [first.id]: 'a', [second.id]: 'b' })
})

describe('rows of a table', () => {
  const mapping: ImportMapping = {
    format: 'csv',
    object_type: 'works',
    match_by: 'metadata.number',
    columns: [
      { from: 'no', to: 'metadata.number', type: 'number' },
      { from: 'title', to: 'title' },
      { from: 'slug', to: 'slug' },
      { from: 'isbn', to: 'metadata.isbn' },
    ],
  }
  const importRows = (rows: readonly (readonly string[])[], options: ImportOptions = {}) => {
    const lines = ['no,title,slug,isbn', ...rows.map((row) => row.join(','))]
    return run(Buffer.from(lines.join('\n')), { mapping, name: 'works.csv', ...options })
  }
  const add = (number: number, its: string, more: object = {}) =>
    addOneObject(server, owner, {
      type: 'works',
      title: its,
      slug: its,
      metadata: { number, isbn: its },
      ...more,
    })
  const slugs = async () => Object.values(await contents()).map((entry) => entry.slug)

  test('may pass slugs and unique values along a chain that ends with a new one', async () => {
    for (const [n, its] of ['a', 'b', 'c'].entries()) await add(n, its)
    const rows = [
      ['0', 'A', 'b', 'b'],
      ['1', 'B', 'c', 'c'],
      ['2', 'C', 'd', 'd'],
      ['3', 'D', 'a', 'a'],
    ]
    const before = await contents()
    expect((await importRows(rows)).report).toMatchObject({
      total_errors: 0,
      objects: { added: 1, updated: 3 },
    })
    const after = Object.values(await contents()).map(({ slug: its, isbn }) => its + isbn)
    expect(after.toSorted()).toEqual(['aa', 'bb', 'cc', 'dd'])
    await undoLast()
    expect(await contents()).toEqual(before)
  })

  test('are refused from the row on that wants a slug or value which another object keeps', async () => {
    for (const [n, its] of ['a', 'b', 'c', 'd'].entries()) await add(n, its)
    await add(9, 'kept')
    const rows = [
      ['0', 'A', 'b', 'b'],
      ['1', 'B', 'c', 'c'],
      ['2', 'C', 'c2', 'kept'],
      ['3', 'D', 'kept', 'd'],
    ]
    const words = (its: string) => `slug “${its}” is taken by another`
    for (const import_mode of ['dry_run', 'merge']) {
      const { report } = await importRows(rows, { import_mode })
      expect(report?.errors.map(({ row, path, rule }) => [row, path, rule])).toEqual([
        [2, 'slug', 'unique'],
        [2, 'metadata.isbn', 'unique'],
        [3, 'slug', 'unique'],
        [3, 'metadata.isbn', 'unique'],
        [4, 'metadata.isbn', 'unique'],
        [5, 'slug', 'unique'],
      ])
      const ofSlugs = report?.errors.filter(({ path }) => path === 'slug')
      expect(ofSlugs?.map(({ message }) => message)).toEqual([
        expect.stringContaining(words('b')),
        expect.stringContaining(words('c')),
        expect.stringContaining(words('kept')),
      ])
      expect(await slugs()).toEqual(['kept', 'd', 'c', 'b', 'a'])
    }
  })

  test('swap slugs in one locale, and a version in another locale gets the new slug', async () => {
    await add(0, 'a', { locale: 'en' })
    await add(1, 'b', { locale: 'en' })
    await add(2, 'b', { locale: 'de' })
    const columns = [...mapping.columns, { from: 'locale', to: 'locale' }]
    const lines = ['no,title,slug,isbn,locale', '0,A,b,b,en', '1,B,a,a,en']
    const file = Buffer.from(lines.join('\n'))
    const { report } = await run(file, { mapping: { ...mapping, columns }, name: 'works.csv' })
    expect(report).toMatchObject({ total_errors: 0, objects: { updated: 2 } })
    // The second object's version in the other locale gets the new slug, too.
    expect(await slugs()).toEqual(['a', 'a', 'b'])
  })
})

test('versions in locales that the file does not contain swap their slugs as well', async () => {
  const inLocale = (locale: string, metadata: (n: number) => object) =>
    addManyObjects(server, owner, 'works', 3, (n) => ({
      slug: `work-${n}`,
      locale,
      metadata: JSON.stringify(metadata(n)),
    }))
  const en = await inLocale('en', (number) => ({ number }))
  const de = await inLocale('de', () => ({}))
  const before = await contents()
  const mapping: ImportMapping = {
    format: 'ndjson',
    object_type: 'works',
    match_by: 'metadata.number',
    columns: [
      { from: 'title', to: 'title' },
      { from: 'slug', to: 'slug' },
      { from: 'locale', to: 'locale' },
      { from: 'no', to: 'metadata.number', type: 'number' },
    ],
  }
  const lines = en.map((_, no) =>
    JSON.stringify({ title: 'Work', slug: `work-${(no + 1) % 3}`, locale: 'en', no }),
  )
  const file = Buffer.from(lines.join('\n'))
  const { report } = await run(file, { mapping, name: 'works.ndjson' })
  expect(report).toMatchObject({ total_errors: 0, objects: { updated: 3 } })
  const after = await contents()
  const slugsOf = (ids: readonly string[]) => ids.map((id) => after[id]?.slug)
  expect(slugsOf(en)).toEqual(['work-1', 'work-2', 'work-0'])
  expect(slugsOf(de)).toEqual(slugsOf(en))
  await undoLast()
  expect(await contents()).toEqual(before)
})
