import { addBucket } from '@typecase/contract/projects'
import { deleteObjects } from '@typecase/contract/objects'
import { exportFormats, exportObjects } from '@typecase/contract/object-export'
import { type MetafieldType, metafieldTypes } from '@typecase/contract/metafields'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addManyObjects, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { fieldOf, stored } from '../../testing/random-values.ts'
import { startTestServer, type TestServer, urlOf } from '../../testing/test-server.ts'
import { isListType } from '@typecase/contract/field-types'
import { importFile } from './testing/import-file.ts'

// Imports an unchanged export of objects with all fields: it changes nothing in the same bucket, and creates the same
// objects in another.

const RUNS = Number(process.env['TRANSFER_RUNS'] ?? 2)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const fields = metafieldTypes.map((type) => ({ ...fieldOf(type), key: type }))
const inGroup = ['text', 'number', 'multi-select', 'json', 'date'] as const
const children = inGroup.map((type) => ({ ...fieldOf(type), key: type }))

const plain = (value: unknown) => {
  const text = JSON.stringify(value) ?? ''
  return text.isWellFormed() && !text.includes(String.raw`\u0000`)
}

/** Values for a field of a given type, including all forms of an empty value. */
const valueOf = (type: MetafieldType) =>
  fc.oneof(
    { weight: 5, arbitrary: type === 'json' ? json : stored[type].filter(plain) },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, '') },
    { weight: 1, arbitrary: fc.constant(isListType(type) ? [] : null) },
  )
/** A text in a JSON field is stored as JSON. */
const json = fc
  .oneof(
    fc.jsonValue().filter((value) => typeof value !== 'string'),
    fc.json(),
  )
  .filter(plain)
const text = fc.oneof(
  fc.constantFrom('=1+1', "'=a", 'null', 'a\r\n"b",', ' a ', '-5', 'true', '[]'),
  fc.string({ unit: 'grapheme', minLength: 1 }).filter(plain),
)

const valuesOf = (types: readonly MetafieldType[]) =>
  fc.record(Object.fromEntries(types.map((type) => [type, valueOf(type)])))

const objects = fc.array(
  fc.record({
    isLoose: fc.boolean(),
    title: text.filter((title) => title.trim() !== ''),
    content: fc.oneof(fc.constant(''), text),
    isPublished: fc.boolean(),
    publishAt: fc.option(fc.integer({ min: 3e12, max: 4e12 })),
    values: valuesOf(metafieldTypes),
    group: valuesOf(inGroup),
    loose: fc.dictionary(fc.constantFrom('a', 'b c', 'd.e'), fc.oneof(text, json), { maxKeys: 3 }),
  }),
  { minLength: 15, maxLength: 40 },
)

async function newBucket(owner: Owner): Promise<Owner> {
  const body = { project_id: owner.project.id, data: { title: 'Bucket' } }
  const { bucket } = (await server.call(addBucket, { body }, owner)).ok()
  const next = { ...owner, bucket }
  await addType(server, next, 'loose')
  await addType(server, next, 'whole', [...fields, { key: 'group', type: 'parent', children }])
  return next
}

async function exported({ bucket, token }: Owner, format: string): Promise<string> {
  const { body } = await server.http.inject({
    method: 'POST',
    url: urlOf(exportObjects),
    headers: { authorization: `Bearer ${token}` },
    payload: { slug: bucket.slug, query: {}, format },
  })
  return body
}

async function rowsOf({ bucket }: Owner) {
  const rows = await server.app.db.read
    .selectFrom('objects')
    .select(['id', 'type', 'slug', 'title', 'status', 'locale', 'content', 'thumbnail'])
    .select(['metadata', 'publish_at', 'rev'])
    .where('bucket_id', '=', bucket.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ metadata, ...row }) => ({ ...row, metadata: JSON.parse(metadata) as object }))
}

/** Removes groups without values: a table has a column for each field of a group, but none for the group itself. */
function withoutEmptyGroups(metadata: object): object {
  const isGroup = ([key]: [string, unknown]) => key === 'group' || key === 'parent'
  return Object.fromEntries(
    Object.entries(metadata).filter(
      (entry: [string, unknown]) =>
        !isGroup(entry) || Object.keys((entry[1] as object | null) || {}).length > 0,
    ),
  )
}

test.each(exportFormats)(
  `%s: ${RUNS} exports change nothing in their bucket and give equal objects in another`,
  { timeout: 600_000 },
  async (format) => {
    const owner = await addOwner(server)
    const [from, to] = await Promise.all([newBucket(owner), newBucket(owner)])
    const run = async (sample: typeof objects extends fc.Arbitrary<infer T> ? T : never) => {
      for (const isLoose of [true, false]) {
        const some = sample.filter((object) => object.isLoose === isLoose)
        await addManyObjects(server, from, isLoose ? 'loose' : 'whole', some.length, (n) => {
          const object = some[n]
          if (!object) return {}
          const { title, content, values, group, loose } = object
          return {
            title,
            content,
            metadata: JSON.stringify(isLoose ? loose : { ...values, group }),
            ...(object.isPublished
              ? { status: 'published', published_at: '2026-01-01T00:00:00.000Z' }
              : { publish_at: object.publishAt }),
          }
        })
      }
      const before = await rowsOf(from)
      const file = await exported(from, format)
      const options = { name: `objects.${format}` }
      const secondImport = await importFile(server, from, file, options)
      const counts = { added: 0, updated: 0, unchanged: before.length, deleted: 0 }
      expect(secondImport.report).toMatchObject({ format, errors: [], objects: counts })
      expect(secondImport.report?.object_types).toMatchObject({ added: 0, updated: 0 })
      expect(secondImport.job.change_set_id).toBeNull()
      expect(await rowsOf(from)).toEqual(before)

      const fresh = await importFile(server, to, file, options)
      expect(fresh.report).toMatchObject({ errors: [], objects: { added: before.length } })
      const created = await rowsOf(to)
      const shape = (rows: typeof before) =>
        rows.map(({ metadata, rev: _, ...row }) => ({
          ...row,
          metadata: format === 'csv' ? withoutEmptyGroups(metadata) : metadata,
        }))
      expect(shape(created)).toEqual(shape(before))
      for (const bucket of [from, to]) {
        const body = { slug: bucket.bucket.slug, object_ids: before.map(({ id }) => id) }
        ;(await server.call(deleteObjects, { body }, owner)).ok()
      }
    }
    await fc.assert(fc.asyncProperty(objects, run), { numRuns: RUNS, endOnFailure: true })
  },
)
