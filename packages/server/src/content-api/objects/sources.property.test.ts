import { type Metafield, metafieldTypes } from '@typecase/contract/metafields'
import { VERCEL_STEGA_REGEX, vercelStegaDecodeAll } from '@vercel/stega'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ObjectRow } from './object-row.ts'
import { toPublicJson } from './public-json.ts'
import { textNodesOf } from '../../resources/objects/model/values/html-nodes.ts'
import type { ContentReader } from './reader.ts'

/** Without the `g` flag, so that `test` keeps no state. */
const ENCODED = new RegExp(VERCEL_STEGA_REGEX.source, 'u')
const texts = ['text', 'textarea', 'html-textarea', 'markdown', 'rich-text']
const inner = metafieldTypes.filter((type) => type !== 'parent' && type !== 'repeater')
const leaf = (key: string): fc.Arbitrary<Metafield> =>
  fc.record({
    key: fc.constant(key),
    title: fc.constant(key),
    type: fc.constantFrom(...inner),
    kind: fc.constantFrom(null, null, 'rating.stars'),
  })
const field = (key: string): fc.Arbitrary<Metafield> =>
  fc.oneof(
    leaf(key),
    fc
      .tuple(fc.constantFrom('parent' as const, 'repeater' as const), leaf('a'), leaf('b'))
      .map(([type, ...below]) => ({
        key,
        title: key,
        type,
        children: below,
        repeater_fields: below,
      })),
  )

const samples = [
  'A night at sea',
  '2026-11-20',
  '#fff',
  'a@example.com',
  'https://example.com/a',
  'photo.jpg',
  'hero-left',
  '42',
  '<p>Fog <b>and</b> wind</p>\n',
  '<img src="a.png" alt="Fog">',
  '# Head\n\n```\ncode\n```',
  '| a | b |\n|--|--|\n| c | d |',
  '**Bold**  \n',
  '<p>Text</p><script>x</script>',
]
const written = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(...samples))
  .filter((text) => !ENCODED.test(text))

const valueOf = ({ type, children = [] }: Metafield): fc.Arbitrary<unknown> => {
  const record = () => fc.record(Object.fromEntries(children.map((one) => [one.key, valueOf(one)])))
  if (type === 'parent') return record()
  if (type === 'repeater') return fc.array(record(), { maxLength: 2 })
  if (type === 'number') return fc.integer()
  if (type === 'switch') return fc.boolean()
  return fc.oneof(written, fc.array(written, { maxLength: 2 }), fc.constant(null))
}

const sample = fc.tuple(field('x'), field('y')).chain((fields) =>
  fc.record({
    fields: fc.constant(fields as Metafield[]),
    title: written,
    content: written,
    metadata: fc.record({ x: valueOf(fields[0]), y: valueOf(fields[1]) }),
    child: fc.record({ title: written, content: written }),
  }),
)

const ID = '0'.repeat(24)
const CHILD = '1'.repeat(24)

function rowOf(id: string, title: string, content: string, metadata: object): ObjectRow {
  const time = '2026-11-20T00:00:00.000Z'
  return {
    id,
    bucket_id: '2'.repeat(24),
    type: id === ID ? 'posts' : 'none',
    slug: 'a-slug',
    title,
    content,
    status: 'draft',
    locale: 'en',
    thumbnail: 'a.png',
    rank: 0,
    publish_at: null,
    unpublish_at: null,
    published_at: null,
    created_at: time,
    created_by: null,
    modified_at: time,
    modified_by: null,
    version: 1,
    metadata: JSON.stringify(metadata),
  }
}

/** A reader with one related object, whose files all have alternative texts. */
const readerOf = (fields: readonly Metafield[], child: ObjectRow): ContentReader => ({
  objects: {
    page: () => Promise.reject(new Error('No pages are read.')),
    byIds: async () => [],
    fittingByIds: async (ids) => (ids.includes(CHILD) ? [child] : []),
    existing: async () => new Set(),
  },
  fields: new Map([
    ['posts', [...fields, { key: 'child', title: 'Child', type: 'object' }]],
    ['none', []],
  ]),
  mediaByName: async (names) =>
    // Only the parts of a row that a response needs.
    names.map((name) => ({ name, alt_text: 'A lamp', metadata: '{}', replaced: 0 }) as never),
  mediaUrls: async () => (media) => `https://cdn.example/${media.name}`,
})

type Json = Record<string, unknown>
const withoutSource = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSource)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as Json)
      .filter(([key]) => key !== '_source')
      .map(([key, below]) => [key, withoutSource(below)]),
  )
}
const sourcesIn = (text: string) => vercelStegaDecodeAll<{ o: string; p: string }>(text) ?? []
const withoutCode = (json: string) => json.replaceAll(VERCEL_STEGA_REGEX, '')
const at = (object: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Json | undefined)?.[key], object)

test('an answer with sources equals the plain one without them, and only texts carry sources', async () => {
  await fc.assert(
    fc.asyncProperty(sample, async ({ fields, title, content, metadata, child }) => {
      const related = rowOf(CHILD, child.title, child.content, {})
      const row = rowOf(ID, title, content, { ...metadata, child: CHILD })
      const answer = async (hasSources: boolean) => {
        const reading = { version: 'newest', props: 'all', depth: 1, hasFileDetails: true } as const
        const reader = readerOf(fields, related)
        const [json = ''] = await toPublicJson([row], reader, { ...reading, hasSources })
        return json
      }
      const plain = await answer(false)
      const sourced = await answer(true)
      expect(plain).not.toMatch(ENCODED)
      expect(withoutSource(JSON.parse(withoutCode(sourced)))).toEqual(JSON.parse(plain))
      const objects: Json = {
        [ID]: JSON.parse(sourced),
        [CHILD]: at(JSON.parse(sourced), 'metadata.child'),
      }
      for (const { o, p } of sourcesIn(sourced)) {
        const value = at(objects[o], p)
        const written = [value].flat().map((one) => (at(one, 'alt_text') ?? one) as string)
        expect(written.flatMap(sourcesIn)).toContainEqual({ o, p })
      }
      for (const name of ['slug', 'id', 'type', 'status', 'locale', 'thumbnail', 'created_at'])
        expect(JSON.stringify((objects[ID] as Json)[name])).not.toMatch(ENCODED)
      for (const { key, type, kind } of fields) {
        if ((texts.includes(type) && !kind) || /^(parent|repeater|files?)$/.test(type)) continue
        expect(JSON.stringify(at(objects[ID], `metadata.${key}`) ?? null)).not.toMatch(
          VERCEL_STEGA_REGEX,
        )
      }
    }),
    { numRuns: 500 },
  )
})

test('HTML keeps its elements when sources are added', async () => {
  const html = fc
    .array(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        'Fog',
        ' ',
        '\n',
        '<br>',
        '&amp;',
        '<table>',
        '<td>',
        '<script>',
        '</script>',
        '<!-- x -->',
        '<img alt="a>b">',
        '<',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(html, async (content) => {
      const row = rowOf(ID, 'Title', content, {})
      const reading = { version: 'newest', props: 'all', depth: 0, hasSources: true } as const
      const [json = '{}'] = await toPublicJson([row], readerOf([], row), reading)
      const { content: sourced } = JSON.parse(json) as { content: string }
      const nodes = (text: string) =>
        textNodesOf(text)?.map(({ text, element }) => [withoutCode(text), element])
      expect(nodes(sourced)).toEqual(nodes(content))
    }),
    { numRuns: 500 },
  )
})
