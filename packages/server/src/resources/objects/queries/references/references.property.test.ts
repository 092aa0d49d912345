import type { Metafield } from '@typecase/contract/metafields'
import { compare } from '@typecase/content-query/ast'
import { LINKS, type Path } from '@typecase/content-query/fields'
import { matches } from '@typecase/content-query/match'
import { parseQuery } from '@typecase/content-query/parse'
import { parseSort } from '@typecase/content-query/sort'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addManyObjects, addType } from '../../../../testing/content.ts'
import { addOwner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { type BucketAccess, openBucketForJob } from '../../../buckets/bucket-access.ts'
import { findObjects } from '../find-objects.ts'
import {
  emptyState,
  type ObjectState,
  parseValues,
  publicVersion,
  saveAsDraft,
  unpublishState,
} from '../../model/state.ts'
import { readObjects } from '../../store/store.ts'
import { countUses } from './count-uses.ts'
import { findReferences } from './find-references.ts'

const TYPE = 'things'
const field = (key: string, type: Metafield['type'], more: Partial<Metafield> = {}): Metafield => ({
  key,
  title: key,
  type,
  ...more,
})
const fields: Metafield[] = [
  field('one', 'object'),
  field('many', 'objects', { object_type: TYPE }),
  field('group', 'parent', {
    children: [
      field('one', 'object'),
      field('list', 'repeater', { repeater_fields: [field('many', 'objects')] }),
    ],
  }),
  field('rows', 'repeater', { repeater_fields: [field('one', 'object'), field('note', 'text')] }),
  field('note', 'text'),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

/** Placeholders for the ids of referenced objects. */
const NAMES = ['#0', '#1', '#2']
/** The id of a deleted object. */
const MISSING = 'f'.repeat(24)
const target = fc.constantFrom(...NAMES, MISSING)
const text = fc.oneof(
  target,
  target.map((name) => `<p><a href="object:${name}#top">One</a> object:${name}0</p>`),
)
/** Values that no call would store, but that an older version or a changed type may have left. */
const junk = fc.constantFrom<unknown>(null, '', 7, {}, { id: '#0' }, 'x')
const mostly = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary }, junk)
const one = mostly(target)
const many = fc.oneof(mostly(fc.array(one, { maxLength: 4 })), target)
const items = (item: fc.Arbitrary<unknown>) => mostly(fc.array(mostly(item), { maxLength: 3 }))
const values = fc.record(
  {
    one,
    many,
    group: mostly(fc.record({ one, list: items(fc.record({ many })) }, { requiredKeys: [] })),
    rows: items(fc.record({ one, note: text }, { requiredKeys: [] })),
    note: text,
    gone: target,
  },
  { requiredKeys: [] },
)
const sample = fc.record({
  newest: values,
  former: values,
  kind: fc.constantFrom('draft', 'published', 'over', 'withdrawn', 'trashed'),
})

const stamp = { now: '2026-01-01T00:00:00.000Z', userId: null }

/** Returns a state as the calls would have produced it. */
function stateOf(metadata: string, former: string, kind: string, n: number): ObjectState {
  const draft = { ...emptyState(`Thing ${n}`, `thing-${n}`, stamp), metadata }
  if (kind === 'draft') return draft
  if (kind === 'trashed') return { ...draft, deleted_at: stamp.now }
  const live: ObjectState = { ...draft, status: 'published', published_at: stamp.now }
  if (kind === 'published') return live
  const before = { ...live, metadata: former }
  return kind === 'over' ? saveAsDraft(before, draft, stamp) : unpublishState(before, stamp)
}

interface Seen {
  id: string
  /** The references found, by path and version. */
  hits: readonly { path: string; version: string; to: string }[]
}

/** The paths of the relations in the fields above, and the path of links. */
const PATHS: readonly Path[] = [
  ['metadata', 'one'],
  ['metadata', 'many'],
  ['metadata', 'group', 'one'],
  ['metadata', 'group', 'list', 'many'],
  ['metadata', 'rows', 'one'],
  [LINKS],
]

/** Returns the references of every version of every object: the expected results of queries for relations. */
async function lookIntoAll(
  access: BucketAccess,
  ids: readonly string[],
  targets: readonly string[],
): Promise<Seen[]> {
  const stored = await readObjects(server.app.db.read, access, ids)
  return [...stored.values()].map(({ id, state }) => ({
    id,
    hits: [
      { version: 'newest', of: state },
      { version: 'published', of: publicVersion(state) },
    ].flatMap(({ version, of }) => {
      const record = { metadata: parseValues(of?.metadata ?? '{}') }
      return PATHS.flatMap((path) =>
        targets
          .filter((to) => matches(compare(path, 'eq', to), record))
          .map((to) => ({ path: path.join('.'), version, to })),
      )
    }),
  }))
}

function expectedOf(seen: readonly Seen[], to: string) {
  return seen
    .map(({ id, hits }) => ({
      id,
      places: [
        ...new Set(hits.filter((hit) => hit.to === to).map((hit) => `${hit.path} ${hit.version}`)),
      ].sort(),
    }))
    .filter(({ places: path }) => path.length > 0)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}

async function assertSame(access: BucketAccess, seen: readonly Seen[], targets: readonly string[]) {
  const page = { limit: 1000, skip: 0 }
  for (const id of targets) {
    const expected = expectedOf(seen, id)
    const result = await findReferences(server.app, access, id, page)
    const usePaths = result.references.map((reference) => ({
      id: reference.object_id,
      places: reference.fields
        .flatMap(({ field: path, versions }) => versions.map((version) => `${path} ${version}`))
        .sort(),
    }))
    expect(usePaths).toEqual(expected)
    expect(result.total).toBe(expected.length)
    const paths = expected.flatMap((object) => [
      ...new Set(object.places.map((path) => path.split(' ')[0])),
    ])
    const counts = [...Map.groupBy(paths, (path) => path)].map(([path, of]) => [path, of.length])
    expect(Object.fromEntries(result.by_field.map((of) => [of.field, of.total]))).toEqual(
      Object.fromEntries(counts),
    )
  }
  const others = seen.filter(({ id }) => !targets.includes(id))
  const uses = others.map(({ id, hits }) => ({ id, to: hits.map((hit) => hit.to) }))
  const isUsed = (id: string) => uses.some(({ to }) => to.includes(id))
  expect(await countUses(server.app, access, targets)).toEqual({
    used: targets.filter(isUsed).length,
    by: uses.filter(({ to }) => targets.some((id) => to.includes(id))).length,
  })
}

/** Checks the results of lists by the fields `$references` and `$broken`, which only cover the newest versions. */
async function assertListed(
  access: BucketAccess,
  seen: readonly Seen[],
  targets: readonly string[],
): Promise<void> {
  const listed = async (json: object) => {
    const { query } = parseQuery(json, { resource: 'objects' })
    const sort = parseSort('id', 'objects')
    return (await findObjects(server.app, access, { source: 'newest', query, sort })).ids
  }
  const referring = (to: readonly string[]) =>
    seen
      .filter(({ hits }) => hits.some((hit) => hit.version === 'newest' && to.includes(hit.to)))
      .map(({ id }) => id)
      .sort()
  const [first = ''] = targets
  expect(await listed({ $references: first })).toEqual(referring([first]))
  expect(await listed({ $references: { $in: targets } })).toEqual(referring(targets))
  expect(await listed({ $broken: true })).toEqual(referring([MISSING]))
  const intact = await listed({ $broken: false })
  expect([...intact, ...referring([MISSING])].sort()).toEqual(seen.map(({ id }) => id).sort())
}

test('references and their counts match those in every version of every object', async () => {
  const objects = fc.array(sample, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(objects, async (some) => {
      const owner = await addOwner(server)
      const access = openBucketForJob(owner.bucket.id, owner.bucket.slug, owner.id)
      await addType(server, owner, TYPE, fields)
      const targets = await addManyObjects(server, owner, TYPE, NAMES.length)
      const json = (value: unknown) =>
        NAMES.reduce(
          (text, name, n) => text.replaceAll(name, targets[n] ?? ''),
          JSON.stringify(value),
        )
      const pointing = await addManyObjects(server, owner, TYPE, some.length, (n) => {
        const { newest, former, kind } = some[n] ?? { newest: {}, former: {}, kind: 'draft' }
        return stateOf(json(newest), json(former), kind, n)
      })
      const seen = await lookIntoAll(access, [...targets, ...pointing], [...targets, MISSING])
      await assertSame(access, seen, targets)
      await assertListed(access, seen, targets)
    }),
    { numRuns: 40 },
  )
})
