import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { addMacro, runMacro } from '@typecase/contract/macros'
import {
  deleteObjects,
  duplicateObject,
  duplicateObjects,
  listObjects,
  publishObjects,
  reorderObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { restoreTrash } from '@typecase/contract/trash'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

/** Columns that undo does not restore: write counters, and the last author and time. */
const passing = ['rev', 'state_rev', 'version', 'modified_at', 'modified_by', 'rank']

/**
 * Returns all live content of a bucket in its order, with both versions of each object, and the fields of its types.
 */
async function contentOf({ bucket }: Owner) {
  const types = await server.app.db.read
    .selectFrom('object_types')
    .select('metafields')
    .where('bucket_id', '=', bucket.id)
    .execute()
  const tables = await Promise.all(
    (['objects', 'published_objects'] as const).map((table) =>
      server.app.db.read
        .selectFrom(table)
        .selectAll()
        .where('bucket_id', '=', bucket.id)
        .where('deleted_at', 'is', null)
        .orderBy('rank')
        .execute(),
    ),
  )
  const objects = tables.map((rows) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !passing.includes(column))),
    ),
  )
  return [...objects, types]
}

const text = fc.constantFrom('a', 'b', 'c', '7')
const at = fc.nat(5)
const some = fc.constantFrom({}, { title: 'a' }, { status: 'published' }, { locale: 'de' })
const fieldEdit = fc.oneof(
  fc.record({ op: fc.constantFrom('set', 'append', 'prepend', 'remove'), value: text }),
  fc.record({ op: fc.constant('template'), value: fc.constantFrom('{title}', '{slug}{content}') }),
)
/** Which versions a bulk call writes. Without an option, the call's default applies. */
const choice = fc.constantFrom({}, { publish: true }, { publish: false })
const add = fc.record({ do: fc.constant('add' as const), title: text, isLive: fc.boolean() })
const step = fc.oneof(
  add,
  fc.record({
    do: fc.constant('update' as const),
    at,
    data: fc.record(
      {
        title: text,
        slug: text,
        status: fc.constantFrom('draft', 'published'),
        metadata: fc.record({ note: text }),
        publish_at: fc.constantFrom(null, 4e12),
        content: text,
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    do: fc.constantFrom('publish' as const, 'unpublish' as const, 'delete' as const),
    at,
  }),
  fc.record({ do: fc.constantFrom('duplicate' as const, 'restore' as const), at }),
  fc.record({ do: fc.constant('reorder' as const), at, to: at }),
  fc.record({
    do: fc.constantFrom(
      'publishAll' as const,
      'unpublishAll' as const,
      'deleteAll' as const,
      'duplicateAll' as const,
    ),
    query: some,
  }),
  fc.record({ do: fc.constant('restoreAll' as const), q: fc.constantFrom('', 'a') }),
  fc.record({
    do: fc.constant('replaceAll' as const),
    query: some,
    choice,
    find: text,
    replace: fc.constantFrom('b', 'aa', ''),
    fields: fc.constantFrom(['title'], ['slug', 'content'], ['title', 'metadata']),
  }),
  fc.record({
    do: fc.constant('macro' as const),
    query: some,
    choice,
    word: text,
    last: fc.constantFrom('objects.publishByIds', 'objects.unpublishByIds', 'objects.deleteByIds'),
  }),
  fc.record({
    do: fc.constant('linkAll' as const),
    query: some,
    choice,
    op: fc.constantFrom('set', 'add', 'remove', 'clear'),
    to: fc.array(at, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant('migrate' as const),
    change: fc.record(
      {
        key: fc.constantFrom('note', 'memo', 'links'),
        new_key: fc.constantFrom('note', 'memo'),
        new_type: fc.constantFrom(
          'text',
          'textarea',
          'number',
          'json',
          'select',
          'check-boxes',
          'object',
          'objects',
        ),
      },
      { requiredKeys: ['key'] },
    ),
  }),
  fc.record({
    do: fc.constant('planAll' as const),
    query: some,
    data: fc.oneof(
      fc.record({ status: fc.constantFrom('draft', 'published'), publish_at: fc.constant(4e12) }),
      fc.record({ unpublish_at: fc.constantFrom(5e12, null) }),
    ),
  }),
  fc.record({
    do: fc.constant('editAll' as const),
    query: some,
    choice,
    data: fc.oneof(
      fc.record({ locale: fc.constantFrom('de', null) }),
      fc.record({ fields: fc.dictionary(fc.constantFrom('title', 'slug', 'content'), fieldEdit) }),
      fc.record({ metadata: fc.record({ note: fieldEdit }) }),
    ),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Of<Do extends Step['do']> = Extract<Step, { do: Do }>

/** Steps that consist of one bulk call, with their endpoints. */
const bulk = {
  publish: publishObjects,
  unpublish: unpublishObjects,
  delete: deleteObjects,
  publishAll: publishObjects,
  unpublishAll: unpublishObjects,
  deleteAll: deleteObjects,
  duplicateAll: duplicateObjects,
  planAll: bulkEditObjects,
  editAll: bulkEditObjects,
  replaceAll: searchAndReplace,
}

/** Changes the references of the objects that the step's query finds. */
async function link(owner: Owner, ids: readonly string[], step: Of<'linkAll'>): Promise<void> {
  const value = [...new Set(step.to.flatMap((to) => ids[to % ids.length] ?? []))]
  const edit = { op: step.op, ...(step.op !== 'clear' && { value }) }
  const { query, choice } = step
  const body = { slug: owner.bucket.slug, query, ...choice, data: { metadata: { links: edit } } }
  await server.send(bulkEditObjects, { body }, owner)
}

/** Creates a macro and runs it. Each object gets all its steps or none. */
async function runSteps(owner: Owner, { query, choice, word, last }: Of<'macro'>): Promise<void> {
  const { slug } = owner.bucket
  const metadata = { note: { op: 'append', value: { $arg: 'word' } } }
  const data = {
    title: 'Macro',
    arguments: [{ key: 'word', title: 'Word', kind: 'text' }],
    steps: [
      { call: 'objects.bulkEdit', body: { data: { metadata } } },
      { call: 'objects.searchAndReplace', body: { find: 'a', replace: { $arg: 'word' } } },
      { call: last, body: {} },
    ],
  }
  const answer = await server.send(addMacro, { body: { slug, data } }, owner)
  const { macro } = answer.ok() as { macro: { id: string } }
  const body = { slug, macro_id: macro.id, query, ...choice, args: { word } }
  await server.send(runMacro, { body }, owner)
}

/** Runs a step. An impossible step, such as one with a taken slug, is refused and changes nothing. */
async function carryOut(owner: Owner, ids: string[], step: Step): Promise<void> {
  const { slug } = owner.bucket
  if (step.do === 'add') {
    const status = step.isLive ? 'published' : 'draft'
    ids.push((await addOneObject(server, owner, { type: 'things', title: step.title, status })).id)
    return
  }
  if (step.do === 'linkAll') return link(owner, ids, step)
  if (step.do === 'macro') return runSteps(owner, step)
  if (step.do === 'restoreAll') {
    await server.send(restoreTrash, { body: { slug, q: step.q } }, owner)
    return
  }
  if ('query' in step) {
    const { do: verb, ...sent } = step
    const { choice, ...body } = { choice: {}, ...sent }
    await server.send(bulk[verb], { body: { slug, ...choice, ...body } }, owner)
    return
  }
  if (step.do === 'migrate') {
    const body = { slug, object_type: 'things', changes: [step.change] }
    await server.send(migrateObjectType, { body }, owner)
    return
  }
  const id = ids[step.at % ids.length]
  if (id === undefined) return
  if (step.do === 'update') {
    await server.send(updateObject, { body: { slug, object_id: id, data: step.data } }, owner)
  } else if (step.do === 'reorder') {
    const after_id = ids[step.to % ids.length]
    await server.send(reorderObjects, { body: { slug, reorder_id: id, after_id } }, owner)
  } else if (step.do === 'duplicate') {
    await server.send(duplicateObject, { body: { slug, object_id: id } }, owner)
  } else if (step.do === 'restore') {
    await server.send(restoreTrash, { body: { slug, object_ids: [id] } }, owner)
  } else await server.send(bulk[step.do], { body: { slug, object_ids: [id] } }, owner)
}

async function changeSetsOf({ bucket, token }: Owner) {
  const query = { slug: bucket.slug, limit: 1000 }
  return (await server.call(listChangeSets, { query }, { token })).ok().change_sets
}

async function undo({ bucket, token }: Owner, id: string) {
  const body = { slug: bucket.slug, change_set_id: id }
  return (await server.call(undoChangeSet, { body }, { token })).ok()
}

/**
 * Returns the live objects that an undo skipped. Trashed objects are ignored: they may hold values that their fields no
 * longer accept.
 */
async function skippedLive(
  { bucket }: Owner,
  { skipped = [] }: Awaited<ReturnType<typeof undo>>,
): Promise<unknown[]> {
  const live = await server.app.db.read
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucket.id)
    .where('deleted_at', 'is', null)
    .execute()
  return skipped.filter(({ object_id }) => live.some(({ id }) => id === object_id))
}

const runs = Number(process.env['UNDO_RUNS'] ?? 25)

test(
  `undoing all changes in reverse restores the start, and redoing them the end (${runs} runs)`,
  { timeout: 0 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        // Most steps need objects to work on.
        fc.array(add, { minLength: 2, maxLength: 5 }),
        fc.array(step, { maxLength: 4, size: 'max' }),
        fc.array(step, { minLength: 1, maxLength: 14, size: 'max' }),
        async (objects, before, steps) => {
          const owner = await addOwner(server)
          await addType(server, owner, 'things', [
            { key: 'note', type: 'text' },
            { key: 'links', type: 'objects', object_type: 'things' },
          ])
          const ids: string[] = []
          for (const step of [...objects, ...before]) await carryOut(owner, ids, step)
          const previousIds = new Set((await changeSetsOf(owner)).map(({ id }) => id))
          const start = await contentOf(owner)

          for (const step of steps) await carryOut(owner, ids, step)
          const end = await contentOf(owner)

          const done = (await changeSetsOf(owner)).filter(({ id }) => !previousIds.has(id))
          const undone: string[] = []
          for (const { id } of done) {
            const answer = await undo(owner, id)
            expect(await skippedLive(owner, answer)).toEqual([])
            undone.push(answer.change_set_id ?? '')
          }
          expect(await contentOf(owner)).toEqual(start)

          for (const id of undone.toReversed())
            expect(await skippedLive(owner, await undo(owner, id))).toEqual([])
          expect(await contentOf(owner)).toEqual(end)
          const query = { slug: owner.bucket.slug, limit: 1000 }
          const { total } = (await server.call(listObjects, { query }, owner)).ok()
          expect(total).toBe(end[0]?.length)
        },
      ),
      { numRuns: runs },
    )
  },
)
