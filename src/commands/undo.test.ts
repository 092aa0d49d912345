import type { CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { describe, expect, test, vi } from 'vitest'

import { errorFrom } from '../api/api-error.ts'
import { planOf, selected, setUp } from './run.fixture.ts'

const ada = { 'session.isLoggedIn': true, 'session.userID': 'ada' }
const inArchive = { ...ada, 'route.bucketSlug': 'archive' }
const undoArgs = () => type({ 'ids?': 'string[]' })
type Module = CommandModule<{ ids?: string[] }>

/** A command and its undo, which the page offers only if its condition holds. */
function commandsWith(undo: Partial<Module>) {
  return [
    defineCommand({
      id: 'pages.publish',
      title: 'Publish',
      effect: 'write',
      args: undoArgs,
      defaults: (facts) => ({ ids: [...(facts['selection.ids'] ?? [])] }),
      load: () =>
        Promise.resolve({
          run: async () => ({ message: 'Published 3 pages.', undo: { command: 'pages.back' } }),
        }),
    }),
    defineCommand({
      id: 'pages.back',
      title: 'Take back',
      effect: 'write',
      when: has('route.bucketSlug'),
      args: undoArgs,
      defaults: (facts) => ({ ids: [...(facts['selection.ids'] ?? [])] }),
      load: () => Promise.resolve({ run: async () => ({ message: 'Restored.' }), ...undo }),
    }),
  ]
}

async function published(undo: Partial<Module>) {
  const center = await setUp(commandsWith(undo), { ...inArchive, ...selected(3) })
  await center.service.run({ command: 'pages.publish' }, { source: 'button' })
  const lastNotice = () => center.interaction.notify.mock.lastCall?.[0]
  return { ...center, notice: lastNotice }
}

describe('an undo or a redo', () => {
  test('runs in the bucket of the step, without the facts of the current page', async () => {
    const run = vi.fn<(args: object, context: RunContext) => Promise<object>>(async () => ({}))
    const { host, journal, notice } = await published({ run })
    host.facts.set({ 'route.bucketSlug': 'other' })
    await journal.undo()
    expect(run.mock.lastCall?.[0]).toEqual({})
    expect(run.mock.lastCall?.[1].facts).toEqual(inArchive)
    expect(notice()?.message).toBe('Undone in archive: Published 3 pages.')

    host.facts.set({ 'route.bucketSlug': undefined })
    await journal.redo()
    expect(notice()?.message).toBe('Redone in archive: Published 3 pages. Published 3 pages.')
  })

  test('repeats a step for the same objects, regardless of the selection', async () => {
    const { host, journal } = await published({})
    await journal.undo()
    host.facts.set({ 'selection.ids': ['another'] })
    expect(journal.redoable()[0]?.redo.args).toEqual({ ids: ['0', '1', '2'] })
  })

  test('says what was undone or redone', async () => {
    const { journal, notice } = await published({})
    await journal.undo()
    expect(notice()?.message).toBe('Undone: Published 3 pages. Restored.')
    await journal.redo()
    expect(notice()?.message).toBe('Redone: Published 3 pages. Published 3 pages.')
  })

  test('says so if nothing could be undone, and then offers no redo', async () => {
    const failures = [{ id: '1', reason: 'It has changed since.' }]
    const run = async () => ({ message: 'Restored 0 objects.', failures })
    const { journal, notice } = await published({ run })
    await journal.undo()
    expect(notice()?.message).toBe('Not undone: Published 3 pages. Restored 0 objects.')
    expect(journal.redoable()).toEqual([])
  })
})

describe('the review of an undo', () => {
  const large = (): Promise<Plan> => Promise.resolve(planOf({ total: 26 }))

  test('is shown for a large one, which stays undoable if the user backs out', async () => {
    const run = vi.fn(async () => ({}))
    const { journal, interaction } = await published({ run, plan: large })
    interaction.review.mockResolvedValueOnce(false)
    await journal.undo()
    expect(run).not.toHaveBeenCalled()
    expect(journal.undoable()).toHaveLength(1)
    await journal.undo()
    expect(interaction.review).toHaveBeenCalledTimes(2)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('runs nothing if another account signs in meanwhile', async () => {
    const run = vi.fn(async () => ({}))
    const { host, journal, interaction } = await published({ run, plan: large })
    interaction.review.mockImplementationOnce(async () => {
      host.facts.set({ 'session.userID': 'mary' })
      return true
    })
    await journal.undo()
    expect(run).not.toHaveBeenCalled()
    expect(journal.undoable()).toEqual([])
  })

  test('is skipped for a small one', async () => {
    const plan = () => Promise.resolve(planOf({ total: 25 }))
    const { journal, interaction } = await published({ plan })
    await journal.undo()
    expect(interaction.review).not.toHaveBeenCalled()
  })
})

describe('a failed undo', () => {
  test('can be repeated if the failure is temporary', async () => {
    const busy = { status: 503, code: 'unavailable', message: 'Come back later.' }
    const run = vi.fn(() => Promise.reject(errorFrom(503, busy)))
    const { journal, notice } = await published({ run })
    await journal.undo()
    expect(notice()?.message).toBe('Not undone: Published 3 pages. Come back later.')
    expect(journal.undoable()).toHaveLength(1)
    await notice()?.retry?.()
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('is reported once and not offered again if the failure is permanent', async () => {
    const notFound = Object.assign(new Error('It is gone.'), { code: 'not_found' })
    const { journal, notice, interaction } = await published({
      run: () => Promise.reject(notFound),
    })
    const before = interaction.notify.mock.calls.length
    await journal.undo()
    expect(interaction.notify).toHaveBeenCalledTimes(before + 1)
    expect(notice()).toEqual({
      message: 'Not undone: Published 3 pages. It is gone.',
      tone: 'error',
    })
    expect(journal.undoable()).toEqual([])
  })
})

test('undo is refused with a reason while a command changes something, and keeps the step', async () => {
  const running = Promise.withResolvers<object>()
  const { service, jobs, journal, notice } = await published({ run: () => running.promise })
  const second = service.run({ command: 'pages.back' }, { source: 'button' })
  await vi.waitFor(() => expect(jobs.list()[0]?.title).toBe('Take back'), 10_000)
  await journal.undo()
  expect(notice()?.message).toBe(
    '“Take back” is still running. Undo it once it has finished, or cancel it.',
  )
  running.resolve({})
  await second
  expect(journal.undoable()).toHaveLength(1)
})

test('a run that ends after a log-out is not announced, and enters neither journal nor recents', async () => {
  const running = Promise.withResolvers<object>()
  const { host, service, journal, recents, interaction, forget } = await setUp(
    commandsWith({ run: () => running.promise }),
    inArchive,
  )
  const ended = service.run({ command: 'pages.back' }, { source: 'palette' })
  forget()
  host.facts.set({ 'session.userID': 'mary' })
  running.resolve({ message: 'Done.', undo: { command: 'pages.back' } })
  await ended
  expect(interaction.notify).not.toHaveBeenCalled()
  expect([journal.undoable(), recents.list()]).toEqual([[], []])
})
