import { setTimeout } from 'node:timers/promises'

import { undoChangeSet } from '@typecase/contract/change-sets'
import { findObjects } from '@typecase/contract/content'
import { getJob, type Job } from '@typecase/contract/jobs'
import { addRelease, publishRelease } from '@typecase/contract/releases'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readContent } from '../../content-api/testing/read-content.ts'
import { addManyObjects, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterAll(() => server.close())

/** Returns the number of public objects of a type: those on the page, and the total. */
async function seen(type: string): Promise<string> {
  const query = { query: JSON.stringify({ type }), limit: 1000, props: 'title' }
  const answer = await readContent(server, owner, findObjects, query)
  // The cast is safe: this is the endpoint's response on success. Without public objects it answers 404.
  if (answer.status === 404) return '0 of 0'
  const { objects, total } = answer.ok() as { objects: unknown[]; total: number }
  return `${objects.length} of ${total}`
}

/** Collects what readers see until a job ends, and at its end. */
async function seenUntilEnd(type: string, first: Job): Promise<{ job: Job; all: Set<string> }> {
  const all = new Set<string>()
  for (;;) {
    all.add(await seen(type))
    const query = { job_id: first.id }
    const { job } = (await server.call(getJob, { query }, owner)).ok()
    // Calls within the process would otherwise leave it no time for other work.
    await setTimeout(1)
    if (job.finished_at === null) continue
    all.add(await seen(type))
    return { job, all }
  }
}

let types = 0

/** On PostgreSQL each object costs several round trips. */
const RUNS = process.env['TEST_DATABASE'] === 'postgres' ? 3 : 12

test('readers see all or nothing of a release while it is being published or undone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 101, max: 700 }),
      fc.option(fc.nat(), { nil: undefined, freq: 2 }),
      async (count, minimal) => {
        const { slug } = owner.bucket
        const type = `posts-${(types += 1)}`
        await addType(server, owner, type, [{ key: 'note', type: 'text', required: true }])
        const ids = await addManyObjects(server, owner, type, count, (n) => ({
          metadata: minimal !== undefined && n === minimal % count ? '{}' : '{"note":"x"}',
        }))
        const all = `${count} of ${count}`
        const body = { slug, data: { title: type }, object_ids: ids }
        const { release } = (await server.call(addRelease, { body }, owner)).ok()
        const publish = { slug, release_id: release.id }
        const answer = await server.call(publishRelease, { body: publish }, owner)
        const published = await seenUntilEnd(type, answer.ok().job)
        if (minimal !== undefined) {
          expect(published.job.status).toBe('failed')
          expect([...published.all]).toEqual(['0 of 0'])
          return
        }
        expect(published.job.status).toBe('done')
        expect([...published.all]).toEqual(['0 of 0', all])

        const change_set_id = published.job.change_set_id ?? ''
        const undo = { slug, change_set_id }
        const { job } = (await server.call(undoChangeSet, { body: undo }, owner)).ok()
        if (!job) throw new Error('So many objects are a job.')
        const undone = await seenUntilEnd(type, job)
        expect(undone.job.status).toBe('done')
        expect([...undone.all]).toEqual([all, '0 of 0'])
      },
    ),
    { numRuns: RUNS },
  )
}, 180_000)
