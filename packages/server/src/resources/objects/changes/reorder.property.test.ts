import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { listObjects, reorderObjects } from '@typecase/contract/objects'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType } from '../../../testing/content.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let count = 0

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterAll(() => server.remove())

/** Creates a type with objects, topmost first, and a function that reads their order. */
async function setUp(size: number) {
  const type = `type-${(count += 1)}`
  await addType(server, owner, type)
  for (let n = 0; n < size; n += 1) await addOneObject(server, owner, { type, title: `${n}` })
  const read = async () => {
    const query = { slug: owner.bucket.slug, query: JSON.stringify({ type }), limit: 1000 }
    const { objects } = (await server.call(listObjects, { query }, owner)).ok()
    return objects.map(({ object }) => ({ id: object.id, order: object.order }))
  }
  return { read, ids: (await read()).map(({ id }) => id) }
}

const history = async () => {
  const query = { slug: owner.bucket.slug, limit: 100 }
  return (await server.call(listChangeSets, { query }, owner)).ok()
}
const historyLength = async () => (await history()).total

/** Undoes all change sets after the first `start`, newest first. */
async function undoAllSince(start: number): Promise<void> {
  const { change_sets, total } = await history()
  for (const { id } of change_sets.slice(0, total - start)) {
    const body = { slug: owner.bucket.slug, change_set_id: id }
    ;(await server.call(undoChangeSet, { body }, owner)).ok()
  }
}

const move = (body: object) =>
  server.send(reorderObjects, { body: { slug: owner.bucket.slug, ...body } }, owner)

/** Returns the expected result of a move: the object is removed and inserted next to its neighbour. */
function moved(ids: readonly string[], id: string, neighbour: string, isBelow: boolean): string[] {
  const rest = ids.filter((other) => other !== id)
  return rest.toSpliced(rest.indexOf(neighbour) + (isBelow ? 1 : 0), 0, id)
}

const moves = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.boolean()), {
  minLength: 1,
  maxLength: 25,
})

test('random moves keep all objects and give the expected order', { timeout: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 10 }), moves, async (size, sequence) => {
      const { read, ids } = await setUp(size)
      let expected = ids
      for (const [from, to, isBelow] of sequence) {
        const id = expected[from % size] ?? ''
        const neighbour = expected[to % size] ?? ''
        if (id === neighbour) continue
        const answer = await move({
          reorder_id: id,
          ...(isBelow ? { before_id: neighbour } : { after_id: neighbour }),
        })
        answer.ok()
        expected = moved(expected, id, neighbour, isBelow)
      }
      const rows = await read()
      expect(rows.map(({ id }) => id)).toEqual(expected)
      expect(new Set(rows.map(({ order }) => order)).size).toBe(size)
    }),
    { numRuns: Number(process.env['REORDER_RUNS'] ?? 10) },
  )
})

test('a move makes a gap between neighbours whose ranks leave none', async () => {
  const { read, ids } = await setUp(4)
  const [top = '', second = '', third = '', last = ''] = ids
  // Two objects taking turns at one position halve the gap between the same neighbours each time.
  for (let n = 0; n < 60; n += 1) {
    await move({ reorder_id: n % 2 === 0 ? third : last, before_id: top })
  }
  expect((await read()).map(({ id }) => id)).toEqual([top, last, third, second])
})

/** Puts the objects of a type as close together as possible. */
async function crowd(ids: readonly string[]): Promise<void> {
  await server.app.db.write(async ({ db }) => {
    for (const [index, id] of ids.entries()) {
      for (const table of ['objects', 'published_objects'] as const)
        await db
          .updateTable(table)
          .set({ rank: -1000 - index })
          .where('id', '=', id)
          .execute()
    }
    await db
      .updateTable('buckets')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute()
    const version = db.selectFrom('buckets').select('version').where('id', '=', owner.bucket.id)
    await db.updateTable('objects').set({ version }).where('id', 'in', ids).execute()
  }, 'serializable')
}

test(
  'moves among many adjacent ranks make gaps, and can still be undone',
  { timeout: 0 },
  async () => {
    const size = 100
    const { read, ids } = await setUp(size)
    const moves = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), {
      minLength: 60,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        await crowd(ids)
        const start = await historyLength()
        let expected = ids
        for (const [from, to] of sequence) {
          const [id = '', neighbour = ''] = [expected[from], expected[to]]
          if (id === neighbour) continue
          ;(await move({ reorder_id: id, before_id: neighbour })).ok()
          expected = moved(expected, id, neighbour, true)
        }
        expect((await read()).map(({ id }) => id)).toEqual(expected)
        await undoAllSince(start)
        expect((await read()).map(({ id }) => id)).toEqual(ids)
        await server.app.db.write(
          ({ db }) => db.deleteFrom('change_set_items').execute(),
          'serializable',
        )
      }),
      { numRuns: Number(process.env['REORDER_RUNS'] ?? 10) / 10, endOnFailure: true },
    )
  },
)

test('concurrent moves keep every object, with distinct ranks', async () => {
  const { read, ids } = await setUp(20)
  const random = fc.sample(fc.tuple(fc.nat(19), fc.nat(19)), 200)
  const answers = await Promise.all(
    random
      .filter(([from, to]) => from !== to)
      .map(([from, to]) => move({ reorder_id: ids[from], after_id: ids[to] })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await read()
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(new Set(rows.map(({ order }) => order)).size).toBe(20)
})
