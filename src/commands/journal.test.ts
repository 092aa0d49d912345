import type { Ref } from '@typecase/plugin-sdk/command'
import { expect, test, vi } from 'vitest'

import type { JournalParts, StepResult } from './journal.ts'
import { createJournal } from './journal.ts'
import { memoryStorage } from './storage.fixture.ts'

const hour = 60 * 60 * 1000
const ran: Ref = { command: 'objects.publish', args: { ids: ['a'] } }
const undo: Ref = { command: 'changes.undo', args: { change_set_id: '1' } }

function setUp(result: StepResult = { isDone: true, outcome: {} }) {
  let time = 0
  const run = vi.fn<JournalParts['run']>(() => Promise.resolve(result))
  const storage = memoryStorage()
  const make = () => createJournal({ storage, run, now: () => time })
  return { journal: make(), make, run, pass: (ms: number) => void (time += ms) }
}

test('undo runs the inverse of the newest step, redo what was run', async () => {
  const { journal, run } = setUp()
  journal.add('Published 1', ran, { undo })
  await journal.undo()
  expect(run).toHaveBeenLastCalledWith(undo)
  expect(journal.undoable()).toEqual([])
  await journal.redo()
  expect(run).toHaveBeenLastCalledWith(ran)
  expect(journal.undoable().map(({ label }) => label)).toEqual(['Published 1'])
  expect(journal.redoable()).toEqual([])
})

test('an undo that can itself be undone gives the redo', async () => {
  const back: Ref = { command: 'changes.undo', args: { change_set_id: '2' } }
  const { journal, run } = setUp({ isDone: true, outcome: { undo: back } })
  journal.add('Published 1', ran, { undo })
  await journal.undo()
  await journal.redo()
  expect(run).toHaveBeenLastCalledWith(back)
})

test('a step that could not be taken back stays', async () => {
  const { journal } = setUp({ isDone: false, outcome: { message: 'offline' } })
  journal.add('Published 1', ran, { undo })
  expect(await journal.undo()).toEqual({ message: 'offline' })
  expect(journal.undoable()).toHaveLength(1)
})

test('a new step makes the steps taken back unreachable', async () => {
  const { journal } = setUp()
  journal.add('one', ran, { undo })
  await journal.undo()
  journal.add('two', ran, { undo })
  expect(journal.redoable()).toEqual([])
})

test('a step can be taken back out of order; one without an inverse is not kept', async () => {
  const { journal, run } = setUp()
  const first = journal.add('one', ran, { undo: { command: 'x.one' } })
  journal.add('two', ran, { undo: { command: 'x.two' } })
  expect(journal.add('three', ran, {})).toBeUndefined()
  await journal.undo(first)
  expect(run).toHaveBeenCalledWith({ command: 'x.one' })
  expect(journal.undoable().map(({ label }) => label)).toEqual(['two'])
})

test('fifty steps are kept for a day, across reloads', () => {
  const { journal, make, pass } = setUp()
  for (let index = 0; index < 60; index++) journal.add(`step ${index}`, ran, { undo })
  expect(make().undoable()).toHaveLength(50)
  expect(make().undoable()[0]?.label).toBe('step 59')
  pass(25 * hour)
  expect(make().undoable()).toEqual([])
})
