import { expect, test } from 'vitest'

import { mayChange } from './author.ts'

test.each([
  ['its author', 'ada', 'ada', [], true],
  ['another one', 'ada', 'grace', [], false],
  ['another one with the settings', 'ada', 'grace', ['bucket:settings'], true],
  ['no one, of a record without an author', null, undefined, [], false],
] as const)('mayChange decides for %s', (_who, created_by, me, permissions, expected) => {
  expect(mayChange({ created_by }, me, new Set<string>(permissions))).toBe(expected)
})
