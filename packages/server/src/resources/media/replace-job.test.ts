import { rmSync } from 'node:fs'

import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { getJob, type Job, listJobFailures } from '@typecase/contract/jobs'
import { replaceInMedia } from '@typecase/contract/media'
import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { cutNextJob } from '../../testing/cut-job.ts'
import { addMedia, storedMedia } from '../../testing/media.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { restart } from '../../testing/restart.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

const COUNT = 4000
/** One text in ten would become too long. */
const LEFT_OUT = COUNT / 10

let server: TestServer
let owner: Owner

beforeEach(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  const sample = Array.from({ length: COUNT }, (_, n) => ({
    alt_text: n % 10 === 0 ? 'old'.padEnd(5000, 'x') : `old ${n}`,
  }))
  await addMedia(server, owner, sample)
})
afterEach(async () => {
  await server.close()
  rmSync(server.dataDir, { recursive: true })
})

async function replaceAll(more: object = {}): Promise<Job> {
  const body = { slug: owner.bucket.slug, find: 'old', replace: 'newer', ...more }
  const answer = await server.send(replaceInMedia, { body }, owner)
  const { job } = answer.ok() as SearchAndReplaceResult
  if (!job) throw new Error('So many media are a job.')
  expect(answer.status).toBe(202)
  return job
}

const read = async ({ id }: Job) =>
  (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job

const begun = (job: Job) =>
  waitFor(
    () => read(job),
    ({ done }) => done > 0,
  )
const ended = (job: Job) =>
  waitFor(
    () => read(job),
    ({ finished_at }) => finished_at !== null,
  )

/** Counts media by the first word of their alt text and their rev. */
async function states(): Promise<Record<string, number>> {
  const rows = await storedMedia(server, owner)
  const groups = Map.groupBy(rows, ({ alt_text, rev }) => `${alt_text.slice(0, 4).trim()} ${rev}`)
  return Object.fromEntries([...groups].map(([key, { length }]) => [key, length]))
}

async function undo(id: string | null) {
  const body = { slug: owner.bucket.slug, change_set_id: id ?? '' }
  return (await server.call(undoChangeSet, { body }, owner)).ok()
}

test('the job and its undo resume after a restart, process each media once and make one change set', async () => {
  const job = await replaceAll()
  expect(job).toMatchObject({ kind: 'media.searchAndReplace', total: COUNT })
  expect(job.title).toBe('Replace “old” with “newer” in 4,000 media')
  await begun(job)
  server = await restart(server)
  const end = await ended(job)
  expect(end).toMatchObject({ status: 'done', done: COUNT - LEFT_OUT, failed: LEFT_OUT })
  expect(end.result).toEqual({ matched: COUNT, modified: COUNT - LEFT_OUT })
  expect(await states()).toEqual({ 'newe 2': COUNT - LEFT_OUT, 'oldx 1': LEFT_OUT })
  const failures = await server.call(listJobFailures, { query: { job_id: job.id } }, owner)
  expect(failures.ok()).toMatchObject({
    total: LEFT_OUT,
    failures: { 0: { title: '0.png', reason: 'Alt text must be at most 5000 characters' } },
  })
  const query = { slug: owner.bucket.slug }
  const { change_sets } = (await server.call(listChangeSets, { query }, owner)).ok()
  expect(change_sets).toMatchObject([
    { id: end.change_set_id, subject: 'media', count: COUNT - LEFT_OUT, job_id: job.id },
  ])

  const undone = await undo(end.change_set_id)
  if (!undone.job) throw new Error('So many media are a job.')
  await begun(undone.job)
  server = await restart(server)
  const back = await ended(undone.job)
  expect(back).toMatchObject({ status: 'done', done: COUNT - LEFT_OUT, failed: 0 })
  expect(await states()).toEqual({ 'old 3': COUNT - LEFT_OUT, 'oldx 1': LEFT_OUT })
})

test('the job only processes the media in which a dry run found matches', async () => {
  const texts = (await storedMedia(server, owner)).map(({ alt_text }) => alt_text)
  const { length } = texts.filter((text) => text.includes('77'))
  expect(length).toBeLessThan(100)
  const body = { slug: owner.bucket.slug, find: '77', replace: 'x' }
  const dry = await server.call(replaceInMedia, { body: { ...body, dry_run: true } }, owner)
  expect(dry.ok()).toMatchObject({ matched: COUNT, modified: length })
  const done = await server.call(replaceInMedia, { body }, owner)
  expect(done.ok()).toMatchObject({ matched: length, modified: length, unchanged: 0 })
})

test('a cancelled job stops after its chunk, and its changes can be undone', async () => {
  cutNextJob(server, owner)
  const end = await ended(await replaceAll({ fields: ['alt_text'] }))
  expect(end.status).toBe('cancelled')
  const { 'newe 2': changed = 0 } = await states()
  const { modified } = end.result as { modified: number }
  expect(changed).toBe(modified)
  expect(changed).toBeGreaterThan(0)
  expect(changed).toBeLessThan(COUNT - LEFT_OUT)
  const undone = await undo(end.change_set_id)
  const back = undone.job && (await ended(undone.job))
  expect(back?.done ?? undone.restored).toBe(changed)
  expect(await states()).toEqual({
    'old 3': changed,
    'old 1': COUNT - LEFT_OUT - changed,
    'oldx 1': LEFT_OUT,
  })
})
