import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { getJob, type Job, listJobFailures } from '@typecase/contract/jobs'
import { duplicateObjects, listObjects } from '@typecase/contract/objects'
import { addManyObjects, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'

/** KILL_RUNS: a longer run. */
const KILLS = Number(process.env['KILL_RUNS'] ?? 4)
const COUNT = 6000
/** Every tenth object cannot be changed. */
const LEFT_OUT = COUNT / 10

let dataDir: string
let server: RunningServer
let owner: Owner

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-bulk-kill-'))
  const first = await startTestServer({ DATA_DIR: dataDir })
  owner = await addOwner(first)
  await addType(first, owner, 'things', [{ key: 'count', type: 'number' }])
  await addManyObjects(first, owner, 'things', COUNT, (n) => ({
    metadata: JSON.stringify(n % 10 === 0 ? {} : { count: 0 }),
  }))
  await first.close()
  server = await startServer({ dataDir })
})
afterEach(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const read = async (job: Job) =>
  (await call(server.url, getJob, { query: { job_id: job.id } }, owner.token)).job

/** Follows a job to its end through servers that die under it. */
async function endThroughKills(job: Job): Promise<Job> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { done } = await read(job)
    const now = await waitFor(
      () => read(job),
      (state) => state.done > done || state.finished_at !== null,
    )
    if (now.finished_at !== null) return now
    await server.kill()
    server = await startServer({ dataDir })
  }
  return waitFor(
    () => read(job),
    (state) => state.finished_at !== null,
    60_000,
  )
}

/** How many objects have which count and rev. */
async function states(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const { slug } = owner.bucket
  for (let skip = 0; skip < COUNT; skip += 1000) {
    const query = { slug, limit: 1000, skip }
    const { objects } = await call(server.url, listObjects, { query }, owner.token)
    for (const { object } of objects) {
      const key = `count ${String(object.metadata['count'])}, rev ${object.rev}`
      found[key] = (found[key] ?? 0) + 1
    }
  }
  return found
}

const TITLE = 'a bulk edit and its undo that servers die under change each object once'
test(TITLE, { timeout: 120_000 + KILLS * 30_000 }, async () => {
  const { slug } = owner.bucket
  const data = { metadata: { count: { op: 'increment' as const, value: 1 } } }
  const body = { slug, query: { type: 'things' }, data }
  const { job } = await call(server.url, bulkEditObjects, { body }, owner.token)
  if (!job) throw new Error('So many objects are a job.')
  const end = await endThroughKills(job)
  expect(end).toMatchObject({ status: 'done', done: COUNT - LEFT_OUT, failed: LEFT_OUT })
  expect(end.errors).toHaveLength(100)
  const query = { job_id: job.id, limit: 1000 }
  const all = await call(server.url, listJobFailures, { query }, owner.token)
  expect(new Set(all.failures.map(({ object_id }) => object_id)).size).toBe(LEFT_OUT)
  expect(all.total).toBe(LEFT_OUT)
  expect(await states()).toEqual({
    'count 1, rev 2': COUNT - LEFT_OUT,
    'count undefined, rev 1': LEFT_OUT,
  })
  const sets = await call(server.url, listChangeSets, { query: { slug } }, owner.token)
  expect(sets.change_sets[0]).toMatchObject({
    id: end.change_set_id,
    count: COUNT - LEFT_OUT,
  })
  expect(sets.total).toBe(2)

  const undo = { slug, change_set_id: end.change_set_id ?? '' }
  const undone = await call(server.url, undoChangeSet, { body: undo }, owner.token)
  if (!undone.job) throw new Error('So many objects are a job.')
  expect(await endThroughKills(undone.job)).toMatchObject({
    status: 'done',
    done: COUNT - LEFT_OUT,
    failed: 0,
  })
  expect(await states()).toEqual({
    'count 0, rev 3': COUNT - LEFT_OUT,
    'count undefined, rev 1': LEFT_OUT,
  })
})

const COPIES = 'copies that servers die under are each made once, and each taken back once'
test(COPIES, { timeout: 120_000 + KILLS * 30_000 }, async () => {
  const { slug } = owner.bucket
  const body = { slug, query: { type: 'things' } }
  const { job } = await call(server.url, duplicateObjects, { body }, owner.token)
  if (!job) throw new Error('So many objects are a job.')
  const end = await endThroughKills(job)
  expect(end).toMatchObject({ status: 'done', done: COUNT, failed: 0 })
  const copied = await titles()
  expect(copied.size).toBe(2 * COUNT)
  expect([...copied.values()].every((times) => times === 1)).toBe(true)

  const undo = { slug, change_set_id: end.change_set_id ?? '' }
  const undone = await call(server.url, undoChangeSet, { body: undo }, owner.token)
  if (!undone.job) throw new Error('So many objects are a job.')
  const back = await endThroughKills(undone.job)
  expect(back).toMatchObject({ status: 'done', done: COUNT, failed: 0 })
  expect([...(await titles()).keys()].filter((title) => title.endsWith(' (copy)'))).toEqual([])
})

/** How often each title is there. */
async function titles(): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const { slug } = owner.bucket
  for (let skip = 0; ; skip += 1000) {
    const query = { slug, limit: 1000, skip, props: 'title' }
    const { objects } = await call(server.url, listObjects, { query }, owner.token)
    for (const { object } of objects) {
      found.set(object.title, (found.get(object.title) ?? 0) + 1)
    }
    if (objects.length < 1000) return found
  }
}
