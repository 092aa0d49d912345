import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { newId } from '@typecase/contract/ids'
import {
  type BulkResult,
  deleteObjects,
  publishObjects,
  unpublishObjects,
} from '@typecase/contract/objects'
import { updateObjectType } from '@typecase/contract/object-types'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { planMany, type Watch } from '../../../../bulk/plan.ts'
import { someOf } from '../../../../jobs/pace.ts'
import { addManyObjects, addOneObject, addType } from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { openBucketForJob } from '../../../buckets/bucket-access.ts'
import { watchChanges } from './change-rows.ts'
import { costsOf, lookAtObjects } from './plan.ts'
import { idsInScope } from '../../queries/scope.ts'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [
    { key: 'summary', type: 'text', required: true, maxlength: 10 },
    { key: 'code', type: 'text', unique: true },
  ])
})

type Bulk =
  | typeof deleteObjects
  | typeof publishObjects
  | typeof unpublishObjects
  | typeof bulkEditObjects

async function run(endpoint: Bulk, body: object): Promise<BulkResult> {
  const answer = await server.send(endpoint, { body: { slug: owner.bucket.slug, ...body } }, owner)
  expect(answer.status).toBe(200)
  return answer.ok() as BulkResult
}

const plan = (endpoint: Bulk, body: object) => run(endpoint, { ...body, dry_run: true })

const add = (metadata: object, more: object = {}) =>
  addOneObject(server, owner, { type: 'posts', title: 'Post', metadata, ...more })

/** Returns the rows of every table that a change of objects writes to. */
async function rows() {
  const { read } = server.app.db
  const tables = ['objects', 'published_objects', 'revisions', 'change_sets', 'jobs'] as const
  const columns = await Promise.all(
    tables.map((table) =>
      read.selectFrom(table).selectAll().where('bucket_id', '=', owner.bucket.id).execute(),
    ),
  )
  return JSON.stringify(columns)
}

describe('a dry run', () => {
  test('answers 401 without a session, 404 for another tenant, and 400 without a scope', async () => {
    const body = { slug: owner.bucket.slug, query: {}, dry_run: true }
    expect((await server.send(publishObjects, { body }, {})).status).toBe(401)
    const other = await addOwner(server)
    expect((await server.send(publishObjects, { body }, other)).status).toBe(404)
    const neither = { slug: owner.bucket.slug, dry_run: true }
    expect((await server.send(publishObjects, { body: neither }, owner)).status).toBe(400)
  })

  test('reports what a call would change, and changes nothing', async () => {
    const whole = await add({ summary: 'S' })
    const live = await add({ summary: 'S' }, { status: 'published' })
    const empty = await add({})
    const missing = newId()
    const before = await rows()
    const object_ids = [whole.id, live.id, empty.id, missing]
    expect(await plan(publishObjects, { object_ids })).toEqual({
      matched: 3,
      modified: 1,
      unchanged: 1,
      skipped: [
        { reason: 'summary is a required field', count: 1, ids: [empty.id] },
        { reason: 'This object no longer exists.', count: 1, ids: [missing] },
      ],
      sample: [
        {
          object_id: whole.id,
          title: 'Post',
          field: 'status',
          before: 'draft',
          after: 'published',
        },
      ],
      facets: [
        { by: 'locale', values: [{ value: '', label: 'No locale', count: 1 }] },
        { by: 'type', values: [{ value: 'posts', label: 'posts', count: 1 }] },
      ],
      changes: 1,
      truncated: false,
      version: expect.any(Number),
      is_reversible: true,
      estimated_ms: expect.any(Number),
    })
    expect(await plan(unpublishObjects, { object_ids })).toMatchObject({ modified: 1 })
    const deleting = await plan(deleteObjects, { object_ids })
    expect(deleting).toMatchObject({ modified: 3, is_reversible: true })
    expect(deleting.sample?.[0]).toMatchObject({ field: 'deleted', before: false, after: true })
    expect(await rows()).toBe(before)
  })

  test('shows values before and after, and long texts around their difference', async () => {
    const content = `${'a'.repeat(5000)}x${'b'.repeat(5000)}`
    await add({ summary: 'S', code: 'C' }, { content })
    const data = {
      fields: { content: { op: 'remove', value: 'x' } },
      metadata: { summary: { op: 'set', value: 'T' }, code: { op: 'clear' } },
    }
    const { sample = [] } = await plan(bulkEditObjects, { query: {}, data })
    const changes = new Map(sample.map(({ field, before, after }) => [field, [before, after]]))
    expect(changes.get('metadata.summary')).toEqual(['S', 'T'])
    expect(changes.get('metadata.code')).toEqual(['C', null])
    const [from, to] = changes.get('content') ?? []
    expect(from).toMatch(/^…a{100}xb{299}…$/)
    expect(to).toMatch(/^…a{100}b{300}…$/)
  })

  test('gives a unique value to one object only, and numbers equal slugs', async () => {
    const [first, second] = [await add({ summary: 'S' }), await add({ summary: 'S' })]
    const object_ids = [first.id, second.id]
    const code = { metadata: { code: { op: 'set', value: 'X' } } }
    expect(await plan(bulkEditObjects, { object_ids, data: code })).toMatchObject({
      modified: 1,
      skipped: [{ count: 1, ids: [second.id] }],
    })
    const slug = { fields: { slug: { op: 'template', value: 'New' } } }
    const { modified, sample } = await plan(bulkEditObjects, { object_ids, data: slug })
    expect(modified).toBe(2)
    expect(sample?.map(({ after }) => after)).toEqual(['new', 'new-2'])
  })

  test('counts objects by locale and type, and excludes some of them', async () => {
    await addType(server, owner, 'news', [])
    await add({ summary: 'S' }, { locale: 'de' })
    await add({ summary: 'S' }, { locale: 'de' })
    await add({ summary: 'S' })
    await addOneObject(server, owner, { type: 'news', title: 'News', metadata: {}, locale: 'en' })
    const { facets } = await plan(publishObjects, { query: {} })
    expect(facets).toEqual([
      {
        by: 'locale',
        values: [
          { value: 'de', label: 'de', count: 2 },
          { value: '', label: 'No locale', count: 1 },
          { value: 'en', label: 'en', count: 1 },
        ],
      },
      {
        by: 'type',
        values: [
          { value: 'posts', label: 'posts', count: 3 },
          { value: 'news', label: 'news', count: 1 },
        ],
      },
    ])
    const modified = async (out: object) =>
      (await plan(publishObjects, { query: {}, ...out })).modified
    expect(await modified({ exclude_locales: ['de'] })).toBe(2)
    expect(await modified({ exclude_locales: [''] })).toBe(3)
    expect(await modified({ exclude_types: ['news'], exclude_locales: [''] })).toBe(2)
    expect(await modified({ exclude_types: ['none'] })).toBe(4)
    expect(await run(publishObjects, { query: {}, exclude_locales: ['de', 'en'] })).toMatchObject({
      matched: 1,
      modified: 1,
    })
  })

  test('streams partial results, and stops when it is aborted', async () => {
    await addManyObjects(server, owner, 'posts', 120, () => ({ metadata: '{"summary":"S"}' }))
    const { id, slug } = owner.bucket
    const access = openBucketForJob(id, slug, owner.id)
    const scope = { slug, query: {} }
    const ids = await idsInScope(server.app, access, scope)
    const change = { kind: 'delete', params: null }
    const { signal } = new AbortController()
    const partial: BulkResult[] = []
    const planned = (sample: Watch) => {
      const rows = watchChanges(server.app.db.read, access, { skip: 0, limit: 100 })
      const { msEach, estimate } = costsOf(change)
      const chunks = someOf(ids, sample.signal, msEach)
      const look = lookAtObjects(server.app, access, change, rows)
      return planMany({ chunks, total: ids.length, look, estimate }, rows, sample.tell)
    }
    const whole = await planned({ signal, tell: (so) => partial.push(so) })
    expect(whole).toMatchObject({ modified: 120 })
    expect(partial[0]).toMatchObject({
      modified: 50,
      is_partial: true,
      looked_at: 50,
      in_scope: 120,
    })
    expect(partial[0]?.sample).toHaveLength(50)

    const stop = new AbortController()
    const tell = () => stop.abort(new Error('gone'))
    const sample = { signal: stop.signal, tell }
    await expect(planned(sample)).rejects.toThrow('gone')
  })

  test('of an empty scope reports no changes', async () => {
    expect(await plan(deleteObjects, { query: { type: 'none' } })).toMatchObject({
      matched: 0,
      modified: 0,
      skipped: [],
      sample: [],
    })
  })

  test('of 1,500 objects limits its sample and the ids of skipped objects', async () => {
    await addManyObjects(server, owner, 'posts', 1500, (n) => ({
      metadata: JSON.stringify({ summary: n % 2 ? 'S' : '0123456789' }),
    }))
    const data = { metadata: { summary: { op: 'append', value: '!' } } }
    const result = await plan(bulkEditObjects, { query: { type: 'posts' }, data })
    expect(result).toMatchObject({
      matched: 1500,
      modified: 750,
      skipped: [{ reason: 'summary must be at most 10 characters', count: 750 }],
    })
    expect(result.skipped?.[0]?.ids).toHaveLength(100)
    expect(result.sample).toHaveLength(200)
    expect(result).toMatchObject({ changes: 750, truncated: true })
  })
})

const text = fc.constantFrom('a', 'b', 'ab')
const edit = fc.oneof(
  fc.record({ op: fc.constantFrom('set', 'append', 'prepend', 'remove'), value: text }),
  fc.record({ op: fc.constant('clear') }),
  fc.record({
    op: fc.constant('template'),
    value: fc.constantFrom('{slug}', '{metadata.summary}'),
  }),
)
const fieldEdit = edit.filter(({ op }) => op !== 'clear')
const data = fc
  .record(
    {
      status: fc.constantFrom('draft', 'published'),
      locale: fc.constantFrom('de', null),
      // No edit of the slug: a plan counts a slug that another object releases in the same change as still taken.
      fields: fc.record({ title: fieldEdit, content: edit }, { requiredKeys: [] }),
      metadata: fc.record({ summary: edit, code: edit }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  .filter(({ fields = {}, metadata = {}, status, locale }) => {
    const names = [...Object.keys(fields), ...Object.keys(metadata)]
    return names.length > 0 || status !== undefined || locale !== undefined
  })
const input = fc.record({
  title: text,
  status: fc.constantFrom('draft', 'published'),
  locale: fc.constantFrom(null, 'de'),
  summary: fc.constantFrom('', 'a', 'b', '0123456789'),
})

test(
  'a call changes as many objects and skips the same ones as its dry run',
  { timeout: 0 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(input, { minLength: 1, maxLength: 6 }),
        data,
        async (all, change) => {
          owner = await addOwner(server)
          await addType(server, owner, 'posts', [
            { key: 'summary', type: 'text', maxlength: 10 },
            { key: 'code', type: 'text', unique: true },
          ])
          for (const { summary, ...object } of all) await add({ summary }, object)
          // The field is required for the following calls.
          await requireSummary()
          const body = { query: { type: 'posts' }, data: change }
          const planAnswer = await plan(bulkEditObjects, body)
          const done = await run(bulkEditObjects, body)
          expect({ modified: planAnswer.modified, unchanged: planAnswer.unchanged }).toEqual({
            modified: done.modified,
            unchanged: done.unchanged,
          })
          const skippedIds = planAnswer.skipped?.flatMap(({ ids }) => ids).toSorted()
          expect(skippedIds).toEqual(done.failed?.map(({ object_id }) => object_id).toSorted())
        },
      ),
      { numRuns: 80 },
    )
  },
)

async function requireSummary(): Promise<void> {
  const metafields = [
    { key: 'summary', title: 'Summary', type: 'text', required: true, maxlength: 10 },
    { key: 'code', title: 'Code', type: 'text', unique: true },
  ]
  const body = { slug: owner.bucket.slug, type_slug: 'posts', data: { metafields } }
  ;(await server.send(updateObjectType, { body }, owner)).ok()
}
