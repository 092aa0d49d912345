import { getChangeSet } from '@typecase/contract/change-sets'
import { getJob } from '@typecase/contract/jobs'
import type { BulkResult } from '@typecase/contract/objects'
import { deleteObjects, publishObjects, unpublishObjects } from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { waitFor } from '../../../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let contributor: Person

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'posts', [{ key: 'summary', type: 'text', required: true }])
  await addType(server, owner, 'pages')
  await addType(server, stranger, 'pages')
})
afterAll(() => server.remove())

type Bulk = typeof deleteObjects | typeof publishObjects | typeof unpublishObjects

const call = async (endpoint: Bulk, body: object, by: { token?: string } = owner) =>
  server.send(endpoint, { body: { slug: owner.bucket.slug, ...body } }, by)

// The type of these endpoints' successful response.
const run = async (endpoint: Bulk, body: object) => (await call(endpoint, body)).ok() as BulkResult

const addMany = (count: number, type = 'pages') =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const data = { type, title: `Object ${n}`, metadata: { summary: 'S' } }
      return (await addOneObject(server, owner, data)).id
    }),
  )

const jobEnd = (id: string) =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
    (job) => job.finished_at !== null,
  )

describe.each([
  ['deleteByIds', deleteObjects],
  ['publishByIds', publishObjects],
  ['unpublishByIds', unpublishObjects],
] as const)('objects/%s', (_name, endpoint) => {
  test('answers 401 without a session, 404 for another tenant, 403 for a contributor, and 400 for wrong ids', async () => {
    const object_ids = await addMany(1)
    expect((await call(endpoint, { object_ids }, {})).status).toBe(401)
    expect((await call(endpoint, { object_ids }, stranger)).status).toBe(404)
    expect((await call(endpoint, { object_ids }, contributor)).error()).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect((await call(endpoint, { object_ids: [] })).status).toBe(400)
    expect((await call(endpoint, { object_ids: ['1'] })).error().details?.[0]?.path).toBe(
      'object_ids.0',
    )
  })

  test('gives the same reason for missing objects and those of another tenant', async () => {
    const foreign = await addOneObject(server, stranger, { type: 'pages', title: 'Theirs' })
    const missing = newId()
    const result = await run(endpoint, { ids: [foreign.id, missing] })
    expect(result).toMatchObject({ matched: 0, modified: 0, change_set_id: null })
    expect(result.failed?.map(({ object_id, reason }) => [object_id, reason])).toEqual([
      [foreign.id, 'This object no longer exists.'],
      [missing, 'This object no longer exists.'],
    ])
    const query = { slug: stranger.bucket.slug, object_id: foreign.id }
    expect(await readOneObject(server, stranger, query.object_id)).toEqual(foreign)
  })
})

describe('publishing and unpublishing in bulk', () => {
  test('publishes complete objects and gives the reason for the others', async () => {
    const [whole = ''] = await addMany(1, 'posts')
    const half = await addOneObject(server, owner, { type: 'posts', title: 'Half' })
    const result = await run(publishObjects, { object_ids: [whole, half.id, whole] })
    expect(result).toMatchObject({
      matched: 2,
      modified: 1,
      failed: [{ object_id: half.id, title: 'Half', reason: 'summary is a required field' }],
    })
    expect(result.change_set_id).toMatch(/^[0-9a-f]{24}$/)
    expect(await readOneObject(server, owner, whole)).toMatchObject({ status: 'published', rev: 2 })
    expect(await readOneObject(server, owner, half.id)).toEqual(half)
    const secondRun = await run(publishObjects, { object_ids: [whole] })
    expect(secondRun).toMatchObject({ matched: 1, modified: 0, change_set_id: null })
  })

  test('unpublishes objects and keeps their newest version', async () => {
    const ids = await addMany(2)
    await run(publishObjects, { object_ids: ids })
    expect(await run(unpublishObjects, { object_ids: ids })).toMatchObject({ modified: 2 })
    expect(await readOneObject(server, owner, ids[0] ?? '')).toMatchObject({
      status: 'draft',
      main_object_status: 'draft',
      published_at: null,
      metadata: { summary: 'S' },
    })
  })

  test('includes every locale on request', async () => {
    const [en, de] = await Promise.all(
      ['en', 'de'].map((locale) =>
        addOneObject(server, owner, { type: 'pages', title: 'Both', locale }),
      ),
    )
    const body = { object_ids: [en?.id], all_versions: true }
    expect(await run(publishObjects, body)).toMatchObject({ matched: 2, modified: 2 })
    expect(await readOneObject(server, owner, de?.id ?? '')).toMatchObject({ status: 'published' })
  })

  test('makes a job for more than a hundred objects, with each failure and one change set', async () => {
    const ids = await addMany(450)
    const half = await addOneObject(server, owner, { type: 'posts', title: 'Half' })
    const answer = await call(publishObjects, { object_ids: [...ids, half.id, newId()] })
    expect(answer.status).toBe(202)
    const { job } = answer.ok() as BulkResult
    expect(job).toMatchObject({ title: 'Publish 452 objects', total: 452, change_set_id: null })
    const end = await jobEnd(job?.id ?? '')
    expect(end).toMatchObject({ status: 'done', done: 450, failed: 2 })
    expect(end.errors).toEqual([
      { object_id: half.id, title: 'Half', reason: 'summary is a required field' },
      expect.objectContaining({ reason: 'This object no longer exists.' }),
    ])
    expect(end.change_set_id).toMatch(/^[0-9a-f]{24}$/)
    expect(await readOneObject(server, owner, ids[449] ?? '')).toMatchObject({
      status: 'published',
    })
  })
})

describe('deleting objects', () => {
  test('removes them from later calls and frees their slugs', async () => {
    const first = await addOneObject(server, owner, { type: 'pages', title: 'Gone' })
    expect(await run(deleteObjects, { object_ids: [first.id] })).toMatchObject({ modified: 1 })
    const second = await addOneObject(server, owner, { type: 'pages', title: 'Gone' })
    expect(second.slug).toBe(first.slug)
    expect(await run(deleteObjects, { object_ids: [first.id] })).toMatchObject({ matched: 0 })
  })
})

describe('the title of a change set', () => {
  const titleOf = async (id: string | null | undefined) => {
    const query = { slug: owner.bucket.slug, change_set_id: id ?? '' }
    return (await server.call(getChangeSet, { query }, owner)).ok().change_set.title
  }

  test('counts the changed objects, not those in the call', async () => {
    const object_ids = await addMany(4)
    await run(publishObjects, { object_ids: object_ids.slice(0, 1) })
    const result = await run(publishObjects, { object_ids: [...object_ids, newId()] })
    expect(result).toMatchObject({ modified: 3, unchanged: 1 })
    expect(await titleOf(result.change_set_id)).toBe('Publish 3 objects')
  })

  test('counts the changed objects of a job, and the finished job has the same title', async () => {
    const object_ids = await addMany(130)
    await run(publishObjects, { object_ids: object_ids.slice(0, 20) })
    const { job } = await run(publishObjects, { object_ids })
    const end = await jobEnd(job?.id ?? '')
    expect(job).toMatchObject({ title: 'Publish 130 objects' })
    expect(end).toMatchObject({ title: 'Publish 110 objects', result: { modified: 110 } })
    expect(await titleOf(end.change_set_id)).toBe('Publish 110 objects')
  })

  test('names the object if there is only one', async () => {
    const [id = ''] = await addMany(1)
    const { change_set_id } = await run(publishObjects, { object_ids: [id] })
    expect(await titleOf(change_set_id)).toBe('Publish “Object 0”')
  })
})
