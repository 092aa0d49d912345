import { findObjects } from '@typecase/contract/content'
import type { ImportMapping } from '@typecase/contract/import-export'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addManyObjects, addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { importFile } from './testing/import-file.ts'

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
  await addType(server, owner, 'works', [{ key: 'number', type: 'number' }], { localization: true })
})

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
const run = (rows: object[]) =>
  importFile(server, owner, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), {
    mapping,
    name: 'works.ndjson',
  })
const slugOf = async (id: string) => (await readOneObject(server, owner, id)).slug

test('a slug that an import changes in one locale changes in the other locales as drafts', async () => {
  const numbers = Array.from({ length: 130 }, (_, n) => n)
  const inLocale = (
    locale: string,
    status: 'draft' | 'published',
    metadata: (n: number) => object,
  ) =>
    addManyObjects(server, owner, 'works', numbers.length, (n) => ({
      slug: `old-${n}`,
      locale,
      status,
      metadata: JSON.stringify(metadata(n)),
    }))
  const en = await inLocale('en', 'draft', (number) => ({ number }))
  const de = await inLocale('de', 'published', () => ({}))
  const { report } = await run(
    numbers.map((no) => ({ title: `Work ${no}`, slug: `new-${no}`, locale: 'en', no })),
  )
  expect(report?.objects).toMatchObject({ updated: 130 })
  const renamed = numbers.map((n) => `new-${n}`)
  expect(await Promise.all(en.map(slugOf))).toEqual(renamed)
  expect(await Promise.all(de.map(slugOf))).toEqual(renamed)
  const params = { slug: owner.bucket.slug }
  const query = { read_key: owner.bucket.api_access.read_key ?? '', limit: 1000 }
  const { objects } = (await server.call(findObjects, { params, query }, owner)).ok()
  expect(new Set((objects as { slug: string }[]).map((object) => object.slug))).toEqual(
    new Set(numbers.map((n) => `old-${n}`)),
  )
})

test('a locale keeps its slug if another object in that locale has the new one', async () => {
  const data = { type: 'works', title: 'Work', slug: 'old' }
  const en = await addOneObject(server, owner, { ...data, locale: 'en', metadata: { number: 1 } })
  const de = await addOneObject(server, owner, { ...data, locale: 'de' })
  await addOneObject(server, owner, { ...data, slug: 'new', locale: 'de' })
  await run([{ title: 'Work', slug: 'new', locale: 'en', no: 1 }])
  expect([await slugOf(en.id), await slugOf(de.id)]).toEqual(['new', 'old'])
})
