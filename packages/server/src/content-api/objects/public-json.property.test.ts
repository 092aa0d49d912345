import { parseProps } from '@typecase/content-query/props'
import type { Metafield } from '@typecase/contract/metafields'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ObjectRow } from './object-row.ts'
import { toPublicJson } from './public-json.ts'
import { toPublicObjects } from './read-form.ts'
import type { ContentReader } from './reader.ts'

const keys = ['a', 'b']
const leaf = (key: string) =>
  fc.constantFrom('text', 'text', 'number', 'file', 'files', 'object', 'objects').map((type) => ({
    key,
    title: key,
    type,
  }))
const group = (key: string) =>
  fc
    .tuple(
      fc.constantFrom('parent', 'repeater'),
      fc.array(leaf('a'), { minLength: 1, maxLength: 1 }),
    )
    .map(([type, below]) => ({ key, title: key, type, children: below, repeater_fields: below }))
const fieldsArbitrary = fc
  .tuple(...keys.map((key) => fc.oneof(leaf(key), group(key))))
  // Kinds of fields as the contract names them.
  .map((fields) => fields as Metafield[])
  .chain((fields) => fc.subarray(fields, { minLength: 1 }))

const text = fc.string({ unit: 'binary', maxLength: 20 })
const value = fc.oneof(
  text,
  fc.jsonValue(),
  fc.record({ a: text }),
  fc.array(fc.oneof(text, fc.record({ a: text })), { minLength: 1, maxLength: 2 }),
)
const row = fc.record<ObjectRow>({
  id: fc.constant('0'.repeat(24)),
  bucket_id: fc.constant('1'.repeat(24)),
  type: fc.constantFrom('posts', 'posts', 'none'),
  slug: text,
  title: text,
  content: text,
  status: fc.constantFrom('draft', 'published'),
  locale: fc.option(text),
  thumbnail: fc.oneof({ arbitrary: fc.constant(null), weight: 4 }, text),
  metadata: fc
    .dictionary(fc.constantFrom(...keys, '1', '__proto__'), value)
    .map((values) => JSON.stringify(JSON.parse(JSON.stringify(values)))),
  rank: fc.integer(),
  publish_at: fc.option(fc.nat()),
  unpublish_at: fc.option(fc.nat()),
  published_at: fc.option(text),
  created_at: text,
  created_by: fc.option(text),
  modified_at: text,
  modified_by: fc.option(text),
  version: fc.nat(),
})
const wholeProps = fc.constantFrom('', 'title,metadata', 'id,type,order').map(parseProps)
const someProps = fc
  .subarray([
    'id',
    'type',
    'title',
    'content',
    'metadata',
    'metadata.a',
    'order',
    'bucket',
    'wrong',
  ])
  .map((names) => parseProps(names.join()))

/** A reader without any referenced objects, so references would be dropped from the response. */
const readerOf = (fields: readonly Metafield[]): ContentReader => ({
  objects: {
    page: () => Promise.reject(new Error('No pages are read.')),
    byIds: async () => [],
    fittingByIds: async () => [],
    existing: async () => new Set(),
  },
  fields: new Map([['posts', fields]]),
  mediaByName: async () => [],
  mediaUrls: async () => (media) => `https://cdn.example/${media.name}`,
})

test('the JSON of objects equals that of their public values', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 2 }),
      fieldsArbitrary,
      fc.oneof(wholeProps, someProps),
      fc.constantFrom(false, false, false, true),
      fc.boolean(),
      async (rows, fields, props, hasMetafields, hasOlderNames) => {
        const reader = readerOf(fields)
        const reading = { version: 'published', props, depth: 0, hasMetafields } as const
        const objects = await toPublicObjects(rows, reader, reading)
        const expected = objects.map((object) => {
          const { id, type } = object as { id?: string; type?: string }
          const older = { ...(id && { _id: id }), ...(type && { type_slug: type }) }
          return JSON.stringify(hasOlderNames ? { ...object, ...older } : object)
        })
        expect(await toPublicJson(rows, reader, reading, hasOlderNames)).toEqual(expected)
      },
    ),
    { numRuns: 1000 },
  )
})
