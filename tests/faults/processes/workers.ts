import { newId } from '@typecase/contract/ids'
import { getJob, type Job } from '@typecase/contract/jobs'
import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import {
  addObject,
  publishObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import type { Owner } from '@typecase/server/testing/people'
import { JOB_LEASE_MS } from '@typecase/server/limits'
import { waitFor } from '@typecase/server/testing/wait-for'
import type pg from 'pg'

import { call } from '../../e2e/fixtures/api.ts'

/** A client that uses any process that answers, and remembers the acknowledged writes. */
export interface Worker {
  /** Works until aborted, and finishes what it has begun. */
  work(stop: AbortSignal): Promise<void>
  /**
   * Compares the acknowledged writes with the database.
   * @returns lost and repeated writes
   */
  check(database: pg.Client): Promise<string[]>
  /** Describes its work, for the report. */
  summary(): string
}

/** Returns a delay after which a client sometimes gives up a call, as if the connection was lost. */
const soon = () => 1 + Math.floor(Math.random() * 40)

/**
 * Calls one process after another until one answers. It acts like a client behind a proxy, which retries with the same
 * `Idempotency-Key` even while the first attempt still runs.
 */
async function persist<E extends Endpoint>(
  urls: readonly string[],
  endpoint: E,
  input: InputOf<E>,
  { token }: Owner,
): Promise<OutputOf<E>> {
  const headers = { 'idempotency-key': newId() }
  const first = Math.floor(Math.random() * urls.length)
  return waitFor(
    async () => {
      for (let n = 0; n < urls.length; n += 1) {
        const url = urls[(first + n) % urls.length] ?? ''
        const signal = n === 0 && Math.random() < 0.2 ? AbortSignal.timeout(soon()) : undefined
        try {
          return await call(url, endpoint, input, token, { headers, signal })
        } catch (reason) {
          if (!isCutOff(reason)) throw reason
        }
      }
      return undefined
    },
    (answer) => answer !== undefined,
  ) as Promise<OutputOf<E>>
}

/** Whether a call must be repeated: its process died, the client gave up, or the first attempt still runs. */
const isCutOff = (reason: unknown): boolean =>
  reason instanceof TypeError ||
  (reason instanceof Error &&
    (reason.name === 'TimeoutError' || reason.message.includes('still running')))

interface Written {
  title: string
  rev: number
}

/** Adds posts and updates each of them repeatedly. No title is used twice. */
export function createWriter(urls: readonly string[], owner: Owner, name: string): Worker {
  const { slug, id: bucketId } = owner.bucket
  const written = new Map<string, Written>()
  let count = 0

  async function writeOnce(): Promise<void> {
    count += 1
    const title = `${name} ${count}`
    const ids = [...written.keys()]
    const id = ids[(count * 7) % Math.max(ids.length, 1)]
    if (id === undefined || count % 2 === 0) {
      const body = { slug, data: { type: 'posts', title } }
      const { object } = await persist(urls, addObject, { body }, owner)
      written.set(object.id, { title, rev: object.rev })
      return
    }
    const { rev } = written.get(id) ?? { rev: 0 }
    const body = { slug, object_id: id, data: { title }, rev }
    try {
      await persist(urls, updateObject, { body }, owner)
    } catch (reason) {
      // The update took effect, but its process died before it answered. The next attempt comes too late and is
      // refused.
      const isMade =
        reason instanceof Error && / 412 /.test(reason.message) && reason.message.includes(title)
      if (!isMade) throw reason
    }
    written.set(id, { title, rev: rev + 1 })
  }

  return {
    async work(stop) {
      while (!stop.aborted) await writeOnce()
    },
    async check(database) {
      const { rows } = await database.query<{ id: string; title: string; rev: string }>(
        "SELECT id, title, rev FROM objects WHERE bucket_id = $1 AND type = 'posts' AND title LIKE $2",
        [bucketId, `${name} %`],
      )
      const byId = new Map(rows.map(({ id, title, rev }) => [id, { title, rev: Number(rev) }]))
      const lost = [...written].flatMap(([id, target]) => {
        const seen = byId.get(id)
        const isThere = seen?.title === target.title && seen.rev === target.rev
        return isThere ? [] : [`${id} is ${JSON.stringify(seen)}, not ${JSON.stringify(target)}`]
      })
      const more = rows.filter(({ id }) => !written.has(id))
      return [...lost, ...more.map(({ id, title }) => `${id} “${title}” was added twice`)]
    },
    summary: () => `${count} writes`,
  }
}

/** Publishes and unpublishes all pages, one job after another. */
export function createPublisher(urls: readonly string[], owner: Owner, pages: number): Worker {
  const { slug, id: bucketId } = owner.bucket
  const jobs: Job[] = []

  const readJob = async (id: string) =>
    (await persist(urls, getJob, { query: { job_id: id } }, owner)).job

  async function runOne(): Promise<void> {
    const endpoint = jobs.length % 2 === 0 ? publishObjects : unpublishObjects
    const body = { slug, query: { type: 'pages' } }
    const { job } = await persist(urls, endpoint, { body }, owner)
    if (!job) throw new Error(`${endpoint.id} started no job.`)
    jobs.push(
      await waitFor(
        () => readJob(job.id),
        (now) => now.finished_at !== null,
        // The next process waits until the lease ends, and may be killed as well.
        10 * JOB_LEASE_MS,
      ),
    )
  }

  return {
    async work(stop) {
      while (!stop.aborted) await runOne()
    },
    async check(database) {
      const { rows } = await database.query<{ id: string; count: string }>(
        `SELECT j.id, (SELECT sum(c.count) FROM change_sets c WHERE c.job_id = j.id) AS count
          FROM jobs j WHERE j.bucket_id = $1`,
        [bucketId],
      )
      const ids = new Set(jobs.map(({ id }) => id))
      const wrong = jobs.filter(
        ({ status, total, done, failed }) =>
          status !== 'done' || total !== pages || done !== pages || failed !== 0,
      )
      return [
        ...wrong.map((job) => `a job ended as ${JSON.stringify(job)}`),
        ...rows.filter(({ id }) => !ids.has(id)).map(({ id }) => `job ${id} was started twice`),
        ...rows
          .filter(({ count }) => Number(count) !== pages)
          .map(({ id, count }) => `job ${id} changed ${count} objects`),
      ]
    },
    summary: () => `${jobs.length} jobs`,
  }
}

/** Lead time of scheduled publications: a retried call must not come too late. */
const AHEAD_MS = 6000

/** Adds drafts scheduled for a moment later. */
export function createPlanner(urls: readonly string[], owner: Owner): Worker {
  const { slug, id: bucketId } = owner.bucket
  const planned = new Set<string>()

  async function planOne(): Promise<void> {
    const publish_at = Date.now() + AHEAD_MS
    const title = `Plan ${planned.size}`
    const body = { slug, data: { type: 'plans', title, publish_at } }
    try {
      const { object } = await persist(urls, addObject, { body }, owner)
      planned.add(object.id)
    } catch (reason) {
      // A call that is retried for longer than the lead time schedules nothing.
      if (Date.now() < publish_at) throw reason
    }
  }

  const read = async (database: pg.Client) =>
    (
      await database.query<{ id: string; rev: string; is_published: string; changes: string }>(
        `SELECT o.id, o.rev, o.is_published, count(i.place) AS changes
          FROM objects o LEFT JOIN change_set_items i ON i.object_id = o.id AND i.rev_before IS NOT NULL
          WHERE o.bucket_id = $1 AND o.type = 'plans' GROUP BY o.bucket_id, o.id`,
        [bucketId],
      )
    ).rows

  return {
    async work(stop) {
      while (!stop.aborted) await planOne()
    },
    async check(database) {
      const rows = await waitFor(
        () => read(database),
        (all) => all.every(({ is_published }) => Number(is_published) === 1),
      )
      const ids = new Set(rows.map(({ id }) => id))
      return [
        ...[...planned].filter((id) => !ids.has(id)).map((id) => `plan ${id} is lost`),
        ...rows.filter(({ id }) => !planned.has(id)).map(({ id }) => `plan ${id} was made twice`),
        ...rows
          .filter(({ rev, changes }) => Number(rev) !== 2 || Number(changes) !== 1)
          .map((row) => `a plan was carried out ${row.changes} times: ${JSON.stringify(row)}`),
      ]
    },
    summary: () => `${planned.size} planned publications`,
  }
}
