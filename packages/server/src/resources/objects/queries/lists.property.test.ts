import { everything, type Query } from '@typecase/content-query/ast'
import { matches } from '@typecase/content-query/match'
import { parseQuery } from '@typecase/content-query/parse'
import { compareRecords, parseSort, type Sort } from '@typecase/content-query/sort'
import type { StoredRecord } from '@typecase/content-query/stored-values'
import { getBucket } from '@typecase/contract/buckets'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { findMedia, findObjects, findObjectTypes } from '@typecase/contract/content'
import type { Endpoint } from '@typecase/contract/endpoint'
import { replaceInMedia } from '@typecase/contract/media'
import { updateObjectType } from '@typecase/contract/object-types'
import {
  deleteObjects,
  duplicateObject,
  listObjects,
  objectTitles,
  publishObjects,
  reorderObjects,
  searchObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { emptyTrash, listTrash, restoreTrash } from '@typecase/contract/trash'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType } from '../../../testing/content.ts'
import { addMedia } from '../../../testing/media.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { importFile } from '../../import-export/testing/import-file.ts'
import { holds } from './search.ts'

const runs = Number(process.env['LIST_RUNS'] ?? 10)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const title = fc.constantFrom('Straße', 'half', 'Other half', 'Æther', 'a', '')
const data = fc.record(
  {
    title: fc.constantFrom('Straße', 'half', 'Other half', 'Æther', 'a'),
    status: fc.constantFrom('draft', 'published'),
    locale: fc.constantFrom(null, 'de', 'fr'),
    content: fc.constantFrom('', 'long text', 'STRASSE'),
    metadata: fc.record({
      price: fc.constantFrom(null, 1, 2.5, 30),
      tags: fc.constantFrom([], ['a'], ['b', 'a']),
    }),
  },
  { requiredKeys: ['title'] },
)
const at = fc.nat(20)
const type = fc.constantFrom('things', 'others', 'goods')

/** A step, and the object that it affects. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), type, data }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('update' as const), at, data }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('publish', 'unpublish', 'delete', 'restore', 'duplicate', 'move'),
      at,
      to: at,
    }),
  },
  fc.record({ do: fc.constant('undo' as const), at: fc.nat(3) }),
  fc.record({ do: fc.constant('rename' as const), isBack: fc.boolean() }),
  fc.record({ do: fc.constant('import' as const), titles: fc.array(data, { minLength: 1 }) }),
  fc.record({ do: fc.constant('purge' as const), at, isAll: fc.boolean() }),
  fc.record({ do: fc.constant('media' as const), title }),
  fc.record({ do: fc.constant('replace' as const), find: fc.constantFrom('a', 'half') }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const requests = fc.record({
  query: fc.constantFrom<object>(
    {},
    { type: 'things' },
    { type: { $ne: 'things' } },
    { status: 'draft' },
    { locale: null },
    { title: { $regex: 'STRASSE|half', $options: 'i' } },
    { content: { $regex: 'text' } },
    { 'metadata.price': { $gte: 2 } },
    { 'metadata.tags': 'a', status: 'published' },
    { $or: [{ 'metadata.price': null }, { title: { $gt: 'b' } }] },
    { $nor: [{ 'metadata.tags': { $exists: true } }] },
    { $text: { $regex: 'STRASSE|long', $options: 'i' } },
    { $text: { $not: { $regex: 'b' } } },
  ),
  sort: fc.constantFrom(
    undefined,
    'title',
    '-metadata.price',
    'locale,-title',
    'modified_at',
    'status,order',
  ),
  limit: fc.constantFrom(1, 3, 1000),
  skip: fc.constantFrom(0, 2),
  q: title,
})
type ListRequest = typeof requests extends fc.Arbitrary<infer T> ? T : never

const bulk = {
  publish: publishObjects,
  unpublish: unpublishObjects,
  delete: deleteObjects,
  restore: restoreTrash,
}

const idsOf = async ({ bucket }: Owner): Promise<string[]> => {
  const rows = await server.app.db.read
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucket.id)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Carries out a step; an impossible step is refused and changes nothing. */
async function carryOut(owner: Owner, step: Step): Promise<void> {
  const { slug } = owner.bucket
  const send = (endpoint: Endpoint, body: object) =>
    server.send(endpoint, { body: { slug, ...body } }, owner)
  if (step.do === 'add') {
    await addOneObject(server, owner, { type: step.type, ...step.data }).catch(() => {})
  } else if (step.do === 'undo') {
    const { change_sets: sets } = (
      await server.call(listChangeSets, { query: { slug } }, owner)
    ).ok()
    await send(undoChangeSet, { change_set_id: sets[step.at]?.id ?? '' })
  } else if (step.do === 'rename') {
    const [from, to] = step.isBack ? ['goods', 'things'] : ['things', 'goods']
    await send(updateObjectType, { type_slug: from, data: { slug: to } })
  } else if (step.do === 'import') {
    const lines = step.titles.map((row) => JSON.stringify(row)).join('\n')
    await importFile(server, owner, lines, {
      name: 'rows.ndjson',
      mapping: {
        format: 'ndjson',
        object_type: 'others',
        columns: ['title', 'locale', 'content'].map((name) => ({ from: name, to: name })),
      },
      skip_invalid: true,
    })
  } else if (step.do === 'media') {
    await addMedia(server, owner, [{ title: step.title, alt_text: 'half' }])
  } else if (step.do === 'replace') {
    await send(replaceInMedia, { find: step.find, replace: 'b', query: {} })
  } else {
    const ids = await idsOf(owner)
    const id = ids[step.at % ids.length]
    if (step.do === 'purge')
      return void (await send(emptyTrash, step.isAll ? {} : { object_ids: [id] }))
    if (id === undefined) return
    if (step.do === 'update') await send(updateObject, { object_id: id, data: step.data })
    else if (step.do === 'duplicate') await send(duplicateObject, { object_id: id })
    else if (step.do === 'move')
      await send(reorderObjects, { reorder_id: id, after_id: ids[step.to % ids.length] })
    else await send(bulk[step.do], { object_ids: [id] })
  }
}

type Row = Record<string, unknown> & { id: string; title: string; type: string }

/** Reads all stored rows of a kind, as records for `matches` and `compareRecords`. */
async function stored({ bucket }: Owner, from: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT r.* FROM ${sql.raw(from)} AND r.bucket_id = ${bucket.id}`.execute(server.app.db.read)
  return rows.map((row) => ({
    ...row,
    order: row['rank'],
    metadata: JSON.parse(String(row['metadata'])) as unknown,
  }))
}

const tables = {
  newest: 'objects r WHERE r.deleted_at IS NULL',
  published:
    'published_objects r JOIN objects o ON o.bucket_id = r.bucket_id AND o.id = r.id WHERE o.deleted_at IS NULL',
  trashed: 'objects r WHERE r.deleted_at IS NOT NULL',
  media: 'media r WHERE r.deleted_at IS NULL',
}

const expectedRows = (rows: readonly Row[], query: Query, sort: Sort) =>
  rows
    .filter((row: StoredRecord) => matches(query, row))
    .toSorted((a, b) => compareRecords(sort, a, b))
    .map(({ id }) => id)

const counted = (rows: readonly Row[]) => {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[row.type] = (counts[row.type] ?? 0) + 1
  return counts
}

interface Page {
  objects?: { id: string }[]
  media?: { id: string }[]
  total?: number
}

/** Reads a list of the content API, which responds with 404 if there are no results. */
async function publicPage(owner: Owner, endpoint: Endpoint, query: object): Promise<unknown> {
  const { slug } = owner.bucket
  const { bucket } = (await server.call(getBucket, { query: { slug } }, owner)).ok()
  const read_key = bucket.api_access.preview_key
  const answer = await server.send(endpoint, {
    params: { slug },
    query: { read_key, props: 'id', ...query },
  })
  if (answer.status === 404) return { ids: [] }
  const { objects, media, total } = answer.ok() as Page
  return { ids: (objects ?? media ?? []).map(({ id }) => id), total }
}

/** Compares the server's response with the stored rows. */
async function compare(owner: Owner, { query, sort: written, limit, skip, q }: ListRequest) {
  const { slug } = owner.bucket
  const { query: parsed } = parseQuery(query, { resource: 'objects' })
  const sort = parseSort(written, 'objects')
  const text = JSON.stringify(query)
  const parameters = { query: text, limit, skip, ...(written && { sort: written }) }
  const [newest, published, trashed, media] = (await Promise.all(
    [tables.newest, tables.published, tables.trashed, tables.media].map((from) =>
      stored(owner, from),
    ),
  )) as [Row[], Row[], Row[], Row[]]
  const pageOf = (ids: string[]) => ({ ids: ids.slice(skip, skip + limit), total: ids.length })
  const publicOf = (ids: string[]) => {
    const page = pageOf(ids)
    return page.ids.length === 0 ? { ids: [] } : page
  }
  const call = async (endpoint: Endpoint, more: object) =>
    (await server.send(endpoint, { query: { slug, ...more } }, owner)).ok()

  const dashboard = (await call(listObjects, { ...parameters, props: 'id' })) as {
    objects: { object: { id: string } }[]
    total: number
  }
  const dashboardIds = dashboard.objects.map(({ object }) => object.id)
  // The order of fields without texts is the same in every locale.
  const forPeople: Sort = sort.kind === 'keys' ? { ...sort, locale: 'en' } : sort
  expect({ ids: dashboardIds, total: dashboard.total }).toEqual(
    pageOf(expectedRows(newest, parsed, forPeople)),
  )
  const drafts = { ...parameters, status: 'any' }
  expect(await publicPage(owner, findObjects, parameters)).toEqual(
    publicOf(
      expectedRows(
        'status' in query && query.status === 'draft' ? newest : published,
        parsed,
        sort,
      ),
    ),
  )
  expect(await publicPage(owner, findObjects, drafts)).toEqual(
    publicOf(expectedRows(newest, parsed, sort)),
  )

  const inOrder = expectedRows(newest, parsed, sort)
  const [after] = inOrder.slice(skip)
  if (after !== undefined) {
    const rest = inOrder.slice(skip + 1, skip + 1 + limit)
    const page = await publicPage(owner, findObjects, { ...drafts, after })
    expect(page).toEqual(rest.length === 0 ? { ids: [] } : { ids: rest, total: inOrder.length })
  }

  const { bucket } = (await call(getBucket, {})) as {
    bucket: { object_types: { slug: string; total_objects: number }[] }
  }
  const countsOf = (types: { slug: string; total_objects: number }[]) =>
    Object.fromEntries(
      types.flatMap(({ slug, total_objects: n }) => (n > 0 ? [[slug, n] as const] : [])),
    )
  expect(countsOf(bucket.object_types)).toEqual(counted(newest))
  const { read_key } = owner.bucket.api_access
  const types = await server.send(findObjectTypes, { params: { slug }, query: { read_key } })
  expect(countsOf((types.ok() as typeof bucket).object_types)).toEqual(counted(published))

  const trash = (await call(listTrash, { limit, skip, q })) as Required<Page>
  const byDeletion = parsedSort('deleted_at')
  expect({ ids: trash.objects.map(({ id }) => id), total: trash.total }).toEqual(
    pageOf(expectedRows(trashed, holds(q), byDeletion)),
  )

  const ofMedia = { $or: [{ title: { $regex: q } }, { alt_text: 'b' }] }
  const mediaQuery = parseQuery(ofMedia, { resource: 'media' }).query
  expect(
    await publicPage(owner, findMedia, { query: JSON.stringify(ofMedia), limit, skip }),
  ).toEqual(publicOf(expectedRows(media, mediaQuery, parseSort(undefined, 'media'))))

  const titles = (await call(objectTitles, { since: 0 })) as { ids: string[]; titles: string[] }
  expect(new Map(titles.ids.map((id, n) => [id, titles.titles[n]]))).toEqual(
    new Map(newest.map((row) => [row.id, row.title])),
  )
  expect(titles.ids).toHaveLength(newest.length)
  if (q !== '') {
    const hits = (await call(searchObjects, { q, limit: 100 })) as Required<Page>
    // All objects whose titles contain the text are found; others match by their slug, or in spite of a typo.
    expect(hits.objects.map(({ id }) => id)).toEqual(
      expect.arrayContaining([...expectedRows(newest, holds(q), parseSort('id', 'objects'))]),
    )
    expect(newest.map(({ id }) => id)).toEqual(
      expect.arrayContaining(hits.objects.map(({ id }) => id)),
    )
  }
  expect(expectedRows(newest, everything, sort)).toHaveLength(newest.length)
}

const parsedSort = (field: string): Sort => ({
  kind: 'keys',
  keys: [{ path: [field], descending: true }],
})

test(
  `every list matches the rows in the database, over ${runs} random histories`,
  { timeout: 0 },
  async () => {
    const history = fc.array(fc.tuple(step, requests), { minLength: 5, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const owner = await addOwner(server)
        const fields = [
          { key: 'price', type: 'number' as const },
          { key: 'tags', type: 'check-boxes' as const, options: [{ value: 'a' }, { value: 'b' }] },
        ]
        await addType(server, owner, 'things', fields)
        await addType(server, owner, 'others', fields)
        for (const [step, request] of steps) {
          await carryOut(owner, step)
          await compare(owner, request)
        }
      }),
      { numRuns: runs },
    )
  },
)
