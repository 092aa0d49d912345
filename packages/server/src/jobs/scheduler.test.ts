import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { listChangeSets } from '@typecase/contract/change-sets'
import { listJobs } from '@typecase/contract/jobs'
import { addObjectType } from '@typecase/contract/object-types'
import {
  addObject,
  type CmsObject,
  deleteObjects,
  getObject,
  listObjects,
  updateObject,
} from '@typecase/contract/objects'
import { listTrash } from '@typecase/contract/trash'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openBucketForJob } from '../resources/buckets/bucket-access.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { createTestClock, type TestClock } from '../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { waitFor } from '../testing/wait-for.ts'
import { deleteExpired } from './clearing.ts'
import { carryOutPlans } from './planned-changes.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND

let dataDir: string
let clock: TestClock
let server: TestServer
let owner: Owner

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-'))
  clock = createTestClock()
  server = await startTestServer({ DATA_DIR: dataDir }, { clock })
  owner = await addOwner(server)
  const metafields = [{ key: 'price', title: 'Price', type: 'number' as const, required: true }]
  for (const data of [{ title: 'Pages' }, { title: 'Offers', metafields }]) {
    const body = { slug: owner.bucket.slug, data }
    ;(await server.call(addObjectType, { body }, owner)).ok()
  }
})

afterEach(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

async function restart(): Promise<void> {
  await server.close()
  server = await startTestServer({ DATA_DIR: dataDir }, { clock })
}

type Plan = Partial<Record<'publish_at' | 'unpublish_at', number | null>>

async function add(title: string, plan: Plan = {}, type = 'pages'): Promise<CmsObject> {
  const body = { slug: owner.bucket.slug, data: { title, type, ...plan } }
  return (await server.call(addObject, { body }, owner)).ok().object
}

const read = async (id: string) => {
  const query = { slug: owner.bucket.slug, object_id: id }
  return (await server.call(getObject, { query }, owner)).ok().object
}

const plan = async (id: string, data: Plan) => {
  const body = { slug: owner.bucket.slug, object_id: id, data }
  return (await server.call(updateObject, { body }, owner)).ok().object
}

const changeSets = async () => {
  const query = { slug: owner.bucket.slug, limit: 1000 }
  return (await server.call(listChangeSets, { query }, owner)).ok().change_sets
}

const countChanges = async (kind: string) =>
  (await changeSets()).filter((set) => set.kind === kind).reduce((sum, set) => sum + set.count, 0)

describe('planned changes', () => {
  test('publish at their time and not before, and are then cleared', async () => {
    const { id } = await add('Launch', { publish_at: clock.now() + 10 * SECOND })
    clock.advance(10 * SECOND - 1)
    await carryOutPlans(server.app)
    expect(await read(id)).toMatchObject({ status: 'draft', main_object_status: 'draft' })
    clock.advance(1)
    await carryOutPlans(server.app)
    expect(await read(id)).toMatchObject({ status: 'published', publish_at: null })
    expect(await carryOutPlans(server.app)).toBe(0)
  })

  test('unpublish an object and keep it as a draft', async () => {
    const plans = { publish_at: clock.now() + SECOND, unpublish_at: clock.now() + 5 * SECOND }
    const { id } = await add('Sale', plans)
    clock.advance(SECOND)
    await carryOutPlans(server.app)
    expect(await read(id)).toMatchObject({ main_object_status: 'published' })
    clock.advance(4 * SECOND)
    await carryOutPlans(server.app)
    expect(await read(id)).toMatchObject({
      title: 'Sale',
      status: 'draft',
      main_object_status: 'draft',
      unpublish_at: null,
    })
    const sets = await changeSets()
    expect(sets.map(({ kind, title }) => [kind, title])).toEqual([
      ['unpublish', 'Unpublish “Sale” as planned'],
      ['publish', 'Publish “Sale” as planned'],
      ['add', expect.any(String)],
    ])
  })

  test('publish before they unpublish, even if both times pass during a run', async () => {
    const start = clock.now()
    const ids: string[] = []
    for (let at = 1; at <= 40; at += 2) {
      const times = { publish_at: start + at, unpublish_at: start + at + 1 }
      ids.push((await add(`Flash ${at}`, times)).id)
    }
    const now = () => {
      clock.advance(1)
      return clock.now()
    }
    const app = { ...server.app, clock: { ...clock, now } }
    while (clock.now() < start + 100) await carryOutPlans(app)
    for (const id of ids)
      expect(await read(id)).toMatchObject({
        main_object_status: 'draft',
        publish_at: null,
        unpublish_at: null,
      })
    expect(await countChanges('publish')).toBe(ids.length)
    expect(await countChanges('unpublish')).toBe(ids.length)
  })

  test('are carried out by the running server itself', async () => {
    const { id } = await add('Soon', { publish_at: clock.now() + SECOND })
    clock.advance(SECOND)
    await waitFor(
      () => read(id),
      (object) => object.status === 'published',
    )
  })

  test('do not apply to objects in the trash', async () => {
    const { id } = await add('Gone', { publish_at: clock.now() + SECOND })
    const body = { slug: owner.bucket.slug, object_ids: [id] }
    await server.call(deleteObjects, { body }, owner)
    clock.advance(2 * SECOND)
    expect(await carryOutPlans(server.app)).toBe(0)
  })

  test('that cannot be carried out are dropped, and a failed job gives the reason', async () => {
    const { id } = await add('Cheap', {}, 'offers')
    // The API refuses such a plan, but a later change of the type's rules can produce one.
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('objects')
          .set({ publish_at: clock.now() + SECOND })
          .where('id', '=', id)
          .execute(),
      'serializable',
    )
    clock.advance(SECOND)
    await carryOutPlans(server.app)
    expect(await read(id)).toMatchObject({ status: 'draft', publish_at: null })
    const query = { slug: owner.bucket.slug }
    const [job] = await waitFor(
      async () => (await server.call(listJobs, { query }, owner)).ok().jobs,
      (jobs) => jobs[0]?.status === 'failed',
    )
    expect(job).toMatchObject({ title: 'Publish “Cheap” as planned', failed: 1 })
    expect(job?.errors[0]).toMatchObject({ object_id: id, title: 'Cheap' })
    expect(job?.errors[0]?.reason).toBe('Price is a required field')
  })

  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ advance: fc.integer({ min: 1, max: 20_000 }) }) },
    { weight: 1, arbitrary: fc.constant({ restart: true as const }) },
    {
      weight: 3,
      arbitrary: fc.record({ replan: fc.nat(199), by: fc.integer({ min: 1, max: 60_000 }) }),
    },
    { weight: 2, arbitrary: fc.record({ clear: fc.nat(199) }) },
  )
  const wish = fc.record({
    starts: fc.integer({ min: 1, max: 60_000 }),
    lasts: fc.option(fc.integer({ min: 1, max: 60_000 })),
  })

  test('happen once and never early, despite restarts and changed plans', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 200, maxLength: 200 }),
        fc.array(step, { minLength: 20, maxLength: 30 }),
        async (wishes, steps) => {
          owner = await addOwner(server)
          const body = { slug: owner.bucket.slug, data: { title: 'Pages' } }
          ;(await server.call(addObjectType, { body }, owner)).ok()
          const planned = await Promise.all(
            wishes.map(async ({ starts, lasts }, index) => {
              const publish_at = clock.now() + starts
              const unpublish_at = lasts === null ? null : publish_at + lasts
              const { id } = await add(`Page ${index}`, { publish_at, unpublish_at })
              const open: { publish_at: number | null; unpublish_at: number | null } = {
                publish_at,
                unpublish_at,
              }
              return { id, ...open }
            }),
          )
          const isDue = (at: number | null) => at !== null && at <= clock.now()

          for (const one of steps) {
            if ('advance' in one) clock.advance(one.advance)
            else if ('restart' in one) await restart()
            else {
              const object = planned['clear' in one ? one.clear : one.replan]
              // Executed plans do not change; only open ones do.
              if (!object || isDue(object.publish_at)) continue
              object.publish_at = 'clear' in one ? null : clock.now() + one.by
              object.unpublish_at = null
              await plan(object.id, { publish_at: object.publish_at, unpublish_at: null })
            }
            await carryOutPlans(server.app)
            await expectAsPlanned()
          }
          clock.advance(200_000)
          await restart()
          await carryOutPlans(server.app)
          await expectAsPlanned()
          const countDue = (key: 'publish_at' | 'unpublish_at') =>
            planned.filter((object) => isDue(object[key])).length
          expect(await countChanges('publish')).toBe(countDue('publish_at'))
          expect(await countChanges('unpublish')).toBe(countDue('unpublish_at'))

          async function expectAsPlanned(): Promise<void> {
            const query = { slug: owner.bucket.slug, limit: 1000 }
            const { objects } = (await server.call(listObjects, { query }, owner)).ok()
            const statuses = new Map(objects.map((row) => [row.object.id, row.main_object_status]))
            const invalid = planned.filter(({ id, publish_at, unpublish_at }) => {
              const isPublic = isDue(publish_at) && !isDue(unpublish_at)
              return statuses.get(id) !== (isPublic ? 'published' : 'draft')
            })
            expect(invalid).toEqual([])
          }
        },
      ),
      { numRuns: 2, endOnFailure: true },
    )
  }, 60_000)
})

test('planned changes of other buckets do not wait for a long write', async () => {
  const others = await Promise.all([addOwner(server), addOwner(server)])
  const due = { publish_at: clock.now() + SECOND }
  const mine = await add('Mine', due)
  const theirs: [Owner, CmsObject][] = []
  for (const other of others) {
    const data = { title: 'Pages' }
    ;(await server.call(addObjectType, { body: { slug: other.bucket.slug, data } }, other)).ok()
    const body = { slug: other.bucket.slug, data: { title: 'Theirs', type: 'pages', ...due } }
    theirs.push([other, (await server.call(addObject, { body }, other)).ok().object])
  }
  const end = new AbortController()
  const gate = Promise.withResolvers<void>()
  const long = server.app.db.withBucketLocked(owner.bucket.id, async (pause) => {
    gate.resolve()
    while (!end.signal.aborted) {
      await pause()
      await new Promise(setImmediate)
    }
  })
  await gate.promise
  clock.advance(2 * SECOND)
  for (const [other, { id }] of theirs) {
    const query = { slug: other.bucket.slug, object_id: id }
    await waitFor(
      async () => (await server.call(getObject, { query }, other)).ok().object.status,
      (status) => status === 'published',
    )
  }
  end.abort()
  await long
  await waitFor(
    async () => (await read(mine.id)).status,
    (status) => status === 'published',
  )
})

test('planned changes of other buckets are carried out although those of one fail', async () => {
  const other = await addOwner(server)
  const due = { publish_at: clock.now() + SECOND }
  const { id } = await add('Mine', due)
  const data = { title: 'Pages' }
  ;(await server.call(addObjectType, { body: { slug: other.bucket.slug, data } }, other)).ok()
  const body = { slug: other.bucket.slug, data: { title: 'Theirs', type: 'pages', ...due } }
  ;(await server.call(addObject, { body }, other)).ok()
  const { db } = server.app
  const write: typeof db.write = async (work, scope) => {
    if (typeof scope === 'object' && scope.bucketId === other.bucket.id) throw new Error('broken')
    return db.write(work, scope)
  }
  const now = () => clock.now() + SECOND
  expect(
    await carryOutPlans({ ...server.app, clock: { ...clock, now }, db: { ...db, write } }),
  ).toBe(1)
  expect((await read(id)).status).toBe('published')
})

describe('the cleanup', () => {
  const trash = async (token: string) => {
    const answer = await server.call(listTrash, { query: { slug: owner.bucket.slug } }, { token })
    return answer.ok().total
  }
  const signIn = () =>
    server.app.db.write(
      (write) => server.app.sessions.open(write, owner.id, { ip: '127.0.0.1', agent: 'test' }),
      'serializable',
    )

  test('keeps the trash for 30 days and then deletes it', async () => {
    const { id } = await add('Old')
    const body = { slug: owner.bucket.slug, object_ids: [id] }
    await server.call(deleteObjects, { body }, owner)
    clock.advance(30 * DAY - 1)
    await deleteExpired(server.app)
    expect(await trash(await signIn())).toBe(1)
    clock.advance(2)
    await deleteExpired(server.app)
    expect(await trash(await signIn())).toBe(0)
  })

  test('deletes expired sessions, stored answers for retries and jobs of last month', async () => {
    const data = { title: 'Once', type: 'pages' }
    const body = { slug: owner.bucket.slug, data }
    const headers = { 'idempotency-key': 'once' }
    await server.call(addObject, { body }, { token: owner.token, headers })
    server.app.jobs.register('nothing', async () => {})
    await server.app.db.write(
      (write) =>
        server.app.jobs.enqueue(write, openBucketForJob(owner.bucket.id, owner.bucket.slug, null), {
          kind: 'nothing',
          title: 'Nothing',
          payload: null,
          total: 0,
        }),
      'serializable',
    )
    const query = { slug: owner.bucket.slug }
    await waitFor(
      async () => (await server.call(listJobs, { query }, owner)).ok().jobs,
      (jobs) => jobs[0]?.status === 'done',
    )
    const rows = async () => {
      const { read } = server.app.db
      const count = async (table: 'sessions' | 'idempotency_keys' | 'jobs') =>
        (await read.selectFrom(table).select('created_at').execute()).length
      return [await count('sessions'), await count('idempotency_keys'), await count('jobs')]
    }
    await deleteExpired(server.app)
    expect(await rows()).toEqual([1, 1, 1])
    clock.advance(DAY)
    await deleteExpired(server.app)
    expect(await rows()).toEqual([0, 0, 1])
    clock.advance(30 * DAY)
    await deleteExpired(server.app)
    expect(await rows()).toEqual([0, 0, 0])
  })

  test('continues after a failed step, and reports the number of failures', async () => {
    await server.app.db.write(
      ({ db }) => sql`ALTER TABLE uploads RENAME TO uploads_elsewhere`.execute(db),
      'serializable',
    )
    await signIn()
    clock.advance(2 * DAY)
    await expect(deleteExpired(server.app)).rejects.toThrow(/^1 of \d+ steps failed$/)
    const sessions = await server.app.db.read.selectFrom('sessions').select('created_at').execute()
    expect(sessions).toEqual([])
    await server.app.db.write(
      ({ db }) => sql`ALTER TABLE uploads_elsewhere RENAME TO uploads`.execute(db),
      'serializable',
    )
  })
})
