import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { listChangeSets } from '@typecase/contract/change-sets'
import { type Job, listJobs } from '@typecase/contract/jobs'
import type { Owner } from '@typecase/server/testing/people'
import { waitFor } from '@typecase/server/testing/wait-for'
import { expect } from 'vitest'

import { call } from '../../e2e/fixtures/api.ts'
import { type RunningServer, startServer, type StartOptions } from '../../e2e/fixtures/server.ts'
import { openLedger } from './bucket-ledger.ts'
import { type JobKind, nothing, unchanged } from './job-kind.ts'
import { copyOf, endOf, type PreparedBucket, removeFolder } from './prepared-bucket.ts'
import { type Match, readContents } from './bucket-contents.ts'

/** The data folder on which a kind of job begins. */
export interface Beginning {
  dataDir: string
  owner: Owner
  /** Jobs that exist already. */
  jobs: ReadonlySet<string>
  before: Match
  changeSets: number
}

/**
 * When the servers die, in milliseconds: after the call that starts the job, and after the start of the second server.
 */
export type Deaths = readonly [number, number?]

/** Progress of the job when the server dies. */
export type Stage = 'not stored' | 'waiting' | 'begun' | 'midway' | 'over'

/** Prepares the data of a kind of job, and records the state before it. */
export async function begin(kind: JobKind, base: string, owner: Owner): Promise<Beginning> {
  const dataDir = copyOf(base)
  if (!kind.prepare) return { dataDir, owner, jobs: new Set(), before: unchanged, changeSets: 1 }
  const server = await startServer({ dataDir })
  const bucket = bucketOf(server, owner)
  await kind.prepare(bucket)
  const before = await readContents(bucket)
  const changeSets = await countChangeSets(bucket)
  await server.stop()
  const ledger = openLedger(dataDir)
  const jobs = new Set(ledger.jobs().map(({ id }) => id))
  ledger.close()
  return { dataDir, owner, jobs, before, changeSets }
}

/** Runs a job whose servers die at these moments, and checks that everything was done exactly once. */
export async function runThroughDeaths(
  kind: JobKind,
  beginning: Beginning,
  [first, second]: Deaths,
): Promise<Stage[]> {
  const dataDir = copyOf(beginning.dataDir)
  const stages: Stage[] = []
  const env = await kind.env?.()
  const started = { dataDir, ...(env && { env }) }
  let server: RunningServer | undefined = await startServer(started)
  try {
    const starting = kind.start(bucketOf(server, beginning.owner)).catch(onlyCutOff)
    await new Promise((resolve) => setTimeout(resolve, first))
    await server.kill()
    await starting
    stages.push(stageOf(dataDir, beginning))
    if (second !== undefined) {
      await liveFor(started, second)
      stages.push(stageOf(dataDir, beginning))
    }
    server = await startServer(started)
    await checkEnd(kind, beginning, server)
  } finally {
    await server.stop()
    removeFolder(dataDir)
  }
  return stages
}

/** Runs a job without deaths, and makes the same checks. @returns its lifetime, in milliseconds */
export async function runUndisturbed(kind: JobKind, beginning: Beginning): Promise<number> {
  const dataDir = copyOf(beginning.dataDir)
  const env = await kind.env?.()
  const server = await startServer({ dataDir, ...(env && { env }) })
  try {
    const bucket = bucketOf(server, beginning.owner)
    const start = performance.now()
    await endOf(bucket, await kind.start(bucket))
    const life = performance.now() - start
    await checkEnd(kind, beginning, server)
    return life
  } finally {
    await server.stop()
    removeFolder(dataDir)
  }
}

const bucketOf = ({ url }: RunningServer, owner: Owner): PreparedBucket => ({
  url,
  owner,
  slug: owner.bucket.slug,
})

/** `fetch` throws a TypeError when the server is gone. */
function onlyCutOff(reason: unknown): void {
  if (!(reason instanceof TypeError)) throw reason
}

/** Runs a server and kills it `ms` after its start, perhaps before it is ready. */
async function liveFor(options: StartOptions, ms: number): Promise<void> {
  const end = new AbortController()
  const ended = new Promise((resolve) => setTimeout(resolve, ms))
  const starting = startServer({ ...options, signal: end.signal })
  const started = starting.catch((reason: unknown) => {
    if (!end.signal.aborted) throw reason
  })
  await ended
  end.abort()
  await (await started)?.kill()
}

/** Returns the progress of the job. The dead server's database must be consistent. */
function stageOf(dataDir: string, { jobs }: Beginning): Stage {
  const ledger = openLedger(dataDir)
  try {
    expect(ledger.faults()).toEqual([])
    const job = ledger.jobs().find(({ id }) => !jobs.has(id))
    if (!job) return 'not stored'
    if (job.status === 'queued') return 'waiting'
    if (job.status === 'running') return job.worked === 0 ? 'begun' : 'midway'
    return 'over'
  } finally {
    ledger.close()
  }
}

const countChangeSets = async ({ url, slug, owner }: PreparedBucket): Promise<number> =>
  (await call(url, listChangeSets, { query: { slug } }, owner.token)).total

/** Waits for the end of the job and checks it. A job that was never stored is requested again. */
async function checkEnd(kind: JobKind, beginning: Beginning, server: RunningServer): Promise<void> {
  const jobBucket = bucketOf(server, beginning.owner)
  const target = async () => (kind.target ? kind.target(jobBucket) : jobBucket)
  const after: Match = { ...unchanged, ...kind.after }
  const existing = await target()
  const before = kind.target ? nothing : beginning.before
  if (kind.isWhole && existing) expect([before, after]).toContainEqual(await whatIsSeen(existing))
  const run = (existing && (await findJob(existing, beginning))) ?? (await kind.start(jobBucket))
  const bucket = (await target()) ?? jobBucket
  const { url, owner, slug } = bucket
  const job = await endOf(bucket, run)

  const { done, failed, changed } = kind
  expect(job).toMatchObject({ status: 'done', total: done + failed, done, failed })
  expect(await readContents(bucket)).toEqual(after)
  const { change_sets: sets } = await call(url, listChangeSets, { query: { slug } }, owner.token)
  if (changed > 0)
    expect(sets[0]).toMatchObject({ id: job.change_set_id, job_id: job.id, count: changed })
  const earlier = kind.target ? 0 : beginning.changeSets
  expect(sets).toHaveLength(earlier + Number(changed > 0))

  await kind.check?.(bucket, job)
  await waitFor(
    () => readdirSync(join(server.dataDir, 'tmp')),
    (files) => files.join() === (kind.makesFile ? `export-${job.id}.zip` : ''),
  )
  await server.stop()
  const ledger = openLedger(server.dataDir)
  try {
    expect(ledger.faults()).toEqual([])
    expect(ledger.orphanInputs()).toEqual([])
    expect(ledger.jobs().filter(({ id }) => !beginning.jobs.has(id))).toHaveLength(1)
  } finally {
    ledger.close()
  }
}

/** Reads what readers see while a job may run. If two reads differ, the job ended in between, so it reads again. */
async function whatIsSeen(bucket: PreparedBucket): Promise<Match> {
  let last = await readContents(bucket)
  for (;;) {
    const next = await readContents(bucket)
    if (isDeepStrictEqual(last, next)) return { ...next, importing: false }
    last = next
  }
}

/** Finds the job of this run, if the call that started it got through. */
async function findJob(
  { url, owner, slug }: PreparedBucket,
  { jobs }: Beginning,
): Promise<Job | undefined> {
  const { jobs: listed } = await call(url, listJobs, { query: { slug } }, owner.token)
  return listed.find(({ id }) => !jobs.has(id))
}
