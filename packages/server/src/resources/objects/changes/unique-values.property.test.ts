import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import {
  addObject,
  deleteObjects,
  publishObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { restoreTrash } from '@typecase/contract/trash'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addType } from '../../../testing/content.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const value = fc.constantFrom('a', 'b', 'c', '')
const at = fc.nat(3)
const some = fc.uniqueArray(at, { minLength: 1, maxLength: 4 })
const status = fc.constantFrom('draft', 'published')
const locale = fc.constantFrom(null, 'de')
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), value, status, locale }),
  fc.record({
    do: fc.constant('update' as const),
    at,
    data: fc.record({ metadata: fc.record({ code: value }), status, locale }, { requiredKeys: [] }),
  }),
  fc.record({ do: fc.constantFrom('publish' as const, 'unpublish' as const), some }),
  fc.record({ do: fc.constantFrom('delete' as const, 'restore' as const), some }),
  fc.record({ do: fc.constant('edit' as const), some, value }),
  fc.record({ do: fc.constant('replace' as const), find: value, replace: value }),
  fc.record({ do: fc.constant('undo' as const), nth: fc.nat(4) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/** Ensures that each run of the test refuses at least one step. */
const twice = (['draft', 'published'] as const).map((as): Step => ({
  do: 'add',
  value: 'a',
  status: as,
  locale: null,
}))

/** Returns the objects that hold each value, in the newest or the published version. */
async function holdersByValue({ app }: TestServer, { bucket }: Owner) {
  const holders = new Map<string, Set<string>>()
  for (const table of ['objects', 'published_objects'] as const) {
    const rows = await app.db.read
      .selectFrom(table)
      .select(['id', 'locale', 'metadata'])
      .where('bucket_id', '=', bucket.id)
      .where('deleted_at', 'is', null)
      .execute()
    for (const { id, locale: of, metadata } of rows) {
      const { code } = JSON.parse(metadata) as { code?: string }
      if (code) holders.set(`${of} ${code}`, (holders.get(`${of} ${code}`) ?? new Set()).add(id))
    }
  }
  return [...holders].map(([held, ids]) => [held, ids.size])
}

async function take(server: TestServer, owner: Owner, ids: string[], todo: Step): Promise<void> {
  const { slug } = owner.bucket
  const send = (endpoint: Parameters<TestServer['send']>[0], body: object) =>
    server.send(endpoint, { body: { slug, ...body } }, owner)
  const idsOf = (indexes: readonly number[]) => indexes.flatMap((index) => ids[index] ?? [])
  switch (todo.do) {
    case 'add': {
      const { status: as, locale: of } = todo
      const metadata = { code: todo.value }
      const data = { type: 'things', title: `No. ${ids.length}`, status: as, locale: of, metadata }
      const answer = await send(addObject, { data })
      if (answer.status === 201) ids.push((answer.ok() as { object: { id: string } }).object.id)
      return
    }
    case 'update':
      return void (await send(updateObject, { object_id: ids[todo.at], data: todo.data }))
    case 'publish':
      return void (await send(publishObjects, { object_ids: idsOf(todo.some) }))
    case 'unpublish':
      return void (await send(unpublishObjects, { object_ids: idsOf(todo.some) }))
    case 'delete':
      return void (await send(deleteObjects, { object_ids: idsOf(todo.some) }))
    case 'restore':
      return void (await send(restoreTrash, { object_ids: idsOf(todo.some) }))
    case 'edit': {
      const data = { metadata: { code: { op: 'set', value: todo.value } } }
      return void (await send(bulkEditObjects, { object_ids: idsOf(todo.some), data }))
    }
    case 'replace': {
      const { find, replace } = todo
      const query = { type: 'things' }
      return void (await send(searchAndReplace, { query, find, replace, fields: ['metadata'] }))
    }
    case 'undo': {
      const sets = await server.call(listChangeSets, { query: { slug, limit: 5 } }, owner)
      const chosen = sets.ok().change_sets[todo.nth]
      return void (await send(undoChangeSet, { change_set_id: chosen?.id }))
    }
  }
}

test('no two objects ever have the same unique value', { timeout: 0 }, async () => {
  const server = await startTestServer()
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const owner = await addOwner(server)
      const fields = [{ key: 'code', type: 'text' as const, unique: true }]
      await addType(server, owner, 'things', fields)
      const ids: string[] = []
      for (const todo of steps) {
        const before = ids.length
        await take(server, owner, ids, todo)
        if (todo.do === 'add' && ids.length === before) refused += 1
        const shared = (await holdersByValue(server, owner)).filter(([, count]) => count !== 1)
        expect(shared).toEqual([])
      }
    }),
    { numRuns: 60, examples: [[twice]] },
  )
  expect(refused).toBeGreaterThan(0)
  await server.remove()
})
