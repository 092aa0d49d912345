import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { addObject, listObjects, updateObject } from '@typecase/contract/objects'
import { addRelease, listReleases } from '@typecase/contract/releases'
import { addManyObjects, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { addDatabase, startPostgres, type TestPostgres } from '@typecase/server/testing/postgres'
import { startTestServer } from '@typecase/server/testing/test-server'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { rules } from './jobs/bucket-ledger.ts'
import { openEventStream } from './processes/event-stream.ts'
import { createPlanner, createPublisher, createWriter, type Worker } from './processes/workers.ts'

/** PROCESS_SECONDS sets the duration of the work, during which one process after another is killed. */
const SECONDS = Number(process.env['PROCESS_SECONDS'] ?? 9)
const KILL_EVERY_MS = 2000
const PROCESSES = 3
const OWNERS = 3
/** Enough for jobs of several chunks. */
const PAGES = 300

let postgres: TestPostgres
let folder: string
let env: Record<string, string>
let owners: Owner[]
let servers: RunningServer[]
let database: pg.Client

beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'typecase-processes-'))
  env = {
    DATABASE_URL: await addDatabase(postgres.address, 'processes'),
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const server = await startTestServer({ DATA_DIR: join(folder, 'prepared'), ...env })
  owners = await Promise.all(Array.from({ length: OWNERS }, () => addOwner(server)))
  for (const owner of owners) {
    await addType(server, owner, 'posts')
    await addType(server, owner, 'plans')
    await addType(server, owner, 'pages')
    await addManyObjects(server, owner, 'pages', PAGES)
  }
  await server.close()
  servers = await Promise.all(
    Array.from({ length: PROCESSES }, (_, n) =>
      startServer({ dataDir: join(folder, String(n)), env }),
    ),
  )
  database = new pg.Client(env['DATABASE_URL'])
  await database.connect()
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.end()
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Kills one process after another and starts each again. @returns how many were killed */
async function killInTurn(): Promise<number> {
  const until = Date.now() + SECONDS * 1000
  let kills = 0
  // Each process is killed at least once, even if a start takes long.
  while (kills < PROCESSES || Date.now() < until) {
    await pause(KILL_EVERY_MS * (0.5 + Math.random()))
    const index = kills % PROCESSES
    const { url, dataDir, kill } = servers[index] as RunningServer
    await kill()
    servers[index] = await startServer({ dataDir, port: Number(new URL(url).port), env })
    kills += 1
  }
  return kills
}

/** Returns broken invariants, with their first rows. */
async function faults(): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, statement] of Object.entries(rules)) {
    const { rows } = await database.query(
      statement.replace("j.result ->> 'modified'", "(j.result::json ->> 'modified')::bigint"),
    )
    if (rows.length > 0) broken.push(`${rows.length} ${rule}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return broken
}

const lists = [
  { sort: 'title', limit: 1000 },
  { query: JSON.stringify({ status: 'published' }), sort: '-title', limit: 1000 },
  { query: JSON.stringify({ type: 'posts', title: { $regex: '7' } }), limit: 1000 },
]

const listed = ({ url }: RunningServer, { token, bucket }: Owner) =>
  Promise.all(
    lists.map((query) => call(url, listObjects, { query: { slug: bucket.slug, ...query } }, token)),
  )

test(
  'processes on one PostgreSQL that are killed in turn lose nothing and do nothing twice',
  { timeout: 400_000 + SECONDS * 2000 },
  async () => {
    const urls = servers.map(({ url }) => url)
    const workers: Worker[] = owners.flatMap((owner) => [
      createWriter(urls, owner, 'one'),
      createWriter(urls, owner, 'other'),
      createPublisher(urls, owner, PAGES),
      createPlanner(urls, owner),
    ])
    const stop = new AbortController()
    const working = Promise.all(workers.map((worker) => worker.work(stop.signal)))
    // A worker that fails ends the run at once.
    const kills = await Promise.race([killInTurn(), working.then(() => 0)])
    stop.abort()
    await working

    const wrong: string[] = []
    for (const worker of workers) wrong.push(...(await worker.check(database)))
    expect(wrong).toEqual([])
    expect(await faults()).toEqual([])
    for (const owner of owners) {
      const [first, ...others] = await Promise.all(servers.map((server) => listed(server, owner)))
      expect(first?.[0]?.total).toBeGreaterThan(PAGES)
      for (const other of others) expect(other).toEqual(first)
    }
    const done = workers.map((worker) => worker.summary()).join(', ')
    process.stdout.write(`processes: ${kills} kills; ${done}\n`)
  },
)

test(
  'a write to one process reaches the event streams of every process',
  { timeout: 120_000 },
  async () => {
    const [owner] = owners as [Owner]
    const { slug } = owner.bucket
    for (const { url } of servers) {
      const streams = await Promise.all(servers.map((server) => openEventStream(server.url, owner)))
      const query = { slug, limit: 1 }
      const { objects } = await call(url, listObjects, { query }, owner.token)
      const id = objects[0]?.object.id ?? ''
      const body = { slug, object_id: id, data: { title: `Written at ${url} ${Date.now()}` } }
      await call(url, updateObject, { body }, owner.token)
      const { rows } = await database.query<{ version: string }>(
        'SELECT version FROM buckets WHERE id = $1',
        [owner.bucket.id],
      )
      await Promise.all(streams.map((stream) => stream.versionReaches(Number(rows[0]?.version))))
    }
  },
)

test(
  'one of the processes publishes each due release, exactly once',
  { timeout: 120_000 },
  async () => {
    const [{ url }] = servers as [RunningServer]
    const publish_at = Date.now() + 3000
    const created: string[] = []
    for (const owner of owners) {
      const { slug } = owner.bucket
      for (const title of ['Spring', 'Summer', 'Autumn']) {
        const type = { type: 'posts', status: 'draft' as const }
        const added = { slug, data: { title: `${title} ${publish_at}`, ...type } }
        const { object } = await call(url, addObject, { body: added }, owner.token)
        const body = { slug, data: { title, publish_at }, object_ids: [object.id] }
        created.push((await call(url, addRelease, { body }, owner.token)).release.id)
      }
    }
    await expect
      .poll(async () => states(created), { timeout: 60_000 })
      .toEqual(created.map(() => 'published'))
    const { rows } = await database.query<{ jobs: string; sets: string }>(
      `SELECT count(*) AS jobs, count(DISTINCT change_set_id) AS sets FROM jobs WHERE kind = 'releases.publish'`,
    )
    expect(rows).toEqual([{ jobs: String(created.length), sets: String(created.length) }])
    expect(await faults()).toEqual([])

    async function states(ids: readonly string[]): Promise<string[]> {
      const all = await Promise.all(
        owners.map(({ bucket: { slug }, token }) =>
          call(url, listReleases, { query: { slug } }, token),
        ),
      )
      const releases = all.flatMap((answer) => answer.releases)
      return ids.map((id) => releases.find((release) => release.id === id)?.state ?? 'missing')
    }
  },
)
