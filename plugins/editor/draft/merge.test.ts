import { expect, test } from 'vitest'

import { mergeValues } from './merge.ts'
import { changedPaths } from './units.ts'
import type { Values } from '@typecase/content/object/values'

const groups = new Set(['metadata.seo'])
const base: Values = {
  title: 'Rigi',
  slug: 'rigi',
  content: '',
  locale: 'en',
  thumbnail: null,
  publish_at: null,
  unpublish_at: null,
  metadata: { medium: 'oil', tags: ['a', 'b'], seo: { title: 'T', text: 'X' } },
}
const withMeta = (metadata: Record<string, unknown>): Values => ({
  ...base,
  metadata: { ...base.metadata, ...metadata },
})

test('changed paths name fields and the children of groups, and leave out equal JSON', () => {
  const to = withMeta({ tags: ['a', 'b'], seo: { title: 'New', text: 'X' } })
  expect(changedPaths(base, { ...to, title: 'Blue Rigi' }, groups)).toEqual([
    'title',
    'metadata.seo.title',
  ])
})

test('a new group counts as a change of each of its children', () => {
  const minimal = { ...base, metadata: {} }
  expect(changedPaths(minimal, withMeta({}), groups)).toEqual([
    'metadata.medium',
    'metadata.tags',
    'metadata.seo.title',
    'metadata.seo.text',
  ])
})

test('changes of both sides to different fields are merged', () => {
  const merge = mergeValues(
    base,
    withMeta({ seo: { title: 'mine', text: 'X' } }),
    withMeta({ medium: 'watercolour', seo: { title: 'T', text: 'theirs' } }),
    groups,
  )
  expect(merge.values.metadata).toEqual({
    medium: 'watercolour',
    tags: ['a', 'b'],
    seo: { title: 'mine', text: 'theirs' },
  })
  expect(merge.clashes).toEqual([])
  expect(merge.taken).toEqual(['metadata.medium', 'metadata.seo.text'])
})

test('different changes to a field clash and keep mine, and equal changes do not clash', () => {
  const theirs = { ...withMeta({ medium: 'gouache' }), title: 'Same' }
  const merge = mergeValues(base, { ...withMeta({ medium: 'ink' }), title: 'Same' }, theirs, groups)
  expect(merge.clashes).toEqual([
    { path: 'metadata.medium', base: 'oil', mine: 'ink', theirs: 'gouache' },
  ])
  expect(merge.values.metadata['medium']).toBe('ink')
})

test('a list clashes as a whole', () => {
  const merge = mergeValues(base, withMeta({ tags: ['a'] }), withMeta({ tags: ['b'] }), groups)
  expect(merge.clashes.map(({ path }) => path)).toEqual(['metadata.tags'])
})

test('a value that I sent without receiving an answer is not taken for their change', () => {
  const sent = withMeta({ medium: 'ink' })
  const merge = mergeValues(base, withMeta({ medium: 'ink and wash' }), sent, groups, [sent])
  expect(merge.clashes).toEqual([])
  expect(merge.values.metadata['medium']).toBe('ink and wash')
})

test('removing a field is merged and clashes like any other change', () => {
  const { medium: _medium, ...rest } = base.metadata
  const mine = { ...base, metadata: rest }
  expect(mergeValues(base, mine, base, groups).values).toEqual(mine)
  const against = mergeValues(base, mine, withMeta({ medium: 'ink' }), groups)
  expect(against.clashes).toHaveLength(1)
  expect(against.values.metadata).not.toHaveProperty('medium')
})
