import { type } from 'arktype'
import { expect, test } from 'vitest'

import { argumentsOf } from './arguments.ts'
import { defineCommand } from './command.ts'
import { scope } from './scope.ts'

const command = (args: Parameters<typeof defineCommand>[0]['args']) =>
  defineCommand({
    id: 'x.do',
    title: 'Do',
    effect: 'write',
    ...(args && { args }),
    load: () => Promise.resolve({ run: async () => {} }),
  })

/** Returns the kind of each argument, by its key. */
function kindsOf(args: Parameters<typeof command>[0]): Record<string, string> {
  return Object.fromEntries(argumentsOf(command(args)).map(({ key, shape }) => [key, shape.kind]))
}

test('an argument whose schema is that of a scope is a scope under any name', () => {
  expect(kindsOf(() => type({ scope: scope(), 'others?': scope() }))).toEqual({
    scope: 'scope',
    others: 'scope',
  })
  expect(kindsOf(() => type({ scope: scope() }).and({ name: 'string' }))).toEqual({
    scope: 'scope',
    name: 'text',
  })
  // An argument that only resembles a scope.
  expect(kindsOf(() => type({ scope: { ids: 'string[]' } }))).toEqual({ scope: 'other' })
})

test('the kind of any other argument follows from the types that its schema accepts', () => {
  const args = () =>
    type({
      isOn: 'boolean',
      count: 'number.integer > 0 | null',
      mode: "'all' | 'some'",
      name: '0 < string <= 60',
      ids: 'string[]',
      value: 'unknown',
      options: 'object',
    })
  expect(kindsOf(args)).toEqual({
    isOn: 'boolean',
    count: 'number',
    mode: 'choice',
    name: 'text',
    ids: 'list',
    value: 'any',
    options: 'other',
  })
  const dates = argumentsOf(command(() => type({ at: 'string.date.iso', title: 'string' })))
  expect(dates.map(({ shape }) => shape)).toEqual([
    { kind: 'text', isDate: true },
    { kind: 'text', isDate: false },
  ])
})
