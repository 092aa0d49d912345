import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { getJob, type Job } from '@typecase/contract/jobs'
import { addMacro, runMacro } from '@typecase/contract/macros'
import { listObjects } from '@typecase/contract/objects'
import { addManyObjects, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'

/** KILL_RUNS: a longer run. */
const KILLS = Number(process.env['KILL_RUNS'] ?? 3)
const COUNT = 4000
/** Every tenth object lacks what it needs to be published: the last step refuses it, so that no step is done to it. */
const LEFT_OUT = COUNT / 10

let dataDir: string
let server: RunningServer
let owner: Owner

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-macro-kill-'))
  const first = await startTestServer({ DATA_DIR: dataDir })
  owner = await addOwner(first)
  await addType(first, owner, 'things', [
    { key: 'count', type: 'number' },
    { key: 'note', type: 'text', required: true },
  ])
  await addManyObjects(first, owner, 'things', COUNT, (n) => ({
    title: 'An old title',
    metadata: JSON.stringify({ count: 0, ...(n % 10 !== 0 && { note: 'old' }) }),
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

/** How many objects are in which state: all that the steps change, together. */
async function states(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const { slug } = owner.bucket
  for (let skip = 0; skip < COUNT; skip += 1000) {
    const query = { slug, limit: 1000, skip }
    const { objects } = await call(server.url, listObjects, { query }, owner.token)
    for (const { object } of objects) {
      const key = `${object.title}, count ${String(object.metadata['count'])}, ${object.status}, rev ${object.rev}`
      found[key] = (found[key] ?? 0) + 1
    }
  }
  return found
}

const TITLE =
  'a macro and its undo that servers die under do all steps to each object once, or none'
test(TITLE, { timeout: 120_000 + KILLS * 30_000 }, async () => {
  const { slug } = owner.bucket
  const steps = [
    {
      call: 'objects.bulkEdit' as const,
      body: { data: { metadata: { count: { op: 'increment', value: { $arg: 'by' } } } } },
    },
    { call: 'objects.searchAndReplace' as const, body: { find: 'old', replace: 'new' } },
    { call: 'objects.publishByIds' as const, body: {} },
  ]
  const by = { key: 'by', title: 'By', kind: 'number' as const }
  const data = { title: 'Renew', steps, arguments: [by] }
  const { macro } = await call(server.url, addMacro, { body: { slug, data } }, owner.token)
  const body = { slug, macro_id: macro.id, query: { type: 'things' }, args: { by: 2 } }
  const { job } = await call(server.url, runMacro, { body }, owner.token)
  if (!job) throw new Error('So many objects are a job.')
  const end = await endThroughKills(job)
  expect(end).toMatchObject({ status: 'done', done: COUNT - LEFT_OUT, failed: LEFT_OUT })
  expect(await states()).toEqual({
    'An new title, count 2, published, rev 2': COUNT - LEFT_OUT,
    'An old title, count 0, draft, rev 1': LEFT_OUT,
  })
  const sets = await call(server.url, listChangeSets, { query: { slug } }, owner.token)
  expect(sets.change_sets[0]).toMatchObject({ id: end.change_set_id, count: COUNT - LEFT_OUT })
  expect(sets.total).toBe(2)

  const undo = { slug, change_set_id: end.change_set_id ?? '' }
  const undone = await call(server.url, undoChangeSet, { body: undo }, owner.token)
  if (!undone.job) throw new Error('So many objects are a job.')
  expect(await endThroughKills(undone.job)).toMatchObject({ status: 'done', failed: 0 })
  expect(await states()).toEqual({
    'An old title, count 0, draft, rev 3': COUNT - LEFT_OUT,
    'An old title, count 0, draft, rev 1': LEFT_OUT,
  })
})
