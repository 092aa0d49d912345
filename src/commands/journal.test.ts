import type { Ref } from '@typecase/plugin-sdk/command'
import type { JournalEntry } from '@typecase/plugin-sdk/jobs'
import { expect, test, vi } from 'vitest'

import { createJournal, type JournalParts, type StepResult } from './journal.ts'

const ran: Ref = { command: 'objects.publish', args: { ids: ['a'] } }
const undo: Ref = { command: 'changes.undo', args: { change_set_id: '1' } }
const here = { account: 'ada', bucket: 'archive', pages: ['/archive/objects'] }

function setUp(result: StepResult = { end: 'done', outcome: {} }) {
  const now = { account: 'ada', working: undefined as string | undefined, page: '/archive/objects' }
  const take = vi.fn<JournalParts['take']>(() => Promise.resolve(result))
  const refuse = vi.fn<JournalParts['refuse']>()
  const name = vi.fn<JournalParts['name']>()
  const settled = vi.fn<JournalParts['whenIdle']>(() => Promise.resolve())
  const journal = createJournal({
    account: () => now.account,
    working: () => now.working,
    whenIdle: settled,
    take,
    refuse,
    page: () => now.page,
    name,
  })
  return { journal, take, refuse, name, now, settled }
}

const labels = (entries: readonly JournalEntry[]) => entries.map(({ label }) => label)

test('undo reverts the newest step, and redo repeats it', async () => {
  const { journal, take } = setUp()
  journal.add('Published 1', ran, { undo }, here)
  await journal.undo()
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ undo, ...here }), 'undo')
  expect(journal.undoable()).toEqual([])
  await journal.redo()
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ redo: ran, ...here }), 'redo')
  expect(labels(journal.undoable())).toEqual(['Published 1'])
  expect(journal.redoable()).toEqual([])
})

test('redo runs the inverse that the undo returned', async () => {
  const back: Ref = { command: 'changes.undo', args: { change_set_id: '2' } }
  const { journal, take } = setUp({ end: 'done', outcome: { undo: back } })
  journal.add('Published 1', ran, { undo }, here)
  await journal.undo()
  await journal.redo()
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ redo: back }), 'redo')
})

test('an undo that changed nothing cannot be redone', async () => {
  const failures = [{ id: 'a', reason: 'It has changed since.' }]
  const { journal } = setUp({ end: 'done', outcome: { failures } })
  journal.add('Published 1', ran, { undo }, here)
  await journal.undo()
  expect([journal.undoable(), journal.redoable()]).toEqual([[], []])
})

test('a step stays undoable if its undo ended with “kept”', async () => {
  const { journal } = setUp({ end: 'kept', outcome: { message: 'offline' } })
  journal.add('Published 1', ran, { undo }, here)
  expect(await journal.undo()).toEqual({ message: 'offline' })
  expect(journal.undoable()).toHaveLength(1)
})

test('a step that can no longer be undone is removed, so that undo reaches the one before it', async () => {
  const { journal, take, refuse } = setUp({ end: 'refused', outcome: { message: 'Gone.' } })
  const first = journal.add('one', ran, { undo }, here)
  journal.add('two', ran, { undo }, here)
  await journal.undo()
  expect([labels(journal.undoable()), journal.redoable()]).toEqual([['one'], []])
  await journal.undo()
  expect(take).toHaveBeenCalledTimes(2)
  // The button of its notification may still be on screen.
  await journal.undo(first)
  expect(take).toHaveBeenCalledTimes(2)
  expect(refuse).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('can no longer be undone'))
})

test('a new step clears the steps that could be redone', async () => {
  const { journal } = setUp()
  journal.add('one', ran, { undo }, here)
  await journal.undo()
  journal.add('two', ran, { undo }, here)
  expect(journal.redoable()).toEqual([])
})

test('a step can be undone out of order, and a step without an inverse is not recorded', async () => {
  const { journal, take } = setUp()
  const first = journal.add('one', ran, { undo: { command: 'x.one' } }, here)
  journal.add('two', ran, { undo: { command: 'x.two' } }, here)
  expect(journal.add('three', ran, {}, here)).toBeUndefined()
  await journal.undo(first)
  expect(take.mock.calls[0]?.[0].undo).toEqual({ command: 'x.one' })
  expect(labels(journal.undoable())).toEqual(['two'])
})

test('an account neither sees nor undoes the steps of another account', async () => {
  const { journal, take, refuse, now } = setUp()
  const mine = journal.add('one', ran, { undo }, here)
  now.account = 'mary'
  expect(journal.undoable()).toEqual([])
  await journal.undo()
  await journal.undo(mine)
  expect(take).not.toHaveBeenCalled()
  expect(refuse).toHaveBeenCalledTimes(2)
  now.account = 'ada'
  expect(labels(journal.undoable())).toEqual(['one'])
  journal.clear()
  expect(journal.undoable()).toEqual([])
})

test('undo is refused with a reason while a command is changing something', async () => {
  const { journal, take, refuse, now } = setUp()
  journal.add('one', ran, { undo }, here)
  now.working = 'Publish 200 objects'
  await journal.undo()
  expect(take).not.toHaveBeenCalled()
  expect(refuse).toHaveBeenCalledExactlyOnceWith(
    '“Publish 200 objects” is still running. Undo it once it has finished, or cancel it.',
  )
  expect(journal.undoable()).toHaveLength(1)
})

test('undo waits for a command that is about to end, and undoes that command', async () => {
  const { journal, take, refuse, now, settled } = setUp()
  journal.add('one', ran, { undo }, here)
  now.working = 'Save locales'
  settled.mockImplementation(async () => {
    now.working = undefined
    journal.add('two', ran, { undo: { command: 'x.two' } }, here)
  })
  await journal.undo()
  expect(refuse).not.toHaveBeenCalled()
  expect(take.mock.calls.map(([{ label }]) => label)).toEqual(['two'])
})

test('undo pressed again while the last step is being undone undoes the step before it', async () => {
  const { journal, take, refuse, now, settled } = setUp()
  journal.add('one', ran, { undo }, here)
  journal.add('two', ran, { undo: { command: 'x.two' } }, here)
  const ended = Promise.withResolvers<StepResult>()
  take.mockImplementationOnce(() => ended.promise)
  settled.mockImplementationOnce(async () => {
    now.working = undefined
    // The command has ended, but its promise resolves one microtask later.
    void Promise.resolve().then(() => ended.resolve({ end: 'done', outcome: {} }))
  })
  const first = journal.undo()
  now.working = 'Undo'
  await Promise.all([first, journal.undo()])
  expect(take.mock.calls.map(([{ label }]) => label)).toEqual(['two', 'one'])
  expect(refuse).not.toHaveBeenCalled()
})

test('undo with an empty journal points to History, and redo says that there is nothing to redo', async () => {
  const { journal, refuse } = setUp()
  await journal.undo()
  await journal.redo()
  expect(refuse.mock.calls.flat()).toEqual([
    expect.stringContaining('History has earlier changes and those of other tabs.'),
    'Nothing to redo in this tab.',
  ])
})

test('the journal keeps the last fifty steps', () => {
  const { journal } = setUp()
  for (let index = 0; index < 60; index++) journal.add(`step ${index}`, ran, { undo }, here)
  expect(journal.undoable()).toHaveLength(50)
  expect(journal.undoable()[0]?.label).toBe('step 59')
})

test('the journal knows the jobs of its tab, and records what they did for the bucket it was done in', () => {
  const { journal } = setUp()
  journal.began('j')
  expect([journal.hasBegun('j'), journal.hasBegun('k')]).toEqual([true, false])
  journal.keep('Import', undo, 'other')
  expect(journal.undoable()).toMatchObject([{ undo, redo: undo, bucket: 'other', account: 'ada' }])
})

test('undo takes steps of the page on screen, and names a step of another page before taking it', async () => {
  const { journal, take, name, now } = setUp()
  const step = (label: string, page: string) =>
    journal.add(label, ran, { undo }, { ...here, pages: [page] })
  step('Published 1', '/archive/objects')
  const views = step('Saved view', '/archive/views')
  await journal.undo()
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Published 1' }), 'undo')

  // No step of this page is left.
  await journal.undo()
  expect(take).toHaveBeenCalledTimes(1)
  expect(name).toHaveBeenLastCalledWith(expect.objectContaining({ id: views }), 'undo')
  // The page has changed, so the second press does not confirm the first.
  now.page = '/archive/media'
  await journal.undo()
  expect(take).toHaveBeenCalledTimes(1)
  await journal.undo()
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Saved view' }), 'undo')

  // A step of this page is redone without a second press. The button of a notification takes its step on any page.
  await journal.redo()
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ id: views }), 'redo')
  await journal.undo()
  now.page = '/archive/objects'
  await journal.redo()
  await journal.redo(views)
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ id: views }), 'redo')
})

test('a step belongs to the page that it led to, and follows a page whose address changes', async () => {
  const { journal, take, name, now } = setUp()
  const id = journal.add('Deleted 1', ran, { undo }, { ...here, pages: ['/archive/objects/new'] })
  journal.linkPage(id ?? '', '/archive/objects#works')
  journal.move('/archive/objects/new', '/archive/objects/1')
  now.page = '/archive/objects#works'
  await journal.undo()
  now.page = '/archive/objects/1'
  await journal.redo()
  expect(take).toHaveBeenCalledTimes(2)
  expect(name).not.toHaveBeenCalled()
})
