import { cancelJob, getJob, listJobFailures, listJobs } from '@typecase/contract/jobs'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { runChunks } from '../../jobs/run-chunks.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let editor: Person

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  // This job runs until it is cancelled.
  server.app.jobs.register('wait', ({ signal }) => {
    const stopped = Promise.withResolvers<void>()
    if (signal.aborted) stopped.resolve()
    signal.addEventListener('abort', () => stopped.resolve())
    return stopped.promise
  })
  server.app.jobs.register('nothing', async () => {})
})

afterAll(() => server.remove())

const enqueue = (kind: string, by: Person = owner) =>
  server.app.db.write(
    (write) =>
      server.app.jobs.enqueue(write, openBucketForJob(owner.bucket.id, owner.bucket.slug, by.id), {
        kind,
        title: 'Wait',
        payload: null,
        total: 5,
      }),
    'serializable',
  )

const stateOf = async (id: string) =>
  (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job

const reaches = (id: string, status: string) =>
  waitFor(
    () => stateOf(id),
    (job) => job.status === status,
  )

describe('jobs.get', () => {
  test('requires a session', async () => {
    const answer = await server.call(getJob, { query: { job_id: newId() } })
    expect(answer.error().code).toBe('unauthenticated')
  })

  test('returns the same 404 for another tenant’s job and a missing one', async () => {
    const job = await enqueue('nothing')
    const foreign = await server.call(getJob, { query: { job_id: job.id } }, stranger)
    const missing = await server.call(getJob, { query: { job_id: newId() } }, stranger)
    expect(foreign.status).toBe(404)
    expect({ ...foreign.error(), request_id: '' }).toEqual({ ...missing.error(), request_id: '' })
  })

  test('rejects a malformed id', async () => {
    const answer = await server.call(getJob, { query: { job_id: '1' } }, owner)
    expect(answer.error().details?.[0]?.path).toBe('job_id')
  })

  test('shows the state of a job to an editor of the bucket', async () => {
    const { id } = await enqueue('nothing')
    await reaches(id, 'done')
    const answer = await server.call(getJob, { query: { job_id: id } }, editor)
    expect(answer.ok().job).toMatchObject({ id, kind: 'nothing', title: 'Wait', total: 5 })
  })
})

describe('jobs.list', () => {
  test('returns 401 without a session', async () => {
    const answer = await server.call(listJobs, { query: { slug: owner.bucket.slug } })
    expect(answer.status).toBe(401)
  })

  test('returns 404 for another tenant’s bucket', async () => {
    const answer = await server.call(listJobs, { query: { slug: owner.bucket.slug } }, stranger)
    expect(answer.status).toBe(404)
  })

  test('returns 400 for a limit of 0', async () => {
    const query = { slug: owner.bucket.slug, limit: 0 }
    expect((await server.call(listJobs, { query }, owner)).status).toBe(400)
  })

  test('lists the newest first, in pages, with the total', async () => {
    const older = await enqueue('nothing')
    await reaches(older.id, 'done')
    const newer = await enqueue('nothing')
    await reaches(newer.id, 'done')
    const query = { slug: owner.bucket.slug, limit: 1 }
    const first = (await server.call(listJobs, { query }, owner)).ok()
    const second = (await server.call(listJobs, { query: { ...query, skip: 1 } }, owner)).ok()
    expect(first.jobs.map((job) => job.id)).toEqual([newer.id])
    expect(second.jobs.map((job) => job.id)).toEqual([older.id])
    expect(first.total).toBeGreaterThanOrEqual(2)
  })

  test('is empty in a new bucket', async () => {
    const query = { slug: stranger.bucket.slug }
    expect((await server.call(listJobs, { query }, stranger)).ok()).toMatchObject({
      jobs: [],
      total: 0,
    })
  })
})

describe('waiting jobs', () => {
  test('report their position in the queue and the job that they wait for', async () => {
    const running = await enqueue('wait')
    await reaches(running.id, 'running')
    const first = await enqueue('nothing')
    const second = await enqueue('nothing')
    const waiting = { title: 'Wait' }
    expect(await stateOf(running.id)).not.toHaveProperty('position')
    expect(await stateOf(first.id)).toMatchObject({
      status: 'queued',
      position: 1,
      waits_for: { id: running.id, ...waiting },
    })
    const query = { slug: owner.bucket.slug, limit: 3 }
    const { jobs } = (await server.call(listJobs, { query }, owner)).ok()
    expect(jobs.map(({ id, position, waits_for }) => [id, position, waits_for?.id])).toEqual([
      [second.id, 2, first.id],
      [first.id, 1, running.id],
      [running.id, undefined, undefined],
    ])
    await server.call(cancelJob, { body: { job_id: running.id } }, owner)
    expect(await reaches(second.id, 'done')).not.toHaveProperty('position')
  })
})

describe('jobs.failures', () => {
  const failures = (query: Record<string, unknown>, by: { token?: string } = owner) =>
    server.send(listJobFailures, { query }, by)

  test('returns 401 without a session, 404 for a foreign or unknown job and 400 for bad input', async () => {
    const { id: job_id } = await enqueue('nothing')
    expect((await failures({ job_id }, {})).status).toBe(401)
    expect((await failures({ job_id }, stranger)).status).toBe(404)
    expect((await failures({ job_id: newId() })).status).toBe(404)
    expect((await failures({ job_id: '1' })).status).toBe(400)
    expect((await failures({ job_id, limit: 0 })).status).toBe(400)
  })

  test('returns all failures in order, while the job has only the first hundred', async () => {
    const all = Array.from({ length: 250 }, (_, n) => ({
      object_id: newId(),
      title: `Object ${n}`,
      reason: `Reason ${n}`,
    }))
    server.app.jobs.register('fail', (context) =>
      runChunks(context, async (_write, { cursor }) => {
        const at = Number(cursor ?? 0)
        if (at === all.length) return undefined
        const some = all.slice(at, at + 50)
        return { cursor: at + some.length, done: 0, failures: some, changeSetId: null }
      }),
    )
    const { id } = await enqueue('fail')
    const end = await reaches(id, 'done')
    expect(end.failed).toBe(250)
    expect(end.errors).toEqual(all.slice(0, 100))
    const page = (await failures({ job_id: id, limit: 200, skip: 100 })).ok()
    expect(page).toEqual({ failures: all.slice(100), total: 250, limit: 200, skip: 100 })
    // Everyone in the bucket may see how its jobs went.
    expect((await failures({ id }, editor)).ok()).toMatchObject({ total: 250, limit: 20 })
  })

  test('returns the errors that a job itself reported, and none for a successful job', async () => {
    const reason = { reason: 'The file was cut off.' }
    server.app.jobs.register('few', ({ app, advance }) =>
      app.db.write((write) => advance(write, { errors: [reason] }), 'serializable'),
    )
    const few = await enqueue('few')
    await reaches(few.id, 'done')
    expect((await failures({ job_id: few.id })).ok()).toMatchObject({
      failures: [reason],
      total: 1,
    })
    const well = await enqueue('nothing')
    await reaches(well.id, 'done')
    expect((await failures({ job_id: well.id })).ok()).toMatchObject({ failures: [], total: 0 })
  })
})

describe('jobs.cancel', () => {
  test('returns 401 without a session', async () => {
    expect((await server.call(cancelJob, { body: { job_id: newId() } })).status).toBe(401)
  })

  test('returns 404 for another tenant’s job, and does not stop it', async () => {
    const { id } = await enqueue('wait')
    expect((await server.call(cancelJob, { body: { job_id: id } }, stranger)).status).toBe(404)
    expect(['queued', 'running']).toContain((await stateOf(id)).status)
    await server.call(cancelJob, { body: { job_id: id } }, owner)
    await reaches(id, 'cancelled')
  })

  test('is allowed for the person who started the job and for admins, and returns 403 to others', async () => {
    const theirs = await enqueue('wait', editor)
    const ours = await enqueue('wait')
    expect((await server.call(cancelJob, { body: { job_id: ours.id } }, editor)).status).toBe(403)
    const response = await server.call(cancelJob, { body: { job_id: theirs.id } }, editor)
    expect(response.status).toBe(200)
    await reaches(theirs.id, 'cancelled')
    expect((await server.call(cancelJob, { body: { job_id: ours.id } }, owner)).status).toBe(200)
    await reaches(ours.id, 'cancelled')
  })

  test('returns 400 for a malformed id', async () => {
    expect((await server.send(cancelJob, { body: { job_id: [1] } }, owner)).status).toBe(400)
  })

  test('stops a running job and lets the next one begin', async () => {
    const running = await enqueue('wait')
    await reaches(running.id, 'running')
    const next = await enqueue('nothing')
    await server.call(cancelJob, { body: { job_id: running.id } }, owner)
    expect(await reaches(running.id, 'cancelled')).toMatchObject({
      finished_at: expect.any(String),
    })
    await reaches(next.id, 'done')
  })

  test('removes a waiting job from the queue at once', async () => {
    const running = await enqueue('wait')
    await reaches(running.id, 'running')
    const waiting = await enqueue('nothing')
    const answer = await server.call(cancelJob, { body: { id: waiting.id } as never }, owner)
    expect(answer.ok().job.status).toBe('cancelled')
    await server.call(cancelJob, { body: { job_id: running.id } }, owner)
    await reaches(running.id, 'cancelled')
    expect((await stateOf(waiting.id)).status).toBe('cancelled')
  })

  test('can be repeated, but is a conflict once the job is done', async () => {
    const { id } = await enqueue('wait')
    await server.call(cancelJob, { body: { job_id: id } }, owner)
    await reaches(id, 'cancelled')
    expect((await server.call(cancelJob, { body: { job_id: id } }, owner)).status).toBe(200)
    const done = await enqueue('nothing')
    await reaches(done.id, 'done')
    const lateAnswer = await server.call(cancelJob, { body: { job_id: done.id } }, owner)
    expect(lateAnswer.error().code).toBe('conflict')
  })
})
