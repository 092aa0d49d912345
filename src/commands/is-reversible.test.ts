import type { RunContext } from '@typecase/plugin-sdk/command'
import { expect, test } from 'vitest'

import { planOf, publish, selected, setUp } from './run.fixture.ts'

// The plans of these tests read only these properties.
const context = { facts: selected(2), signal: new AbortController().signal } as RunContext
const ref = { command: 'pages.publish' }

test.each([
  ['as its plan says', true, { isReversible: true }, 'destructive'],
  ['as its plan says it cannot', false, { isReversible: false }, 'write'],
  ['without a plan, because it only changes something', true, undefined, 'write'],
  ['without a plan and destructive: it cannot', false, undefined, 'destructive'],
] as const)('whether a run can be undone: %s', async (_what, expected, plan, effect) => {
  const module = plan ? { plan: async () => planOf(plan) } : {}
  const { service } = await setUp([publish(module, { effect })], selected(2))
  expect(await service.isReversible(ref, context)).toBe(expected)
})

test('an unknown command cannot be undone', async () => {
  const { service } = await setUp([])
  expect(await service.isReversible({ command: 'pages.unknown' }, context)).toBe(false)
})
