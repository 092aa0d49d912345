import { setImmediate } from 'node:timers/promises'

import { getBucket } from '@typecase/contract/buckets'
import { listChangeSets } from '@typecase/contract/change-sets'
import { findObjects } from '@typecase/contract/content'
import { deleteObjectType, updateObjectType } from '@typecase/contract/object-types'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import { getObject, listObjects, updateObject } from '@typecase/contract/objects'
import { listTrash } from '@typecase/contract/trash'
import { cancelJob, type Job } from '@typecase/contract/jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { readContent } from '../../content-api/testing/read-content.ts'
import { startWorker } from '../../jobs/job-thread.ts'
import { addManyObjects, addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { endOf, sendImport } from './testing/import-file.ts'

// Each test has thousands of objects.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const COUNT = 10_000

let server: TestServer
let other: Owner

beforeAll(async () => {
  // A real thread: the import must write at the same time as the saves of others.
  server = await startTestServer({}, { startThread: startWorker })
  other = await addOwner(server)
  await addType(server, other, 'notes')
})
afterAll(() => server.remove())

interface Fixture {
  owner: Owner
  ids: string[]
}

/** Creates a bucket with objects, some of them published. */
async function prepareFixture(): Promise<Fixture> {
  const owner = await addOwner(server)
  await addType(server, owner, 'things', [{ key: 'size', type: 'text' }])
  const ids = await addManyObjects(server, owner, 'things', COUNT, (n) => ({
    metadata: JSON.stringify({ size: String(n) }),
    ...(n % 2 === 0 && { status: 'published' }),
  }))
  return { owner, ids }
}

/** Returns views of a bucket, as users and clients see it, by the name of the view. */
function looksAt({ owner, ids }: Fixture): Record<string, () => Promise<unknown>> {
  const { slug } = owner.bucket
  return {
    list: async () => {
      const query = { slug, limit: 30 }
      const { objects, total } = (await server.call(listObjects, { query }, owner)).ok()
      return [total, objects.map(({ object: { id, type, metadata } }) => [id, type, metadata])]
    },
    one: async () => {
      const query = { slug, object_id: ids[COUNT - 1] ?? '' }
      const answer = await server.send(getObject, { query }, owner)
      if (answer.status === 404) return 404
      const { type, metadata } = (answer.ok() as { object: Record<string, unknown> }).object
      return [type, metadata]
    },
    types: async () => {
      const { bucket } = (await server.call(getBucket, { query: { slug } }, owner)).ok()
      return bucket.object_types.map((type) => [type.slug, type.total_objects, type.metafields])
    },
    content: async () => {
      const answer = await readContent(server, owner, findObjects, {
        limit: 30,
        props: 'id,type,metadata',
      })
      return answer.status === 404 ? 404 : answer.ok()
    },
    history: async () => {
      const query = { slug }
      const { change_sets: sets } = (await server.call(listChangeSets, { query }, owner)).ok()
      return sets.map(({ title, count }) => [title, count])
    },
    trash: async () =>
      (await server.call(listTrash, { query: { slug, limit: 1 } }, owner)).ok().total,
  }
}

const isUnderWay = async () =>
  (await sql`SELECT 1 FROM long_writes WHERE is_done = 0`.execute(server.app.db.read)).rows.length >
  0

interface Kind {
  title: string
  start: (fixture: Fixture) => Promise<unknown>
  /** Whether the objects remain in the bucket. */
  isKeeping: boolean
}

const changes = [{ key: 'size', new_key: 'amount', new_type: 'number' as const }]

async function endOfJob(owner: Owner, job: Job | undefined): Promise<unknown> {
  if (!job) throw new Error('So many objects are a job.')
  expect(await endOf(server, owner, job)).toMatchObject({ status: 'done' })
  return job
}

const kinds: Kind[] = [
  {
    title: 'the rename of a type',
    isKeeping: true,
    start: async ({ owner }) => {
      const body = { slug: owner.bucket.slug, type_slug: 'things', data: { slug: 'renamed' } }
      return (await server.call(updateObjectType, { body }, owner)).ok()
    },
  },
  {
    title: 'the deletion of a type',
    isKeeping: false,
    start: async ({ owner }) => {
      const query = { slug: owner.bucket.slug, type_slug: 'things' }
      return (await server.call(deleteObjectType, { query }, owner)).ok()
    },
  },
  {
    title: 'a migration',
    isKeeping: true,
    start: async ({ owner }) => {
      const body = { slug: owner.bucket.slug, object_type: 'things', changes }
      return endOfJob(owner, (await server.call(migrateObjectType, { body }, owner)).ok().job)
    },
  },
  {
    title: 'an import',
    isKeeping: true,
    start: async ({ owner }) => {
      const mapping = {
        format: 'ndjson' as const,
        object_type: 'rows',
        columns: [{ from: 'title', to: 'title' }],
      }
      const rows = Array.from({ length: COUNT }, (_, n) => JSON.stringify({ title: `Row ${n}` }))
      const { job } = (await sendImport(server, owner, rows.join('\n'), { mapping }, owner)).ok()
      return endOfJob(owner, job)
    },
  },
]

/** Pauses long writes of the server's own thread, where other writers get their turn, until a condition holds. */
function goOnAfter(isSo: () => boolean): void {
  const { db } = server.app
  const { write } = db
  vi.spyOn(db, 'write').mockImplementation((work, scope) =>
    write((sample) => {
      if (typeof scope === 'string' || !scope.isLong) return work(sample)
      const pause = async () => {
        do {
          await setImmediate()
          await sample.pause()
        } while (!isSo())
      }
      return work({ ...sample, pause })
    }, scope),
  )
}

describe.each(kinds)('during $title', ({ start, isKeeping }) => {
  test('others can save, and readers see the bucket either before or after the change', async () => {
    const fixture = await prepareFixture()
    const looks = Object.entries(looksAt(fixture))
    const lookAll = () => Promise.all(looks.map(async ([, look]) => JSON.stringify(await look())))
    const before = await lookAll()
    const end = new AbortController()
    const seen = looks.map(() => new Set<string>())
    let rounds = 0
    let saved = 0
    goOnAfter(() => saved > 0 && rounds > 0)
    const started = start(fixture).finally(() => end.abort())
    const looking = async () => {
      while (!end.signal.aborted) {
        for (const [look, result] of (await lookAll()).entries()) seen[look]?.add(result)
        rounds += 1
      }
    }
    const saving = async () => {
      while (!end.signal.aborted) {
        const wasUnderWay = await isUnderWay()
        await addOneObject(server, other, { type: 'notes', title: 'Meanwhile' })
        if (wasUnderWay && (await isUnderWay())) saved += 1
      }
    }
    const savingHere = async () => {
      if (!isKeeping) return
      await waitFor(isUnderWay, (is) => is || end.signal.aborted)
      const body = { slug: fixture.owner.bucket.slug, object_id: fixture.ids[0] ?? '' }
      const mine = { body: { ...body, data: { title: 'Mine' } } }
      // After 15 s of waiting the server answers 503: try again.
      let answer = await server.send(updateObject, mine, fixture.owner)
      while (answer.status === 503) answer = await server.send(updateObject, mine, fixture.owner)
      answer.ok()
      expect(end.signal.aborted || !(await isUnderWay())).toBe(true)
    }
    await Promise.all([looking(), saving(), savingHere()])
    vi.restoreAllMocks()
    await started
    expect(saved).toBeGreaterThan(0)
    if (isKeeping) {
      const object = await readOneObject(server, fixture.owner, fixture.ids[0] ?? '')
      expect(object.title).toBe('Mine')
    }
    const after = await lookAll()
    for (const [n, [name]] of looks.entries()) {
      // The other writer's own change shows in the history.
      const states = [before[n], name === 'history' ? undefined : after[n]]
      const between = [...(seen[n] ?? [])].filter((state) => !states.includes(state))
      expect({ name, between: name === 'history' && between.length <= 2 ? [] : between }).toEqual({
        name,
        between: [],
      })
      expect(seen[n]?.has(before[n] ?? '')).toBe(true)
    }
    expect(after).not.toEqual(before)
  })
})

test('a migration that is cancelled leaves the bucket unchanged', async () => {
  const fixture = await prepareFixture()
  const { owner } = fixture
  const looks = Object.values(looksAt(fixture))
  const lookAll = () => Promise.all(looks.map((look) => look()))
  const before = await lookAll()
  const body = { slug: owner.bucket.slug, object_type: 'things', changes }
  const { job } = (await server.call(migrateObjectType, { body }, owner)).ok()
  await waitFor(isUnderWay, (is) => is)
  const cancel = { body: { job_id: job?.id ?? '' } }
  ;(await server.call(cancelJob, cancel, owner)).ok()
  expect(await endOf(server, owner, job as Job)).toMatchObject({ status: 'cancelled' })
  expect(await lookAll()).toEqual(before)
})
