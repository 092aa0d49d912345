import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { newId } from '@typecase/contract/ids'
import { getJob } from '@typecase/contract/jobs'
import { addBucket } from '@typecase/contract/projects'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { ServerEvent } from '../resources/events/bucket-events.ts'
import { JOB_LEASE_MS } from '../limits.ts'
import { Failure } from '../http/failure.ts'
import { openBucketForJob } from '../resources/buckets/bucket-access.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { createTestClock, type TestClock } from '../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { waitFor } from '../testing/wait-for.ts'
import { keepJobInput, readJobInput } from './job-input.ts'
import { createJobStore } from './job-store.ts'
import type { JobContext, JobHandler } from './runner.ts'

let dataDir: string
let clock: TestClock
let server: TestServer
let owner: Owner

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-'))
  clock = createTestClock()
  server = await startTestServer({ DATA_DIR: dataDir }, { clock })
  owner = await addOwner(server)
})

afterEach(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

const access = ({ bucket, id }: Owner = owner) => openBucketForJob(bucket.id, bucket.slug, id)

const enqueue = (
  kind: string,
  { payload = {}, total = 3, of = owner }: { payload?: unknown; total?: number; of?: Owner } = {},
) =>
  server.app.db.write(
    (write) => server.app.jobs.enqueue(write, access(of), { kind, title: 'Count', payload, total }),
    'serializable',
  )

async function jobOf(id: string) {
  const answer = await server.call(getJob, { query: { job_id: id } }, owner)
  return answer.ok().job
}

const ended = (id: string) =>
  waitFor(
    () => jobOf(id),
    (job) => job.finished_at !== null,
  )

/** Counts to the job's total, one number per chunk. */
const count: JobHandler = async ({ app, job, cursor, signal, advance }) => {
  for (let done = (cursor as number | undefined) ?? 0; done < job.total; done += 1) {
    signal.throwIfAborted()
    await app.db.write(
      (write) => advance(write, { cursor: done + 1, done: done + 1 }),
      'serializable',
    )
  }
}

/** Creates a handler that waits after its start until the gate opens. */
function createGate(then: JobHandler = count) {
  const start = Promise.withResolvers<JobContext>()
  const opened = Promise.withResolvers<void>()
  const handler: JobHandler = async (context) => {
    start.resolve(context)
    await opened.promise
    await then(context)
  }
  return { handler, begun: start.promise, open: () => opened.resolve() }
}

describe('a job', () => {
  test('runs once it is committed and shows its progress', async () => {
    server.app.jobs.register('count', count)
    const { id, status } = await enqueue('count')
    expect(status).toBe('queued')
    expect(await ended(id)).toMatchObject({ status: 'done', total: 3, done: 3, failed: 0 })
  })

  test('never runs if its write is rolled back', async () => {
    let runs = 0
    server.app.jobs.register('count', async () => void (runs += 1))
    const undone = server.app.db.write(async (write) => {
      await server.app.jobs.enqueue(write, access(), {
        kind: 'count',
        title: 'Count',
        payload: null,
        total: 1,
      })
      throw new Error('undone')
    }, 'serializable')
    await expect(undone).rejects.toThrow('undone')
    const { id } = await enqueue('count')
    await ended(id)
    expect(runs).toBe(1)
  })

  test('gets its payload and author, and stores its result', async () => {
    server.app.jobs.register(
      'tell',
      async ({ app, payload, access: { userId, slug }, advance }) => {
        await app.db.write(
          (write) => advance(write, { result: { payload, userId, slug } }),
          'serializable',
        )
      },
    )
    const { id } = await enqueue('tell', { payload: { ids: ['a'] } })
    const { result } = await ended(id)
    expect(result).toEqual({ payload: { ids: ['a'] }, userId: owner.id, slug: owner.bucket.slug })
  })

  test('fails with the message of a Failure, but not with that of an unexpected error', async () => {
    server.app.jobs.register('refuse', () =>
      Promise.reject(new Failure('invalid', 'Row 7 is odd.')),
    )
    server.app.jobs.register('break', () => Promise.reject(new TypeError('x is not a function')))
    const refused = await enqueue('refuse')
    const broken = await enqueue('break')
    const unknown = await enqueue('no-such-kind')
    expect(await ended(refused.id)).toMatchObject({
      status: 'failed',
      errors: [{ reason: 'Row 7 is odd.' }],
    })
    expect(await ended(broken.id)).toMatchObject({
      status: 'failed',
      errors: [{ reason: 'Something went wrong on the server.' }],
    })
    expect((await ended(unknown.id)).errors[0]?.reason).toContain('no-such-kind')
  })

  test('sends its states to listeners in order, with the end last', async () => {
    const events: ServerEvent[] = []
    server.app.events.subscribe(owner.bucket.id, (event) => void events.push(event))
    server.app.jobs.register('count', count)
    const { id } = await enqueue('count', { total: 200 })
    const jobs = await waitFor(
      () => events.flatMap((event) => (event.kind === 'job' ? [event.job] : [])),
      // The event follows the stored end, so the job may read as done before the event arrives.
      (messages) => typeof messages.at(-1)?.finished_at === 'string',
    )
    expect(jobs[0]).toMatchObject({ id, status: 'queued' })
    expect(jobs.at(-1)).toMatchObject({ id, status: 'done', done: 200 })
    const counts = jobs.map((job) => job.done)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(jobs.length).toBeLessThan(200)
  })

  test('calls the end handler of its kind when it is over', async () => {
    const over: string[] = []
    server.app.jobs.register('count', count, async (_app, job) => void over.push(job.status))
    await ended((await enqueue('count')).id)
    await waitFor(
      () => over,
      (statuses) => statuses.length === 1,
    )
    expect(over).toEqual(['done'])
  })
})

describe('the queue', () => {
  test('runs the jobs of a bucket one at a time and in order, those of other buckets concurrently', async () => {
    const gate = createGate()
    server.app.jobs.register('gated', gate.handler)
    server.app.jobs.register('count', count)
    const other = await addOwner(server)
    const first = await enqueue('gated')
    await gate.begun
    const second = await enqueue('count')
    const elsewhere = await enqueue('count', { of: other })
    await waitFor(
      async () => (await server.call(getJob, { query: { job_id: elsewhere.id } }, other)).ok().job,
      (job) => job.status === 'done',
    )
    expect(await jobOf(second.id)).toMatchObject({ status: 'queued', done: 0 })
    gate.open()
    expect(await ended(second.id)).toMatchObject({ status: 'done' })
    expect(await jobOf(first.id)).toMatchObject({ status: 'done' })
  })

  const gates = new Map<unknown, ReturnType<typeof createGate>>()
  const throughGate: JobHandler = (context) =>
    gates.get(context.payload)?.handler(context) ??
    Promise.reject(new Error('a job without a gate'))

  // Register the kinds before any job: the runner collects them before it looks for due jobs.
  beforeEach(() => {
    server.app.jobs.register('holds', throughGate)
    server.app.jobs.register(
      'waits',
      (context) => context.withoutSlot(() => throughGate(context)),
      undefined,
      { waitsForNetwork: true },
    )
  })

  /** Enqueues a job that holds its slot, or waits without one, until its gate opens. */
  async function hold(gateName: string, of: Owner, isWaiting = false) {
    const gate = createGate()
    gates.set(gateName, gate)
    const { id } = await enqueue(isWaiting ? 'waits' : 'holds', { payload: gateName, of })
    return { id, open: gate.open, begun: gate.begun }
  }
  const statusOf = async (id: string, of: Owner) =>
    (await server.call(getJob, { query: { job_id: id } }, of)).ok().job.status
  const isDone = (id: string, of: Owner) =>
    waitFor(
      () => statusOf(id, of),
      (status) => status === 'done',
    )
  const owners = (count: number) =>
    Promise.all(Array.from({ length: count }, () => addOwner(server)))
  async function anotherBucket(of: Owner): Promise<Owner> {
    const body = { project_id: of.project.id, data: { title: 'Another' } }
    return { ...of, ...(await server.call(addBucket, { body }, of)).ok() }
  }

  test('does not let jobs that wait for other servers occupy a slot', async () => {
    server.app.jobs.register('count', count)
    const waiting = []
    for (const [n, of] of (await owners(5)).entries()) {
      const job = await hold(`wait ${n}`, of, true)
      waiting.push({ ...job, of })
      await job.begun
    }
    const { id } = await enqueue('count')
    await isDone(id, owner)
    for (const { open } of waiting) open()
    for (const { id: waited, of } of waiting) await isDone(waited, of)
  })

  test('runs at most two jobs of an account, whether they work or wait', async () => {
    server.app.jobs.register('count', count)
    for (const isWaiting of [true, false]) {
      const others = [await anotherBucket(owner), await anotherBucket(owner)]
      const two = []
      for (const of of others) two.push(await hold(`${of.bucket.id} ${isWaiting}`, of, isWaiting))
      for (const { begun } of two) await begun
      const third = await hold(`third ${isWaiting}`, owner, isWaiting)
      const [other = owner] = await owners(1)
      await isDone((await enqueue('count', { of: other })).id, other)
      expect(await statusOf(third.id, owner)).toBe('queued')
      for (const { open } of [...two, third]) open()
      await isDone(third.id, owner)
    }
  })

  test('gives projects turns, even if another one has an older job', async () => {
    const all = await owners(5)
    const [first = owner, , , , last = owner] = all
    const four = []
    for (const [n, of] of all.slice(0, 4).entries()) {
      const job = await hold(`slot ${n}`, of)
      four.push(job)
      await job.begun
    }
    const older = await hold('older', await anotherBucket(first))
    const younger = await hold('younger', last)
    four[3]?.open()
    await younger.begun
    expect(await statusOf(older.id, first)).toBe('queued')
    for (const { open } of [...four, older, younger]) open()
    await isDone(older.id, first)
  })

  test('lets no one claim a job while another one of its bucket runs', async () => {
    const gate = createGate()
    server.app.jobs.register('gated', gate.handler)
    await enqueue('gated')
    await gate.begun
    const { id } = await enqueue('gated')
    const store = createJobStore(clock)
    const claims = await Promise.all(
      ['a', 'b', 'c'].map((token) =>
        server.app.db.write((write) => store.claim(write, token, id), 'serializable'),
      ),
    )
    expect(claims).toEqual([undefined, undefined, undefined])
    gate.open()
  })

  test('gives a free job to exactly one of several claimants', async () => {
    // The job is due for the claimants, but not yet for the runner of this server.
    const later = createTestClock(clock.now() + 1000)
    const { id } = await server.app.db.write(async (write) => {
      const job = { kind: 'count', title: 'Count', payload: {}, total: 3 }
      return createJobStore(later).add(write, access(), job)
    }, 'serializable')
    const store = createJobStore(later)
    const claims = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((token) =>
        server.app.db.write((write) => store.claim(write, token, id), 'serializable'),
      ),
    )
    const [claim, ...others] = claims.filter((row) => row !== undefined)
    expect(claim).toMatchObject({ id, status: 'running', attempts: 1 })
    expect(others).toEqual([])
  })

  test('rolls back the chunk of a run that has lost its lease', async () => {
    const gate = createGate()
    server.app.jobs.register('gated', gate.handler)
    const { id } = await enqueue('gated')
    const context = await gate.begun
    clock.advance(JOB_LEASE_MS + 1000)
    const store = createJobStore(clock)
    const taken = await server.app.db.write(
      (write) => store.claim(write, 'thief', id),
      'serializable',
    )
    expect(taken).toMatchObject({ id, lease_token: 'thief', attempts: 2 })
    const lateAnswer = server.app.db.write(
      (write) => context.advance(write, { done: 3 }),
      'serializable',
    )
    await expect(lateAnswer).rejects.toThrow()
    gate.open()
    await waitFor(
      () => jobOf(id),
      (job) => job.status === 'running' && job.done === 0,
    )
  })
})

describe('a job left by a crashed server', () => {
  /** Enqueues a job for later, so that the test can first put it in the state after a crash. */
  async function leave(state: { attempts?: number; is_cancelled?: number }) {
    const { id } = await server.app.db.write(async (write) => {
      clock.advance(1)
      const job = { kind: 'count', title: 'Count', payload: {}, total: 3 }
      const queued = await server.app.jobs.enqueue(write, access(owner), job)
      // Turn the clock back before the commit: the runner checks for due jobs right after it.
      clock.advance(-1)
      return queued
    }, 'serializable')
    await server.app.db.write(
      ({ db }) => db.updateTable('jobs').set(state).where('id', '=', id).execute(),
      'serializable',
    )
    clock.advance(1)
    return id
  }

  test('fails after five runs that ended with the process', async () => {
    server.app.jobs.register('count', count)
    const last = await ended(await leave({ attempts: 4 }))
    expect(last).toMatchObject({ status: 'done', done: 3 })
    const sample = await ended(await leave({ attempts: 5 }))
    expect(sample).toMatchObject({ status: 'failed', done: 0 })
    expect(sample.errors[0]?.reason).toContain('5 times')
  })

  test('does not run if it was cancelled', async () => {
    server.app.jobs.register('count', count)
    expect(await ended(await leave({ is_cancelled: 1 }))).toMatchObject({
      status: 'cancelled',
      done: 0,
    })
  })
})

describe('a server that crashed right after the end of a job', () => {
  test('deletes the input of the job at its next start', async () => {
    server.app.jobs.register('count', count)
    const { id } = await enqueue('count')
    await ended(id)
    const input = () => readJobInput(server.app.db.read, id)
    const ids = [newId(), newId()]
    await server.app.db.write(({ db }) => keepJobInput(db, id, { by: 1 }, ids), 'serializable')
    expect(await input()).toEqual({ params: { by: 1 }, ids })
    await server.close()
    server = await startTestServer({ DATA_DIR: dataDir }, { clock })
    await waitFor(input, ({ params, ids: some }) => params === null && some.length === 0)
  })
})

describe('a stopped server', () => {
  test('finishes its chunk and continues after it at the next start', async () => {
    const seen: unknown[] = []
    const gate = createGate(async ({ app, advance, signal }) => {
      await app.db.write((write) => advance(write, { cursor: 1, done: 1 }), 'serializable')
      signal.throwIfAborted()
    })
    server.app.jobs.register('count', gate.handler)
    const { id } = await enqueue('count')
    const context = await gate.begun
    const closing = server.close()
    await waitFor(
      () => context.signal.aborted,
      (isAborted) => isAborted,
    )
    gate.open()
    await closing

    // The job must not be due before this test has registered its kind again.
    clock.advance(-1)
    server = await startTestServer({ DATA_DIR: dataDir }, { clock })
    server.app.jobs.register('count', async (nextRun) => {
      seen.push(nextRun.cursor)
      await count(nextRun)
    })
    clock.advance(1)
    expect(await ended(id)).toMatchObject({ status: 'done', done: 3 })
    expect(seen).toEqual([1])
  })
})
