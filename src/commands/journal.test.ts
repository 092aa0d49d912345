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
  const settled = vi.fn<JournalParts['settled']>(() => Promise.resolve())
  const journal = createJournal({
    account: () => now.account,
    working: () => now.working,
    settled,
    take,
    refuse,
    page: () => now.page,
    name,
  })
  return { journal, take, refuse, name, now, settled }
}

const labels = (entries: readonly JournalEntry[]) => entries.map(({ label }) => label)

test('undo takes the newest step back, redo takes it again', async () => {
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

test('an undo that can itself be undone gives the redo', async () => {
  const back: Ref = { command: 'changes.undo', args: { change_set_id: '2' } }
  const { journal, take } = setUp({ end: 'done', outcome: { undo: back } })
  journal.add('Published 1', ran, { undo }, here)
  await journal.undo()
  await journal.redo()
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ redo: back }), 'redo')
})

test('an undo that could change nothing is not redone: that would do the first thing again', async () => {
  const failures = [{ id: 'a', reason: 'It has changed since.' }]
  const { journal } = setUp({ end: 'done', outcome: { failures } })
  journal.add('Published 1', ran, { undo }, here)
  await journal.undo()
  expect([journal.undoable(), journal.redoable()]).toEqual([[], []])
})

test('a step that may still be taken stays', async () => {
  const { journal } = setUp({ end: 'kept', outcome: { message: 'offline' } })
  journal.add('Published 1', ran, { undo }, here)
  expect(await journal.undo()).toEqual({ message: 'offline' })
  expect(journal.undoable()).toHaveLength(1)
})

test('a step that can no longer be undone is removed, so that the one before it can be', async () => {
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

test('a new step makes the steps taken back unreachable', async () => {
  const { journal } = setUp()
  journal.add('one', ran, { undo }, here)
  await journal.undo()
  journal.add('two', ran, { undo }, here)
  expect(journal.redoable()).toEqual([])
})

test('a step can be taken back out of order; one without an inverse is not kept', async () => {
  const { journal, take } = setUp()
  const first = journal.add('one', ran, { undo: { command: 'x.one' } }, here)
  journal.add('two', ran, { undo: { command: 'x.two' } }, here)
  expect(journal.add('three', ran, {}, here)).toBeUndefined()
  await journal.undo(first)
  expect(take.mock.calls[0]?.[0].undo).toEqual({ command: 'x.one' })
  expect(labels(journal.undoable())).toEqual(['two'])
})

test('of one account another one sees nothing, and takes nothing back', async () => {
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

test('while something is being changed nothing is taken, and that is said', async () => {
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

test('what is about to end is waited for, and is what undo takes back', async () => {
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

test('undo pressed again while the last step is still being taken takes the one before', async () => {
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

test('with nothing to take it says where the rest is', async () => {
  const { journal, refuse } = setUp()
  await journal.undo()
  await journal.redo()
  expect(refuse.mock.calls.flat()).toEqual([
    expect.stringContaining('History has earlier changes and those of other tabs.'),
    'Nothing to redo in this tab.',
  ])
})

test('fifty steps are kept', () => {
  const { journal } = setUp()
  for (let index = 0; index < 60; index++) journal.add(`step ${index}`, ran, { undo }, here)
  expect(journal.undoable()).toHaveLength(50)
  expect(journal.undoable()[0]?.label).toBe('step 59')
})

test('a job that the tab began is known, and what it did can be taken back where it was done', () => {
  const { journal } = setUp()
  journal.began('j')
  expect([journal.hasBegun('j'), journal.hasBegun('k')]).toEqual([true, false])
  journal.keep('Import', undo, 'other')
  expect(journal.undoable()).toMatchObject([{ undo, redo: undo, bucket: 'other', account: 'ada' }])
})

test('undo takes what the page on screen shows, and names a step of another page first', async () => {
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

test('a step belongs to the page that it led to, and follows one that gets another address', async () => {
  const { journal, take, name, now } = setUp()
  const id = journal.add('Deleted 1', ran, { undo }, { ...here, pages: ['/archive/objects/new'] })
  journal.led(id ?? '', '/archive/objects#works')
  journal.move('/archive/objects/new', '/archive/objects/1')
  now.page = '/archive/objects#works'
  await journal.undo()
  now.page = '/archive/objects/1'
  await journal.redo()
  expect(take).toHaveBeenCalledTimes(2)
  expect(name).not.toHaveBeenCalled()
})
