import { updateObjectType } from '@typecase/contract/object-types'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { type BucketAccess, openBucketForJob } from '../buckets/bucket-access.ts'
import type { FieldIndexes } from './field-indexes.ts'
import type { ListSource } from './tables.ts'

const LARGE = 20
const fields = [
  { key: 'year', type: 'number' as const },
  { key: 'medium', type: 'text' as const },
  { key: 'isOwned', type: 'switch' as const },
]
const titled = <Field extends { key: string }>(field: Field) => ({ title: field.key, ...field })
const clock = createTestClock()
let server: TestServer
let owner: Owner
let access: BucketAccess
let indexes: FieldIndexes

beforeAll(async () => {
  server = await startTestServer({}, { clock, large: { pages: 0, objects: LARGE } })
  owner = await addOwner(server)
  access = openBucketForJob(owner.bucket.id, owner.bucket.slug, owner.id)
  indexes = server.app.fieldIndexes
  await addType(server, owner, 'works', fields)
  await addType(server, owner, 'few', fields)
  for (let n = 0; n < 60; n += 1) {
    const metadata = {
      ...(n % 7 > 0 && { year: 1900 + (n % 10) }),
      medium: ['oil', 'Öl', ''][n % 3],
      isOwned: n % 2 === 0,
    }
    await addOneObject(server, owner, {
      type: 'works',
      title: `Work ${n}`,
      status: 'published',
      metadata,
    })
  }
  await addOneObject(server, owner, { type: 'few', title: 'Few' })
})
afterAll(() => server.remove())

const type = 'works'

const indexedKeys = async (wanted: ListSource = 'objects') =>
  (await indexes.of(access))
    .flatMap(({ source, key }) => (source === wanted ? [key] : []))
    .toSorted()

test('indexes that are wished for are made', async () => {
  void indexes.wish(access, 'objects', 'works', ['year', 'medium', 'isOwned', 'nothing'])
  void indexes.wish(access, 'objects', 'few', ['year'])
  await waitFor(indexedKeys, (keys) => keys.length === 3)
})

test('an index goes with its field', async () => {
  const before = await indexedKeys()
  const metafields = fields.filter(({ key }) => key !== 'year').map(titled)
  const body = { slug: owner.bucket.slug, type_slug: type, data: { metafields } }
  ;(await server.send(updateObjectType, { body }, owner)).ok()
  await indexes.clear()
  expect(before).toContain('year')
  expect(await indexedKeys()).toEqual(before.filter((key) => key !== 'year'))
})

test('of too many indexes the one that nobody uses gives way', async () => {
  const keys = Array.from({ length: 18 }, (_, n) => `field${n}`)
  const metafields = keys.map((key) => titled({ key, type: 'text' as const }))
  const body = { slug: owner.bucket.slug, type_slug: type, data: { metafields } }
  ;(await server.send(updateObjectType, { body }, owner)).ok()
  await indexes.clear()
  expect(await indexedKeys()).toEqual([])
  void indexes.wish(access, 'objects', type, keys.slice(0, 16))
  await waitFor(indexedKeys, (known) => known.length === 16)
  clock.advance(2 * 3600_000)
  void indexes.wish(access, 'objects', type, keys.slice(1, 16))
  void indexes.wish(access, 'objects', type, ['field16'])
  await waitFor(indexedKeys, (known) => known.includes('field16'))
  expect(await indexedKeys()).toEqual(keys.slice(1, 17).toSorted())
})
