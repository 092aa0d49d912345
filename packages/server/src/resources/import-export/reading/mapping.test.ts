import type { ImportMapping } from '@typecase/contract/import-export'
import { describe, expect, test } from 'vitest'

import { createInference } from './field-inference.ts'
import { mappingErrors, mapRecord, valueAt } from './mapping.ts'

const mapping = (columns: ImportMapping['columns'], more: Partial<ImportMapping> = {}) => ({
  format: 'ndjson' as const,
  object_type: 'works',
  columns,
  ...more,
})
const title = { from: 'name', to: 'title' }

describe('a mapping', () => {
  test.each<[string, ImportMapping, string]>([
    ['no title', mapping([{ from: 'a', to: 'slug' }]), 'mapping.columns'],
    ['an unknown field', mapping([title, { from: 'a', to: 'body' }]), 'mapping.columns.1.to'],
    ['a field twice', mapping([title, { from: 'a', to: 'title' }]), 'mapping.columns.1.to'],
    ['no key', mapping([title, { from: 'a', to: 'metadata.' }]), 'mapping.columns.1.to'],
    ['a reserved key', mapping([title, { from: 'a', to: 'metadata.id' }]), 'mapping.columns.1.to'],
    [
      'a prototype',
      mapping([title, { from: 'a', to: 'metadata.__proto__' }]),
      'mapping.columns.1.to',
    ],
    [
      'a group',
      mapping([title, { from: 'a', to: 'metadata.a', type: 'parent' }]),
      'mapping.columns.1.type',
    ],
    ['a foreign match', mapping([title], { match_by: 'metadata.x' }), 'mapping.match_by'],
    ['an odd type', mapping([title], { object_type: 'a b' }), 'mapping.object_type'],
  ])('with %s is refused', (_name, wrong, path) => {
    expect(mappingErrors(wrong).map((error) => error.path)).toContain(path)
  })

  test('fills columns of the object and metafields, splits texts, and leaves columns out', () => {
    const { raw, values } = mapRecord(
      mapping(
        [
          title,
          { from: 'tags', to: 'metadata.tags', split: ';' },
          { from: 'maker.name', to: 'metadata.maker' },
          { from: 'junk', to: null },
          { from: 'absent', to: 'metadata.absent' },
        ],
        { status: 'published', locale: 'en' },
      ),
      { row: 1, values: { name: 'N', tags: 'a; b;;c', maker: { name: 'M' }, junk: 1 } },
      expect.unreachable,
    )
    expect(raw).toEqual({ type: 'works', title: 'N', status: 'published', locale: 'en' })
    expect(values).toEqual({ tags: ['a', 'b', 'c'], maker: 'M' })
  })

  test('reads a column by its full name before its path, and ignores inherited properties', () => {
    expect(valueAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1)
    expect(valueAt({ a: { b: 2 } }, 'a.b')).toBe(2)
    expect(valueAt({ a: {} }, 'a.constructor')).toBeUndefined()
    expect(valueAt({}, 'toString')).toBeUndefined()
  })
})

describe('fields inferred from values', () => {
  const typesOf = (format: 'csv' | 'ndjson', rows: Record<string, unknown>[]) => {
    const keys = Object.keys(rows[0] ?? {})
    const columns = [title, ...keys.map((key) => ({ from: key, to: `metadata.${key}` }))]
    const inference = createInference(mapping(columns, { format }))
    for (const row of rows) inference.observe(row)
    return inference.fields()
  }

  test.each<['csv' | 'ndjson', unknown[], string]>([
    ['ndjson', [1, null, 2.5], 'number'],
    ['ndjson', ['1', '2'], 'text'],
    ['csv', ['1', '-2.5', ''], 'number'],
    ['csv', ['007', '8'], 'text'],
    ['csv', ['true', 'FALSE'], 'switch'],
    ['ndjson', [true, false], 'switch'],
    ['ndjson', ['2026-11-20'], 'date'],
    ['ndjson', ['2026-11-20', 'soon'], 'text'],
    ['csv', ['2026-02-30'], 'text'],
    ['ndjson', ['x'.repeat(300)], 'textarea'],
    ['ndjson', ['two\nlines'], 'textarea'],
    ['ndjson', [['a'], ['b', 'a']], 'multi-select'],
    ['ndjson', [['a'], [{ b: 1 }]], 'json'],
    ['ndjson', [{ a: 1 }], 'json'],
    ['ndjson', [Array.from({ length: 300 }, (_, n) => `tag ${n}`)], 'json'],
    ['ndjson', [null, undefined], 'text'],
  ])('from %s %j have the type %s', (format, values, type) => {
    const [field] = typesOf(
      format,
      values.map((some_key) => ({ some_key })),
    )
    expect(field).toMatchObject({ key: 'some_key', title: 'Some key', type })
  })

  test('of the type multi-select split the texts of a table at commas into options', () => {
    const columns = [title, { from: 'tags', to: 'metadata.tags', type: 'multi-select' }]
    const inference = createInference(mapping(columns, { format: 'csv' }))
    for (const tags of ['b, a', 'c', '', 'a']) inference.observe({ tags })
    expect(inference.fields()[0]?.options).toEqual([{ value: 'a' }, { value: 'b' }, { value: 'c' }])
  })

  test('of lists have the values as options, sorted', () => {
    const [field] = typesOf('ndjson', [{ tags: ['b', 'a'] }, { tags: ['c'] }])
    expect(field?.options).toEqual([{ value: 'a' }, { value: 'b' }, { value: 'c' }])
  })
})
