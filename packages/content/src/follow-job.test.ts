import type { Job } from '@typecase/contract/jobs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { followJob } from './follow-job.ts'
import { Api, BucketEvents } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

const job = (patch: Partial<Job> = {}): Job => ({
  id: 'a'.repeat(24),
  kind: 'publish',
  title: 'Publish 200 objects',
  status: 'running',
  total: 200,
  done: 0,
  failed: 0,
  errors: [],
  change_set_id: null,
  result: null,
  created_at: '',
  created_by: null,
  client: null,
  finished_at: null,
  ...patch,
})

const refusal = (status: number) =>
  Object.assign(new Error('No.'), { name: 'ApiError', code: 'unavailable', status })

const call = vi.fn<(endpoint: { id: string }, input: object) => Promise<unknown>>()
const services = {
  has: (target: unknown) => target === Api,
  get: () => ({ call }),
} as unknown as Services

/** The requested ids, in order. */
const requestedIds = () => call.mock.calls.map(([{ id }]) => id)

beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset()
})
afterEach(() => vi.useRealTimers())

function follow() {
  return followJob(job(), 'archive', { services, signal: new AbortController().signal })
}

/** The job's next step, after any wait. */
async function next(following: ReturnType<typeof follow>) {
  const step = following.next()
  await vi.advanceTimersByTimeAsync(2_000)
  return step
}

test('following a job reports its progress until the end', async () => {
  call.mockResolvedValueOnce({ job: job({ done: 90, failed: 10 }) })
  call.mockResolvedValueOnce({ job: job({ done: 190, failed: 10, status: 'done' }) })
  const following = follow()
  expect((await next(following)).value).toMatchObject({ done: 0, total: 200 })
  expect((await next(following)).value).toMatchObject({ done: 100, total: 200 })
  expect(await next(following)).toMatchObject({ done: true, value: { status: 'done' } })
  expect(requestedIds()).toEqual(['jobs.get', 'jobs.get'])
})

test('following a job waits for an unavailable server without cancelling the job', async () => {
  call.mockRejectedValueOnce(refusal(0)).mockRejectedValueOnce(refusal(503))
  call.mockResolvedValueOnce({ job: job({ done: 200, status: 'done' }) })
  const following = follow()
  for (const _ of [1, 2, 3]) expect(await next(following)).toMatchObject({ done: false })
  expect(await next(following)).toMatchObject({ done: true, value: { done: 200 } })
  expect(requestedIds()).toEqual(['jobs.get', 'jobs.get', 'jobs.get'])
})

test('following a job ends when polling is forbidden, and the job continues', async () => {
  call.mockRejectedValueOnce(refusal(401))
  const following = follow()
  await next(following)
  const step = expect(following.next()).rejects.toThrow('No.')
  await vi.advanceTimersByTimeAsync(2_000)
  await step
  expect(requestedIds()).toEqual(['jobs.get'])
})

test('cancelling stops the job and reports what it has done by its end', async () => {
  call.mockResolvedValueOnce({ job: job({ done: 50 }) })
  call.mockResolvedValueOnce({ job: job({ done: 60, status: 'cancelled' }) })
  const cancel = new AbortController()
  const following = followJob(job(), 'archive', { services, signal: cancel.signal })
  await next(following)
  const end = following.next()
  cancel.abort()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await end).toMatchObject({ done: true, value: { status: 'cancelled', done: 60 } })
  expect(requestedIds()).toEqual(['jobs.cancel', 'jobs.get'])
})

test('ending the iteration cancels the job', async () => {
  call.mockResolvedValue({ job: job() })
  const following = follow()
  await next(following)
  await following.return(job())
  expect(requestedIds()).toEqual(['jobs.cancel'])
})

test('polling pauses while the event stream reports the job, and resumes when the stream is silent', async () => {
  let tell = (_event: object): void => {}
  const events = {
    subscribe(_slug: string, listener: (event: object) => void) {
      tell = listener
      return () => {}
    },
  }
  const withEvents = {
    has: () => true,
    get: (target: unknown) => (target === BucketEvents ? events : { call }),
  } as unknown as Services
  call.mockResolvedValueOnce({ job: job({ done: 200, status: 'done' }) })
  const { signal } = new AbortController()
  const following = followJob(job(), 'archive', { services: withEvents, signal })
  await following.next()
  for (let done = 1; done <= 50; done += 1) {
    const step = following.next()
    await vi.advanceTimersByTimeAsync(100)
    tell({ kind: 'job', job: job({ done }) })
    expect((await step).value).toMatchObject({ done })
  }
  expect(requestedIds()).toEqual([])
  expect(await next(following)).toMatchObject({ done: true, value: { done: 200 } })
  expect(requestedIds()).toEqual(['jobs.get'])
})
