import { type } from 'arktype'
import { describe, expect, test } from 'vitest'

import { type AnyCommand, defineCommand } from './command.ts'
import {
  bringsSubject,
  isUsable,
  missingSubjects,
  contextConditionOf,
  runConditionOf,
  subjectsOf,
} from './subject.ts'
import { and, can, eq, has, holds } from './when.ts'

const load = () => Promise.reject(new Error())
const objectOpen = has('route.objectID')

const rename: AnyCommand = defineCommand({
  id: 'x.rename',
  title: 'Rename…',
  effect: 'write',
  when: can('write'),
  subject: { id: objectOpen },
  args: () => type({ id: 'string', title: 'string' }),
  defaults: (facts) => ({ id: facts['route.objectID'] }),
  load,
})
const asking: AnyCommand = { ...rename, ask: { id: { kind: 'text', title: 'Which' } } }
const scoped: AnyCommand = { ...rename, ask: { id: { kind: 'scope', title: 'Which' } } }

const allowed = { can: new Set(['write']) }
const open = { ...allowed, 'route.objectID': '1' }

describe('the condition for running a command', () => {
  test('requires the permission and the subject, or only the permission if the argument is given', () => {
    expect(holds(runConditionOf(rename), open)).toBe(true)
    expect(holds(runConditionOf(rename), allowed)).toBe(false)
    expect(holds(runConditionOf(rename, { id: '2' }), allowed)).toBe(true)
    expect(holds(runConditionOf(rename, { title: 'New' }), allowed)).toBe(false)
    expect(holds(runConditionOf(rename, { id: '2' }), {})).toBe(false)
  })

  test('does not require a subject that the command asks for, unless it is a scope', () => {
    expect(holds(runConditionOf(asking), allowed)).toBe(true)
    expect(holds(runConditionOf(scoped), allowed)).toBe(false)
  })
})

test('a key requires the subject even if the command could ask for it', () => {
  expect(holds(contextConditionOf(asking), allowed)).toBe(false)
  expect(holds(contextConditionOf(asking), open)).toBe(true)
  expect(holds(contextConditionOf(asking, { id: '2' }), allowed)).toBe(true)
})

test('a command without a subject keeps its condition unchanged', () => {
  const { subject: _subject, ...plain } = rename
  expect(contextConditionOf(plain)).toBe(plain.when)
  expect(runConditionOf(plain)).toBe(plain.when)
  expect(subjectsOf(plain)).toEqual([])
})

test('each argument has its own subject', () => {
  const two: AnyCommand = { ...rename, subject: { id: objectOpen, list: eq('list.rowCount', 3) } }
  expect(subjectsOf(two, { id: '1' }).map(({ arg }) => arg)).toEqual(['list'])
  expect(missingSubjects(two, open)).toEqual(['list'])
  expect(contextConditionOf({ ...two, subject: {} })).toEqual(two.when)
  expect(contextConditionOf(two, { id: '1' })).toEqual(and(can('write'), eq('list.rowCount', 3)))
})

test('a command with a missing subject is usable with the argument, if it is allowed', () => {
  const state = { isEnabled: false, missingSubjects: ['id'] }
  expect(isUsable(state)).toBe(false)
  expect(isUsable(state, { title: 'New' })).toBe(false)
  expect(isUsable(state, { id: '1' })).toBe(true)
  const { missingSubjects: _missing, ...forbidden } = state
  expect(isUsable(forbidden, { id: '1' })).toBe(false)
})

test('arguments provide the subject only if they include its key', () => {
  expect(bringsSubject(rename, { id: '1' })).toBe(true)
  expect(bringsSubject(rename, { title: 'New' })).toBe(false)
  expect(bringsSubject({}, { id: '1' })).toBe(false)
})
