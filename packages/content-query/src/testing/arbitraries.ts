import * as fc from 'fast-check'

import { ANY_TEXT } from '../fields.ts'
import { escapePattern } from '../pattern.ts'

/**
 * Random records and queries over very small alphabets, so that a random query often selects some of a few random
 * records and not others. Property tests of all query implementations use them.
 */

const units = [
  'a',
  'A',
  'b',
  'ß',
  'ss',
  'SS',
  'Σ',
  'ς',
  'é',
  'e\u0301',
  'E\u0301',
  'ǰ',
  '\u0301',
  '\u0316',
  '가',
  '\u1100\u1161',
  '\u212b',
  'å',
  'İ',
  '1',
  '%',
  '_',
  "'",
  '"',
  '\\',
  '\0',
  '\n',
  '$',
  '.',
  '/',
  '*',
  '😀',
  '\u{FFFD}',
  "'; DROP TABLE objects; --",
]

/** Short texts, including hostile ones. */
export const text = fc
  .array(fc.constantFrom(...units), { maxLength: 3 })
  .map((parts) => parts.join(''))

const number = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1, -1, 0.5, 2) },
  fc.constantFrom(2 ** 53, 2 ** 60, 2 ** 60, 2 ** 60, 1e21, 1e-7, 0.1 + 0.2),
)
const day = fc.constantFrom('2024-01-01', '2024-01-01T00:00:00.000Z', '2024-01-02', '1999-12-31')

/** A scalar of a record or a query. */
export const scalar = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'a', 'b', 'A') },
  { weight: 2, arbitrary: text },
  { weight: 2, arbitrary: number },
  fc.boolean(),
  fc.constant(null),
  day,
)

/** Keys that queries can name, including those that identify embedded objects. */
const keys = ['a', 'b', 'id', 'name', 'key', 'value', 'url', 'x-y', '0', 'π', 'toString']
const key = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b') }, fc.constantFrom(...keys))
const storedKey = fc.oneof(
  { weight: 8, arbitrary: key },
  fc.constantFrom('', 'a.b', '$', '"', "'", '[0]', 'a"b', '\0'),
)

const url = fc.tuple(text, fc.constantFrom('a', 'b', '')).map(([path, name]) => `${path}/${name}`)
const embedded = fc.oneof(
  fc.record({ id: scalar }),
  fc.record({ key: scalar, value: scalar }),
  fc.record({ url: fc.oneof(url, scalar), name: scalar }, { requiredKeys: ['url'] }),
)

/** Any metadata: scalars, arrays, embedded objects, groups and repeaters, up to three levels. */
export const metadata = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    { weight: 2, arbitrary: embedded },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 2, arbitrary: tie('object') },
  ),
  object: fc
    .tuple(
      fc.record({ a: tie('value'), b: tie('value') }, { requiredKeys: [] }),
      fc.dictionary(storedKey, tie('value'), { maxKeys: 2, noNullPrototype: true }),
    )
    .map(([usual, rare]) => ({ ...rare, ...usual })),
})).object

/** Metafields of a known shape, as declared in `typedShapes`. */
const typed = fc.record(
  {
    text: fc.option(fc.oneof(text, day)),
    number: fc.option(number),
    flag: fc.option(fc.boolean()),
    list: fc.option(fc.array(fc.oneof(scalar, embedded), { maxLength: 3 })),
    ref: fc.oneof(scalar, embedded),
    group: fc.record({ text: fc.option(text) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)

export const typedShapes = {
  'metadata.text': 'text',
  'metadata.number': 'number',
  'metadata.flag': 'boolean',
  'metadata.list': 'array',
  'metadata.ref': 'object',
  'metadata.group.text': 'text',
} as const

const textFields = [
  'id',
  'title',
  'slug',
  'content',
  'type',
  'locale',
  'status',
  'created_at',
] as const
const numberFields = ['order', 'publish_at'] as const

/** An object with some of its fields and any metadata. */
export const record = fc
  .tuple(
    fc.record(
      {
        title: fc.option(fc.oneof(fc.constantFrom('a', 'A', 'b', 'Ab', 'aß'), text)),
        slug: fc.option(fc.constantFrom('a', 'b')),
        content: fc.option(text),
        type: fc.constantFrom('a', 'b'),
        locale: fc.option(fc.constantFrom('a', 'b')),
        status: fc.constantFrom('draft', 'published'),
        created_at: day,
        order: fc.option(number),
        publish_at: fc.option(fc.constantFrom(0, 1, Date.parse('2024-01-01'))),
      },
      { requiredKeys: ['type', 'status'] },
    ),
    metadata,
    typed,
  )
  .map(([fields, loose, typed]) => ({ ...fields, metadata: { ...loose, ...typed } }))

const path = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...textFields, ...numberFields) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(typedShapes)) },
  { weight: 3, arbitrary: fc.constantFrom('metadata.a', 'metadata.b', 'metadata.a.a') },
  {
    weight: 3,
    arbitrary: fc
      .array(key, { minLength: 1, maxLength: 3 })
      .map((parts) => ['metadata', ...parts].join('.')),
  },
)

const piece = fc
  .tuple(
    fc.constantFrom(
      'a',
      'A',
      'b',
      '.',
      '[a-b]',
      '[^a]',
      '\\.',
      'ß',
      'é',
      'e\u0301',
      'É',
      '[é-í]',
      '\\d',
    ),
    fc.constantFrom('', '', '?', '*', '+'),
  )
  .map((parts) => parts.join(''))

/** A pattern of the safe subset. */
export const pattern = fc.oneof(
  fc.constantFrom('a', 'A', 'b', 'ss'),
  text.map(escapePattern),
  fc
    .tuple(
      fc.constantFrom('', '', '^'),
      fc.array(piece, { maxLength: 3 }),
      fc.constantFrom('', '', '$', '|b'),
    )
    .map(([start, pieces, end]) => start + pieces.join('') + end),
)

const ordered = fc.oneof(fc.constantFrom('a', 'b'), text, number, day)
const list = fc.array(scalar, { maxLength: 3 })
const condition = fc.oneof(
  fc.record({ $eq: scalar }),
  fc.record({ $ne: scalar }),
  fc.record({ $gt: ordered }),
  fc.record({ $gte: ordered, $lt: ordered }, { requiredKeys: ['$gte'] }),
  fc.record({ $lte: ordered }),
  fc.record({ $in: list }),
  fc.record({ $nin: list }),
  fc.record({ $all: list }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $regex: pattern }),
  { weight: 2, arbitrary: fc.record({ $regex: pattern, $options: fc.constant('i') }) },
)
/** Conditions on one field. */
export const operators = fc.oneof(
  { weight: 3, arbitrary: condition },
  condition.map(($not) => ({ $not })),
  fc.tuple(condition, condition).map(([first, second]) => ({ ...first, $not: second })),
)

const contains = fc.record({ $regex: pattern, $options: fc.constant('i') })
const anyText = fc.oneof(
  { weight: 3, arbitrary: contains },
  contains.map(($not) => ({ $not })),
)

/** Query JSON for `parseQuery` with resource `objects`. */
export const queryJson = fc.letrec<{ query: Record<string, unknown> }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    {
      weight: 4,
      arbitrary: fc
        .tuple(path, fc.oneof(scalar, operators))
        .map((entry) => Object.fromEntries([entry])),
    },
    {
      weight: 2,
      arbitrary: fc.dictionary(path, fc.oneof(scalar, operators), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('$and', '$or', '$nor'),
          fc.array(tie('query'), { minLength: 1, maxLength: 3 }),
        )
        .map((entry) => Object.fromEntries([entry])),
    },
    anyText.map((needle) => ({ [ANY_TEXT]: needle })),
    fc.tuple(tie('query'), tie('query')).map(([first, second]) => ({ ...first, ...second })),
  ),
})).query
