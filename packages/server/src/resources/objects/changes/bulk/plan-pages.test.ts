import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import type { FieldChange } from '@typecase/contract/field-changes'
import {
  type BulkResult,
  deleteObjects,
  duplicateObjects,
  publishObjects,
  unpublishObjects,
} from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let contributor: Person
beforeAll(async () => {
  server = await startTestServer()
  contributor = await addPerson(server)
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'posts', [
    { key: 'summary', type: 'text' },
    { key: 'about', type: 'object', object_type: 'posts' },
  ])
})

const endpoints = {
  publishObjects,
  unpublishObjects,
  deleteObjects,
  duplicateObjects,
  bulkEditObjects,
}
type Name = keyof typeof endpoints

const call = (name: Name, body: object, by: { token?: string } = owner) =>
  server.send(endpoints[name], { body: { slug: owner.bucket.slug, query: {}, ...body } }, by)

// The type of these endpoints' successful response.
const plan = async (name: Name, body: object, by: Person = owner) =>
  (await call(name, { dry_run: true, ...body }, by)).ok() as BulkResult

const setSummary = { data: { metadata: { summary: { op: 'set', value: 'New' } } } }
const allTitles = { data: { fields: { title: { op: 'append', value: '!' } }, locale: 'de' } }

const afterOf = ({ sample = [] }: { sample?: FieldChange[] }) =>
  sample.map(({ object_id, field, after }) => [object_id, field, after])

test.each(['publishObjects', 'deleteObjects', 'duplicateObjects', 'bulkEditObjects'] as const)(
  'a page of %s answers 401 and 404, and refuses invalid parameters and calls that are no dry run',
  async (name) => {
    const body = { ...(name === 'bulkEditObjects' && setSummary), sample_skip: 5 }
    const stranger = await addOwner(server)
    expect((await call(name, { ...body, dry_run: true }, {})).status).toBe(401)
    expect((await call(name, { ...body, dry_run: true }, stranger)).status).toBe(404)
    const refused = async (more: object) =>
      (await call(name, { ...body, ...more })).error().details?.map(({ path }) => path)
    expect(await refused({})).toEqual(['sample_skip'])
    expect(await refused({ dry_run: false })).toEqual(['sample_skip'])
    expect(await refused({ dry_run: true, sample_limit: 1001 })).toEqual(['sample_limit'])
    expect(await refused({ dry_run: true, sample_limit: 0 })).toEqual(['sample_limit'])
    expect(await refused({ dry_run: true, sample_skip: -1 })).toEqual(['sample_skip'])
    expect(await refused({ dry_run: true, sample_version: 0.5 })).toEqual(['sample_version'])
    expect(await plan(name, body)).toMatchObject({ changes: 0, sample: [], truncated: false })
  },
)

test('pages show any part of a plan, in the order of lists, with the same counts', async () => {
  const ids = await addManyObjects(server, owner, 'posts', 450)
  const whole = await plan('publishObjects', { sample_limit: 1000 })
  expect(whole).toMatchObject({ modified: 450, changes: 450, truncated: false })
  expect(whole.sample?.map(({ object_id }) => object_id)).toEqual(ids.toReversed())
  for (const sample_skip of [0, 1, 199, 200, 449]) {
    const page = await plan('publishObjects', { sample_skip, sample_version: whole.version })
    const { sample, truncated: _, ...counts } = page
    expect(sample).toEqual(whole.sample?.slice(sample_skip, sample_skip + 200))
    expect(page.truncated).toBe(sample_skip + 200 < 450)
    expect(whole).toMatchObject(counts)
  }
  expect((await plan('publishObjects', { sample_skip: 450 })).sample).toEqual([])
  expect((await plan('unpublishObjects', { sample_skip: 3 })).sample).toEqual([])
})

test('the changes of one object may be on two pages', async () => {
  await addManyObjects(server, owner, 'posts', 3)
  const whole = await plan('bulkEditObjects', { ...allTitles, sample_limit: 1000 })
  expect(whole).toMatchObject({ modified: 3, changes: 6 })
  const pages = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((sample_skip) =>
      plan('bulkEditObjects', { ...allTitles, sample_skip, sample_limit: 1 }),
    ),
  )
  expect(pages.flatMap(afterOf)).toEqual(afterOf(whole))
})

test('a page of copies has their titles, and a page of relations has the titles of objects', async () => {
  const target = await addOneObject(server, owner, { type: 'posts', title: 'Target' })
  await addManyObjects(server, owner, 'posts', 20, (n) => ({ title: `Post ${n}` }))
  await plan('duplicateObjects', {})
  const copies = await plan('duplicateObjects', { sample_skip: 2, sample_limit: 2 })
  expect(copies.sample?.map(({ after }) => after)).toEqual(['Post 17 (copy)', 'Post 16 (copy)'])

  const data = { metadata: { about: { op: 'set', value: target.id } } }
  await plan('bulkEditObjects', { data })
  const related = await plan('bulkEditObjects', { data, sample_skip: 15, sample_limit: 1 })
  expect(related.sample).toMatchObject([{ after: target.id, after_label: 'Target' }])
})

test('the slugs on a page are those of the whole plan, in which all differ', async () => {
  await addManyObjects(server, owner, 'posts', 30, () => ({ title: 'Same' }))
  const data = { fields: { slug: { op: 'clear' } } }
  const whole = await plan('bulkEditObjects', { data })
  expect(new Set(whole.sample?.map(({ after }) => after)).size).toBe(30)
  for (const sample_skip of [0, 7, 29]) {
    const page = await plan('bulkEditObjects', { data, sample_skip, sample_limit: 5 })
    expect(page.sample).toEqual(whole.sample?.slice(sample_skip, sample_skip + 5))
  }
})

test('after a change of the bucket the page of an old version answers 412, and others use a new plan', async () => {
  await addManyObjects(server, owner, 'posts', 10)
  const { version } = await plan('deleteObjects', {})
  await addOneObject(server, owner, { type: 'posts', title: 'Another' })
  const page = { dry_run: true, sample_skip: 9 }
  const stale = await call('deleteObjects', { ...page, sample_version: version })
  expect(stale.error()).toMatchObject({ status: 412, code: 'stale' })
  expect(await plan('deleteObjects', page)).toMatchObject({ modified: 11, changes: 11 })
})

test('pages show each caller their own plan, and a contributor only sees changes of own objects', async () => {
  await addManyObjects(server, owner, 'posts', 5)
  const data = { type: 'posts', title: 'Own' }
  const { id } = await addOneObject(server, owner, data, contributor)
  expect(await plan('bulkEditObjects', setSummary)).toMatchObject({ changes: 6 })
  const theirs = await plan('bulkEditObjects', setSummary, contributor)
  expect(theirs).toMatchObject({ modified: 1, changes: 1, sample: [{ object_id: id }] })
  const page = { ...setSummary, sample_skip: 1 }
  expect((await plan('bulkEditObjects', page, contributor)).sample).toEqual([])
  expect((await plan('bulkEditObjects', page)).sample).toHaveLength(5)
})

test('pages of a deletion count the references to the deleted objects as well', async () => {
  const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Used' })
  const metadata = { about: id }
  await addOneObject(server, owner, { type: 'posts', title: 'User', metadata })
  const first = await plan('deleteObjects', { query: undefined, object_ids: [id] })
  expect(first.references).toEqual({ used: 1, by: 1 })
  const next = { query: undefined, object_ids: [id], sample_skip: 1 }
  expect((await plan('deleteObjects', next)).references).toEqual(first.references)
})
