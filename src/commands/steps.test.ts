import type { AnyCommand } from '@typecase/plugin-sdk/command'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { scope, scopeOf } from '@typecase/plugin-sdk/scope'
import { type } from 'arktype'
import { describe, expect, test, vi } from 'vitest'

import { describeAnswer, readAnswer } from './answers.ts'
import { checkArgs, withDefaults } from '@typecase/plugin-sdk/arguments'
import { isNeeded, missingSteps, resolveStep, stepsOf } from './steps.ts'

const schema = vi.fn(() =>
  type({
    scope: scope(),
    title: '3 <= string <= 10',
    'count?': 'number.integer > 0',
    status: "'draft' | 'published'",
    isLoud: 'boolean',
    publish_at: 'string.date.iso',
    'note?': 'string',
    folders: 'string[]',
  }),
)

const schedule = defineCommand({
  id: 'objects.schedule',
  title: 'Schedule…',
  effect: 'write',
  args: schema,
  defaults: (facts) => ({ scope: scopeOf(facts) }),
  ask: {
    scope: { kind: 'scope', title: 'What' },
    folders: { kind: 'picker', title: 'Folders', isMany: true, search: async () => [] },
    note: { kind: 'multiline', title: 'Note', isAlwaysAsked: true },
  },
  load: () => Promise.resolve({ run: async () => {} }),
})

const now = new Date('2026-03-04T10:00:00')
const facts: FactValues = {
  'selection.ids': ['a', 'b'],
  'selection.count': 2,
  'view.query': { type: 'posts' },
  'view.total': 1284,
}

function step(key: string, command: AnyCommand = schedule) {
  const match = stepsOf(command, facts).find((one) => one.key === key)
  if (!match) throw new Error(`no step ${key}`)
  return match
}

const answer = (key: string, input: Json) => readAnswer(schedule, step(key), input, facts, now)

describe('the steps of a command', () => {
  test('follow the schema: described arguments first and in their order, then the other required ones', () => {
    expect(stepsOf(schedule, facts).map(({ key, kind, title }) => [key, kind, title])).toEqual([
      ['scope', 'scope', 'What'],
      ['folders', 'picker', 'Folders'],
      ['note', 'multiline', 'Note'],
      ['isLoud', 'boolean', 'Is loud'],
      ['publish_at', 'date', 'Publish at'],
      ['status', 'choice', 'Status'],
      ['title', 'text', 'Title'],
    ])
  })

  test('offer the values that can be chosen', () => {
    expect(step('status').choices?.map(({ label }) => label)).toEqual(['Draft', 'Published'])
    expect(step('isLoud').choices?.map(({ value }) => value)).toEqual([true, false])
    expect(step('scope').choices?.map(({ label }) => label)).toEqual([
      '2 selected',
      'all 1,284 in this list',
    ])
  })

  test('include an optional argument if the others need it, even in a quick run', () => {
    const set = defineCommand({
      id: 'objects.set',
      title: 'Set…',
      effect: 'write',
      args: () => type({ op: 'string', 'value?': 'unknown' }),
      ask: {
        value: { kind: 'text', title: 'Value', isNeeded: ({ op }) => op === 'set' },
      },
      load: () => Promise.resolve({ run: async () => {} }),
    })
    const steps = stepsOf(set, facts)
    const missing = (args: JsonObject) => missingSteps(steps, args, true).map(({ key }) => key)
    expect(missing({ op: 'set' })).toEqual(['value'])
    expect(missing({ op: 'clear' })).toEqual([])
    expect(missing({ op: 'set', value: null })).toEqual([])
  })

  test('remain only for arguments without a value, and in a quick run only for required ones', () => {
    const steps = stepsOf(schedule, facts)
    const args = withDefaults(schedule, { folders: [], isLoud: true }, facts)
    const keys = (isQuick: boolean) => missingSteps(steps, args, isQuick).map(({ key }) => key)
    expect(keys(false)).toEqual(['note', 'publish_at', 'status', 'title'])
    expect(keys(true)).toEqual(['publish_at', 'status', 'title'])
  })

  test('build the schema once, and only when it is needed', () => {
    schema.mockClear()
    const lazy: AnyCommand = { ...schedule, id: 'objects.again' }
    expect(schema).not.toHaveBeenCalled()
    stepsOf(lazy, facts)
    stepsOf(lazy, facts)
    expect(schema).toHaveBeenCalledTimes(1)
  })
})

describe('answers', () => {
  test.each([
    ['tomorrow 9:00', '2026-03-05T09:00:00'],
    ['tom 9', '2026-03-05T09:00:00'],
    ['next monday', '2026-03-09T00:00:00'],
    ['friday 14', '2026-03-06T14:00:00'],
    ['in 2 hours', '2026-03-04T12:00:00'],
    ['2026-05-01', '2026-05-01T00:00:00'],
  ])('%s is read as a moment', async (words, moment) => {
    expect(await answer('publish_at', words)).toEqual({
      ok: true,
      value: new Date(moment).toISOString(),
    })
  })

  test.each(['soon', '', 'tomorrow 9:00 maybe', 'monday or friday', '99:99'])(
    '“%s” is not read as a moment, and the message gives an example',
    async (words) => {
      const read = await answer('publish_at', words)
      expect(read).toMatchObject({ ok: false, message: expect.stringContaining('tomorrow 9:00') })
    },
  )

  test('a value that violates the schema is refused with the name of the argument and the rule', async () => {
    expect(await answer('title', 'ab')).toEqual({
      ok: false,
      message: 'Title must be at least 3 characters',
    })
    expect(await answer('title', 'abc')).toEqual({ ok: true, value: 'abc' })
    expect(await answer('status', 'gone')).toMatchObject({ ok: false })
  })

  test('numbers are read as people write them', async () => {
    const count = {
      ...step('title'),
      key: 'count',
      ask: { kind: 'number', title: 'Count' } as const,
    }
    const read = (text: string) => readAnswer(schedule, count, text, facts, now)
    expect(await read('1,284')).toEqual({ ok: true, value: 1284 })
    expect(await read(' 12 ')).toEqual({ ok: true, value: 12 })
    expect(await read('twelve')).toEqual({ ok: false, message: 'Count must be a number' })
    expect(await read('')).toEqual({ ok: false, message: 'Count must be a number' })
    expect(await read('1,5')).toMatchObject({ ok: false })
  })

  test('a confirmation requires its phrase', async () => {
    const confirm = {
      ...step('title'),
      ask: { kind: 'confirm', title: 'Sure', phrase: () => 'my-bucket' } as const,
    }
    expect(await readAnswer(schedule, confirm, 'bucket', facts, now)).toEqual({
      ok: false,
      message: 'Type “my-bucket” to confirm.',
    })
    expect(await readAnswer(schedule, confirm, 'my-bucket', facts, now)).toMatchObject({ ok: true })
  })

  test('chips describe what was chosen', () => {
    expect(describeAnswer(step('scope'), { kind: 'ids', ids: ['a', 'b'] })).toBe('2 selected')
    expect(describeAnswer(step('isLoud'), true)).toBe('Yes')
    expect(describeAnswer(step('folders'), ['x', 'y', 'z'])).toBe('3 chosen')
    expect(describeAnswer(step('publish_at'), '2026-03-05')).toBe('Thu, 5 Mar 2026')
    const choices = [
      { value: 'match_case', label: 'Match case' },
      { value: 'whole_word', label: 'Whole words' },
    ]
    const options = { ...step('folders'), choices }
    expect(describeAnswer(options, ['whole_word'])).toBe('Whole words')
    expect(describeAnswer(options, ['match_case', 'whole_word'])).toBe('Match case, Whole words')
    expect(describeAnswer(options, [])).toBe('0 chosen')
  })
})

test('checking names the invalid argument and each required one that is missing', () => {
  const args = { ...withDefaults(schedule, {}, facts), title: 'x' }
  const checked = checkArgs(schedule, args)
  expect(checked).toMatchObject({ ok: false })
  const problems = checked.ok ? [] : checked.problems
  expect(problems.map(({ key }) => key)).toContain('title')
  expect(problems.find(({ key }) => key === 'status')?.text).toBe('is a required field')
})

test('an argument resolved by the ones before it keeps its own condition', () => {
  const needs = ({ op }: JsonObject) => op === 'set'
  const text = { kind: 'text', title: 'Price' } as const
  const by = { kind: 'by', title: 'Value', isNeeded: needs, ask: async () => text } as const
  const value = { key: 'value', title: 'Value', kind: 'by', isRequired: false, ask: by } as const
  const ask = resolveStep(value, text)
  expect(ask).toMatchObject({ key: 'value', title: 'Price', kind: 'text' })
  expect(isNeeded(ask, { op: 'set' })).toBe(true)
  expect(isNeeded(ask, { op: 'clear' })).toBe(false)
})
