import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { getJob } from '@typecase/contract/jobs'
import { addMacro, runMacro } from '@typecase/contract/macros'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import {
  type BulkResult,
  type CmsObject,
  deleteObjects,
  duplicateObjects,
  listObjects,
  reorderObjects,
  updateObject,
} from '@typecase/contract/objects'
import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { restoreTrash } from '@typecase/contract/trash'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { carryOutPlans } from '../../../../jobs/planned-changes.ts'
import { addManyObjects, addType, readOneObject } from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { createTestClock, type TestClock } from '../../../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { waitFor } from '../../../../testing/wait-for.ts'

let server: TestServer
let clock: TestClock
beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())

/** More objects than a call changes immediately, so that each change is a job of several chunks. */
const COUNT = 120

/** The expected final content of every object except for the one edited in the editor. */
interface Expected {
  count: number
  /** Letters in any order, because each job appends its own. */
  tail: string
  word: string
  links: string[]
  size?: string
  amount?: number
}

/** A call that changes all objects, while others may run at the same time. */
interface Work {
  /** Makes the call. @returns its response, which is a job */
  ask: (owner: Owner, ids: readonly string[]) => Promise<unknown>
  /** Applies its effect to the expected values; omitted if it has none. */
  expect?: (expected: Expected, ids: readonly string[]) => void
}

const edit = (metadata: (ids: readonly string[]) => object) => {
  return async ({ bucket, token }: Owner, ids: readonly string[]) => {
    const body = { slug: bucket.slug, object_ids: [...ids], data: { metadata: metadata(ids) } }
    return (await server.send(bulkEditObjects, { body }, { token })).ok()
  }
}

const increment = (by: number): Work => ({
  ask: edit(() => ({ count: { op: 'increment', value: by } })),
  expect: (expected) => (expected.count += by),
})

const append = (letter: string): Work => ({
  ask: edit(() => ({ tail: { op: 'append', value: letter } })),
  expect: (expected) => (expected.tail += letter),
})

const link = (to: number): Work => ({
  ask: edit((ids) => ({ links: { op: 'add', value: [ids[to]] } })),
  expect: (expected, ids) => expected.links.push(ids[to] ?? ''),
})

const replace: Work = {
  ask: async ({ bucket, token }, ids) => {
    const body = { slug: bucket.slug, object_ids: [...ids], find: 'old', replace: 'new' }
    return (await server.send(searchAndReplace, { body }, { token })).ok()
  },
  expect: (expected) => (expected.word = 'new'),
}

const macro: Work = {
  ask: async ({ bucket, token }, ids) => {
    const { slug } = bucket
    const metadata = {
      count: { op: 'increment', value: 100 },
      tail: { op: 'append', value: 'M' },
    }
    const steps = [{ call: 'objects.bulkEdit', body: { data: { metadata } } }]
    const added = await server.send(
      addMacro,
      { body: { slug, data: { title: 'Macro', steps } } },
      { token },
    )
    const { macro: made } = added.ok() as { macro: { id: string } }
    const body = { slug, object_ids: [...ids], macro_id: made.id }
    return (await server.send(runMacro, { body }, { token })).ok()
  },
  expect(expected) {
    expected.count += 100
    expected.tail += 'M'
  },
}

const migrate: Work = {
  ask: async ({ bucket, token }) => {
    const changes = [{ key: 'size', new_key: 'amount', new_type: 'number' }]
    const body = { slug: bucket.slug, object_type: 'things', changes }
    return (await server.send(migrateObjectType, { body }, { token })).ok()
  },
  expect(expected) {
    delete expected.size
    expected.amount = 7
  },
}

const duplicate: Work = {
  ask: async ({ bucket, token }, ids) => {
    const body = { slug: bucket.slug, object_ids: [...ids] }
    return (await server.send(duplicateObjects, { body }, { token })).ok()
  },
}

const restore: Work = {
  ask: async ({ bucket, token }) =>
    (await server.send(restoreTrash, { body: { slug: bucket.slug, q: '' } }, { token })).ok(),
}

const digit = fc.integer({ min: 1, max: 9 })
/** Two or more at the same time; works that cannot run twice run once. */
const works = fc
  .tuple(
    fc.array(
      fc.oneof(
        digit.map(increment),
        fc.constantFrom('a', 'b', 'c').map(append),
        fc.nat(COUNT - 1).map(link),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.subarray([replace, macro, migrate, duplicate, restore], { minLength: 1 }),
    fc.infiniteStream(fc.nat()),
  )
  .map(([edits, others, order]) => {
    const positions = new Map(
      [...edits, ...others].map((work) => [work, order.next().value as number]),
    )
    return [...positions.keys()].toSorted(
      (a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0),
    )
  })

const index = fc.nat(COUNT - 1)
const moves = fc.oneof(
  fc.record({ at: index, note: fc.string({ minLength: 1, maxLength: 5 }) }),
  fc.record({ at: index, above: index }),
)

const endOf = (owner: Owner, answer: unknown) =>
  waitFor(
    async () => {
      const id = (answer as BulkResult).job?.id ?? ''
      return (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job
    },
    (job) => job.finished_at !== null,
    60_000,
  )

/** Saves like the editor: based on the state that was read, which is read again if it is outdated. */
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

async function listAll({ bucket, token }: Owner): Promise<CmsObject[]> {
  const query = { slug: bucket.slug, limit: 1000 }
  const { objects, total } = (await server.call(listObjects, { query }, { token })).ok()
  expect(total).toBe(objects.length)
  return objects.map(({ object }) => object)
}

const letters = (text: unknown) => Array.from(String(text)).toSorted().join('')

const runs = Number(process.env['RACE_RUNS'] ?? 4)

test(
  `concurrent jobs, saves, moves and scheduled changes lose no update (${runs} runs)`,
  { timeout: 0 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        works,
        fc.array(moves, { maxLength: 15 }),
        fc.nat(COUNT),
        async (at, edits, due) => {
          const owner = await addOwner(server)
          const { slug } = owner.bucket
          await addType(server, owner, 'things', [
            { key: 'count', type: 'number' },
            { key: 'tail', type: 'text' },
            { key: 'word', type: 'text' },
            { key: 'size', type: 'text' },
            { key: 'links', type: 'objects' },
            { key: 'note', type: 'text' },
          ])
          const first: Expected = { count: 0, tail: '', word: 'old', size: '7', links: [] }
          const publish_at = clock.now() + 1000
          const metadata = JSON.stringify(first)
          const deletedIds = await addManyObjects(server, owner, 'things', COUNT, () => ({
            metadata,
          }))
          const trash = { slug, object_ids: deletedIds }
          await endOf(owner, (await server.send(deleteObjects, { body: trash }, owner)).ok())
          const ids = await addManyObjects(server, owner, 'things', COUNT, (n) => ({
            title: `Thing ${n}`,
            metadata,
            publish_at: n < due ? publish_at : null,
          }))

          const answers = await Promise.all(at.map((work) => work.ask(owner, ids)))
          const notes = new Map<string, string>()
          clock.advance(1000)
          await Promise.all([
            ...answers.map(async (answer) => {
              expect(await endOf(owner, answer)).toMatchObject({ status: 'done', failed: 0 })
            }),
            carryOutPlans(server.app),
            (async () => {
              for (const change of edits) {
                const id = ids[change.at] ?? ''
                if ('note' in change) {
                  await save(owner, id, change.note)
                  notes.set(id, change.note)
                } else {
                  const body = { slug, reorder_id: id, after_id: ids[change.above] }
                  await server.send(reorderObjects, { body }, owner)
                }
              }
            })(),
          ])
          // Runs the scheduler's next check, because plans wait while a long write holds the bucket.
          await carryOutPlans(server.app)

          const expected = structuredClone(first)
          for (const work of at) work.expect?.(expected, ids)
          const objects = await listAll(owner)
          const byId = new Map(objects.map((object) => [object.id, object]))
          const preferredSlug = {
            ...expected,
            tail: letters(expected.tail),
            links: new Set(expected.links),
          }
          for (const id of ids) {
            const { metadata: values, status } = byId.get(id) ?? {}
            const { tail, links, ...others } = values ?? {}
            expect({ ...others, tail: letters(tail), links: new Set(links as string[]) }).toEqual({
              ...preferredSlug,
              ...(notes.has(id) && { note: notes.get(id) }),
            })
            expect(status).toBe(ids.indexOf(id) < due ? 'published' : 'draft')
          }
          const copies = objects.filter(({ title }) => title.endsWith(' (copy)'))
          expect(new Set(copies.map(({ title }) => title)).size).toBe(copies.length)
          expect(copies).toHaveLength(at.includes(duplicate) ? COUNT : 0)
          expect(deletedIds.filter((id) => byId.has(id))).toHaveLength(
            at.includes(restore) ? COUNT : 0,
          )
        },
      ),
      { numRuns: runs },
    )
  },
)
