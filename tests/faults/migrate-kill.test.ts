import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getBucket } from '@typecase/contract/buckets'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { getJob, type Job, listJobFailures } from '@typecase/contract/jobs'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import { listObjects } from '@typecase/contract/objects'
import { addManyObjects, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'

/** KILL_RUNS: a longer run. A job is given up when five servers died under it. */
const ROUNDS = Number(process.env['KILL_RUNS'] ?? 1)
const KILLS = 3
const COUNT = 4000
/** Every tenth value is no number. */
const UNCONVERTED = COUNT / 10

let dataDir: string
let server: RunningServer
let owner: Owner

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-migrate-kill-'))
  const first = await startTestServer({ DATA_DIR: dataDir })
  owner = await addOwner(first)
  await addType(first, owner, 'things', [{ key: 'size', type: 'text' }])
  await addManyObjects(first, owner, 'things', COUNT, (n) => ({
    metadata: JSON.stringify({ size: n % 10 === 0 ? 'n/a' : String(n) }),
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

async function readType() {
  const query = { slug: owner.bucket.slug }
  const { bucket } = await call(server.url, getBucket, { query }, owner.token)
  const [type] = bucket.object_types
  const [field] = type?.metafields ?? []
  return { rev: type?.rev, field: `${field?.key} ${field?.type}` }
}

/** What a reader finds: the field, and how many objects hold what. */
async function whatIsThere(): Promise<{ field: string; found: Record<string, number> }> {
  const { slug } = owner.bucket
  const { rev, field } = await readType()
  const found: Record<string, number> = {}
  for (let skip = 0; skip < COUNT; skip += 1000) {
    const query = { slug, limit: 1000, skip }
    const { objects } = await call(server.url, listObjects, { query }, owner.token)
    for (const { object } of objects) {
      const values = Object.entries(object.metadata).map(([key, value]) => `${key} ${typeof value}`)
      const state = `${values.join() || 'nothing'}, rev ${object.rev}`
      found[state] = (found[state] ?? 0) + 1
    }
  }
  // The job that goes on may have ended between two pages.
  return (await readType()).rev === rev ? { field, found } : whatIsThere()
}

type Found = Awaited<ReturnType<typeof whatIsThere>>

/** Follows a job through servers that die under it: after each death all is as before, or all is done. */
async function endThroughKills(job: Job, before: Found, after: Found): Promise<Job> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const now = await waitFor(
      () => read(job),
      ({ status }) => status !== 'queued',
    )
    if (now.finished_at !== null) break
    // Somewhere within its write.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
    await server.kill()
    server = await startServer({ dataDir })
    const found = await whatIsThere()
    expect([before, after]).toContainEqual(found)
  }
  return waitFor(
    () => read(job),
    (state) => state.finished_at !== null,
    60_000,
  )
}

const TITLE =
  'a migration and its undo that servers die under happen once, model and values together'
test(TITLE, { timeout: 120_000 + ROUNDS * 120_000 }, async () => {
  const { slug } = owner.bucket
  for (let round = 0; round < ROUNDS; round += 1) {
    const rev = round * 2
    const old: Found = { field: 'size text', found: { [`size string, rev ${rev + 1}`]: COUNT } }
    const migrated: Found = {
      field: 'amount number',
      found: {
        [`amount number, rev ${rev + 2}`]: COUNT - UNCONVERTED,
        [`nothing, rev ${rev + 2}`]: UNCONVERTED,
      },
    }
    const back: Found = { field: 'size text', found: { [`size string, rev ${rev + 3}`]: COUNT } }
    expect(await whatIsThere()).toEqual(old)

    const changes = [{ key: 'size', new_key: 'amount', new_type: 'number' as const }]
    const body = { slug, object_type: 'things', changes }
    const { job } = await call(server.url, migrateObjectType, { body }, owner.token)
    if (!job) throw new Error('So many objects are a job.')
    const end = await endThroughKills(job, old, migrated)
    expect(end).toMatchObject({ status: 'done', done: COUNT - UNCONVERTED, failed: UNCONVERTED })
    expect(await whatIsThere()).toEqual(migrated)
    const query = { job_id: job.id, limit: 1 }
    const failures = await call(server.url, listJobFailures, { query }, owner.token)
    expect(failures.total).toBe(UNCONVERTED)
    const sets = await call(server.url, listChangeSets, { query: { slug } }, owner.token)
    expect(sets.change_sets[0]).toMatchObject({ id: end.change_set_id, count: COUNT })
    expect(sets.total).toBe(2 + round * 2)

    const undo = { slug, change_set_id: end.change_set_id ?? '' }
    const undone = await call(server.url, undoChangeSet, { body: undo }, owner.token)
    if (!undone.job) throw new Error('So many objects are a job.')
    expect(await endThroughKills(undone.job, migrated, back)).toMatchObject({
      status: 'done',
      done: COUNT,
      failed: 0,
    })
    expect(await whatIsThere()).toEqual(back)
  }
})
