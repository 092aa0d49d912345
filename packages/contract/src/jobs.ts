import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { historyFilter } from './history-filter.ts'
import { id } from './ids.ts'
import { limit, skip } from './page.ts'

/** An item that the job could not process, and the reason. */
const failure = () => type({ 'object_id?': id(), 'title?': 'string', reason: 'string' })

/** Work that continues after the call is answered. It survives a restart, shows progress and can be cancelled. */
export const job = () =>
  type({
    id: id(),
    kind: 'string',
    /** Title for the tray: `Publish 1,284 objects`. */
    title: 'string',
    status: "'queued' | 'running' | 'done' | 'failed' | 'cancelled'",
    total: 'number',
    done: 'number',
    failed: 'number',
    /** The first 100; `jobs/failures` has all. */
    errors: failure().array(),
    change_set_id: id().or('null'),
    /** The job's result, by kind: an import's report, for example. */
    result: 'unknown',
    created_at: 'string',
    created_by: 'string | null',
    /** Name of the assistant that acted for the user; null if none did. */
    client: 'string | null',
    finished_at: 'string | null',
    /** Position in the queue of its bucket, from 1; only while it is queued. */
    'position?': 'number',
    /** The job right before it in the queue of its bucket; only while it is queued behind one. */
    'waits_for?': type({ id: id(), title: 'string' }),
  })
export type Job = ReturnType<typeof job>['infer']

const answer = () => type({ job: job() })

export const getJob = endpoint({
  id: 'jobs.get',
  method: 'GET',
  path: '/jobs/get',
  auth: 'user',
  summary: 'Returns a job with its progress.',
  query: () => type({ job_id: id() }),
  response: answer,
  aliases: { id: 'job_id' },
})

export const listJobs = endpoint({
  id: 'jobs.list',
  method: 'GET',
  path: '/jobs/list',
  auth: 'user',
  summary:
    'Returns the jobs of a bucket, newest first. One runs at a time; waiting jobs have their position and what they wait for.',
  query: historyFilter,
  response: () => type({ jobs: job().array(), total: 'number', limit: 'number', skip: 'number' }),
})

export const listJobFailures = endpoint({
  id: 'jobs.failures',
  method: 'GET',
  path: '/jobs/failures',
  auth: 'user',
  summary: 'Returns the items that a job skipped or failed on, with the reason, in order.',
  query: () => type({ job_id: id(), 'limit?': limit(), 'skip?': skip() }),
  response: () =>
    type({ failures: failure().array(), total: 'number', limit: 'number', skip: 'number' }),
  aliases: { id: 'job_id' },
})

export const cancelJob = endpoint({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/cancel',
  auth: 'user',
  summary: 'Stops a job after the current chunk. What it has done so far stays and can be undone.',
  body: () => type({ job_id: id() }),
  response: answer,
  isRepeatable: true,
  aliases: { id: 'job_id' },
})
