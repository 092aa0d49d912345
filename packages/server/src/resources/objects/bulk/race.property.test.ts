import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { getJob } from '@typecase/contract/jobs'
import { type BulkResult, type CmsObject, updateObject } from '@typecase/contract/objects'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { carryOutPlans } from '../../../jobs/planned-changes.ts'
import { addManyObjects, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { waitFor } from '../../../testing/wait-for.ts'

let server: TestServer
let clock: TestClock
beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())

/** More than a call changes at once, so that each edit is a job of several chunks. */
const COUNT = 150

async function edit(owner: Owner, metadata: object): Promise<string> {
  const body = { slug: owner.bucket.slug, query: { type: 'things' }, data: { metadata } }
  const answer = await server.send(bulkEditObjects, { body }, owner)
  // The success of this endpoint.
  return (answer.ok() as BulkResult).job?.id ?? ''
}

const endOf = (owner: Owner, id: string) =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
    (job) => job.finished_at !== null,
  )

/** Saves as the editor does: from the state that was read; where that is an older one, it reads again. */
async function save(owner: Owner, id: string, note: string): Promise<void> {
  for (;;) {
    const { rev } = await readOneObject(server, owner, id)
    const data = { metadata: { note } }
    const body = { slug: owner.bucket.slug, object_id: id, rev, data }
    const answer = await server.call(updateObject, { body }, owner)
    if (answer.status === 200) return
    expect(answer.error().code).toBe('stale')
  }
}

const amount = fc.integer({ min: 1, max: 9 })
const saves = fc.array(
  fc.record({ at: fc.nat(COUNT - 1), note: fc.string({ minLength: 1, maxLength: 5 }) }),
  { minLength: 1, maxLength: 25 },
)

test('jobs, an editor and the scheduler at once lose no update', { timeout: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(amount, amount, saves, fc.nat(COUNT), async (a, b, edits, due) => {
      const owner = await addOwner(server)
      await addType(server, owner, 'things', [
        { key: 'count', type: 'number' },
        { key: 'tail', type: 'text' },
        { key: 'note', type: 'text' },
      ])
      const at = clock.now() + 1000
      const ids = await addManyObjects(server, owner, 'things', COUNT, (n) => ({
        metadata: JSON.stringify({ count: 0, tail: '' }),
        publish_at: n < due ? at : null,
      }))
      const expected = new Map<string, string>()
      const jobs = await Promise.all([
        edit(owner, { count: { op: 'increment', value: a } }),
        edit(owner, { count: { op: 'increment', value: b }, tail: { op: 'append', value: '!' } }),
      ])
      clock.advance(1000)
      await Promise.all([
        ...jobs.map(async (id) => expect((await endOf(owner, id)).failed).toBe(0)),
        carryOutPlans(server.app),
        (async () => {
          for (const { at: place, note } of edits) {
            await save(owner, ids[place] ?? '', note)
            expected.set(ids[place] ?? '', note)
          }
        })(),
      ])
      const objects: CmsObject[] = []
      for (const id of ids) objects.push(await readOneObject(server, owner, id))
      expect(objects.map(({ metadata }) => metadata)).toEqual(
        ids.map((id) => ({
          count: a + b,
          tail: '!',
          ...(expected.has(id) && { note: expected.get(id) }),
        })),
      )
      expect(objects.filter(({ status }) => status === 'published')).toHaveLength(due)
    }),
    { numRuns: 12 },
  )
})
