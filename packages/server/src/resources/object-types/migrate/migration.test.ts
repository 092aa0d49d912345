import type { Metafield } from '@typecase/contract/metafields'
import { describe, expect, test } from 'vitest'

import { migratedValues, migrationBetween } from './migration.ts'

const field = (id: string, key: string, more: Partial<Metafield> = {}): Metafield => ({
  id,
  key,
  title: key,
  type: 'text',
  ...more,
})

const renamed = (
  before: Metafield[],
  after: Metafield[],
  values: Record<string, unknown>,
): Record<string, unknown> => {
  const migration = migrationBetween(before, after)
  return migration ? migratedValues(values, migration) : values
}

describe('migrationBetween', () => {
  test('finds nothing if fields are added, removed, retitled or moved within their level', () => {
    const before = [field('1', 'a'), field('2', 'b'), field('3', 'c')]
    const after = [field('3', 'c', { title: 'New' }), field('1', 'a'), field('4', 'd')]
    expect(migrationBetween(before, after)).toBeUndefined()
  })
})

describe('migratedValues', () => {
  test('moves a value to its new key and keeps the order', () => {
    const values = { a: 1, b: 2, c: 3 }
    const result = renamed([field('1', 'b')], [field('1', 'z')], values)
    expect(Object.entries(result)).toEqual([
      ['a', 1],
      ['z', 2],
      ['c', 3],
    ])
  })

  test('swaps two keys', () => {
    const before = [field('1', 'a'), field('2', 'b')]
    const after = [field('1', 'b'), field('2', 'a')]
    expect(renamed(before, after, { a: 'A', b: 'B' })).toEqual({ b: 'A', a: 'B' })
  })

  test('replaces the leftover of a removed field, but only with a value', () => {
    const before = [field('1', 'a')]
    const after = [field('1', 'old')]
    expect(renamed(before, after, { old: 'leftover', a: 'A' })).toEqual({ old: 'A' })
    expect(renamed(before, after, { old: 'leftover' })).toEqual({ old: 'leftover' })
  })

  test('renames keys in groups and repeater rows, even below renamed ones', () => {
    const rows = (key: string, inner: string) =>
      field('r', key, { type: 'repeater', repeater_fields: [field('x', inner)] })
    const group = (key: string, child: Metafield) =>
      field('g', key, { type: 'parent', children: [child, field('k', 'kept')] })
    const result = renamed(
      [group('seo', rows('links', 'url'))],
      [group('search', rows('addresses', 'href'))],
      { seo: { links: [{ url: '1' }, { url: '2', other: true }], kept: 0 } },
    )
    expect(result).toEqual({
      search: { addresses: [{ href: '1' }, { href: '2', other: true }], kept: 0 },
    })
  })

  test('leaves values unchanged that do not fit the type of their field', () => {
    const before = [field('g', 'seo', { type: 'parent', children: [field('1', 'a')] })]
    const after = [field('g', 'seo', { type: 'parent', children: [field('1', 'b')] })]
    for (const value of ['text', 7, null, [1, 'two', null]]) {
      expect(renamed(before, after, { seo: value })).toEqual({ seo: value })
    }
  })
})
