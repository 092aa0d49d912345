import { defineCommand } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { type } from 'arktype'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { never, plain, planOf, publish, selected, setUp } from './run.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a run with a plan or a confirmation', () => {
  test('makes no plan for a small reversible change, which can be undone', async () => {
    const plan = vi.fn(() => Promise.resolve(planOf()))
    const undo = { command: 'pages.unpublish' }
    const run = async () => ({ message: 'Published.', undo })
    const { service, interaction } = await setUp([publish({ plan, run })], selected(25))
    expect(await service.run({ command: 'pages.publish' })).toEqual({ message: 'Published.', undo })
    expect(plan).not.toHaveBeenCalled()
    const undoable = expect.objectContaining({ tone: 'success', undo: expect.any(Function) })
    expect(interaction.notify).toHaveBeenCalledExactlyOnceWith(undoable)
  })

  test('shows the plan of a larger change, and runs with the planned arguments', async () => {
    const run = vi.fn(async () => {})
    const plan = () =>
      Promise.resolve(planOf({ args: { scope: { kind: 'ids', ids: ['frozen'] } } }))
    const { service, interaction } = await setUp([publish({ run, plan })], selected(26))
    await service.run({ command: 'pages.publish' })
    const [request] = interaction.review.mock.lastCall ?? []
    expect(request?.title).toBe('Publish')
    expect(request?.review.get()).toMatchObject({ isWhole: true, plan: await plan() })
    expect(run).toHaveBeenCalledWith({ scope: { kind: 'ids', ids: ['frozen'] } }, expect.anything())
  })

  test('shows no plan if there is nothing to review', async () => {
    const run = vi.fn(async () => {})
    const plan = () => Promise.resolve(planOf({ total: 0, isNothingToReview: true }))
    const command = publish({ run, plan }, { isAlwaysPlanned: true })
    const { service, interaction } = await setUp([command], selected(3))
    await service.run({ command: 'pages.publish' })
    expect(interaction.review).not.toHaveBeenCalled()
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('requires the count to be typed if the change cannot be undone', async () => {
    const plan = () => Promise.resolve(planOf({ isReversible: false, total: 3 }))
    const command = publish({ plan }, { effect: 'destructive' })
    const { service, interaction } = await setUp([command], selected(3))
    interaction.review.mockResolvedValueOnce(false)
    expect(await service.run({ command: 'pages.publish' })).toBeUndefined()
    const isPhraseNeeded = true
    expect(interaction.review).toHaveBeenCalledWith(expect.objectContaining({ isPhraseNeeded }))
  })

  test('shows the plan of a small destructive change for a key, but not for a button', async () => {
    const plan = () => Promise.resolve(planOf({ total: 1 }))
    const command = publish({ plan }, { effect: 'destructive' })
    const { service, interaction } = await setUp([command], selected(1))
    await service.run({ command: 'pages.publish' }, { source: 'button' })
    expect(interaction.review).not.toHaveBeenCalled()
    await service.run({ command: 'pages.publish' }, { source: 'key' })
    expect(interaction.review).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['a large', 'write', 26],
    ['a destructive', 'destructive', 1],
  ] as const)(
    'asks before %s change that has no plan, and does not run if the user declines',
    async (_, effect, count) => {
      const run = vi.fn(async () => {})
      const { service, interaction } = await setUp([publish({ run }, { effect })], selected(count))
      interaction.confirm.mockResolvedValueOnce(false)
      expect(await service.run({ command: 'pages.publish' })).toBeUndefined()
      expect(interaction.confirm).toHaveBeenCalledOnce()
      expect(run).not.toHaveBeenCalled()
    },
  )

  test('asks the command’s own question if there is no plan, or none if the command returns none', async () => {
    const run = vi.fn(async () => {})
    const question = { title: 'Delete this?', text: 'Its replies go too.', action: 'Delete' }
    const confirmation = vi.fn(async (): Promise<typeof question | undefined> => question)
    const erase = plain(run, {
      effect: 'destructive',
      load: () => Promise.resolve({ run, confirmation }),
    })
    const { service, interaction } = await setUp([erase])
    interaction.confirm.mockResolvedValueOnce(false)
    expect(await service.run({ command: 'pages.plain' })).toBeUndefined()
    expect(interaction.confirm).toHaveBeenCalledWith({ ...question, isDestructive: true })
    expect(run).not.toHaveBeenCalled()
    await service.run({ command: 'pages.plain' })
    expect(run).toHaveBeenCalledTimes(1)
    confirmation.mockResolvedValueOnce(undefined)
    await service.run({ command: 'pages.plain' })
    expect(interaction.confirm).toHaveBeenCalledTimes(2)
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('uses the arguments of its confirmation, without remembering them', async () => {
    const run = vi.fn(async () => {})
    const buy = defineCommand({
      id: 'pages.buy',
      title: 'Buy',
      effect: 'write',
      args: () => type({ 'most?': 'number' }),
      load: () =>
        Promise.resolve({
          run,
          confirmation: async () => ({ title: 'Buy?', action: 'Pay', args: { most: 5 } }),
        }),
    })
    const { service, recents } = await setUp([buy])
    await service.run({ command: 'pages.buy' }, { source: 'button' })
    expect(run).toHaveBeenCalledWith({ most: 5 }, expect.anything())
    expect(recents.list()[0]?.ref).toEqual({ command: 'pages.buy' })
  })

  test('fails with the reason if the confirmation cannot be made', async () => {
    const run = vi.fn(async () => {})
    const confirmation = () => Promise.reject(new Refusal('It no longer exists.'))
    const erase = plain(run, {
      effect: 'destructive',
      load: () => Promise.resolve({ run, confirmation }),
    })
    const { service } = await setUp([erase])
    const outcome = await service.run({ command: 'pages.plain' })
    expect(outcome).toMatchObject({ message: 'It no longer exists.' })
    expect(run).not.toHaveBeenCalled()
  })

  test('passes on the matches that the user left out', async () => {
    const match = (id: string) => ({ id, before: 'a', after: 'b' })
    const change = { id: 'o', label: 'One', matches: [match('m1'), match('m2')] }
    const replace = defineCommand({
      id: 'pages.replace',
      title: 'Search and replace…',
      effect: 'write',
      isAlwaysPlanned: true,
      args: () => type({ find: 'string', 'exclude?': 'string[]' }),
      load: () =>
        Promise.resolve({
          plan: () => Promise.resolve(planOf({ excludeArg: 'exclude', changes: [change] })),
          run: async ({ exclude }: { exclude?: string[] }) => ({
            message: `without ${String(exclude)}`,
          }),
        }),
    })
    const { service, interaction } = await setUp([replace])
    interaction.review.mockImplementationOnce(async ({ review }) => {
      review.toggle(change)
      return true
    })
    expect(await service.run({ command: 'pages.replace', args: { find: 'a' } })).toEqual({
      message: 'without m1,m2',
    })
  })

  test('passes on the objects that the user left out, without remembering them', async () => {
    const run = vi.fn(async () => ({ message: 'Published.' }))
    const changes = [{ id: '3', label: 'Three' }]
    const plan = () => Promise.resolve(planOf({ scopeArg: 'scope', changes }))
    const { service, interaction, recents } = await setUp([publish({ run, plan })], selected(26))
    interaction.review.mockImplementationOnce(async ({ review }) => {
      review.toggleObject('3')
      return true
    })
    await service.run({ command: 'pages.publish' }, { source: 'button' })
    const ids = selected(26)['selection.ids']?.filter((id) => id !== '3')
    const scope = { kind: 'ids', ids, except: { ids: ['3'] } }
    expect(run).toHaveBeenCalledWith({ scope }, expect.anything())
    expect(recents.list(1)).toMatchObject([{ ref: { command: 'pages.publish' } }])
    expect(recents.list(1)[0]?.ref.args).toBeUndefined()
  })

  test('shows an unfinished plan at once if it is already certain to be reviewed', async () => {
    const going = Promise.withResolvers<void>()
    const plan = (_args: object, { signal }: { signal: AbortSignal }) =>
      Promise.resolve({
        ...planOf({ total: 30 }),
        async *updates() {
          await going.promise
          signal.throwIfAborted()
          yield planOf({ total: 70 })
        },
      })
    const { service, interaction } = await setUp([publish({ plan })], selected(70))
    interaction.review.mockImplementationOnce(async ({ review }) => {
      expect(review.get()).toMatchObject({ isWhole: false, totals: { total: 30 } })
      going.resolve()
      await vi.waitFor(() => expect(review.get().isWhole).toBe(true), 10_000)
      expect(review.get().totals.total).toBe(70)
      return true
    })
    expect(await service.run({ command: 'pages.publish' })).toEqual({ message: 'Published.' })
    expect(interaction.review).toHaveBeenCalledTimes(1)
  })

  test('runs without a review if the finished plan turns out small', async () => {
    const plan = () =>
      Promise.resolve({
        ...planOf({ total: 1 }),
        async *updates() {
          yield planOf({ total: 2 })
        },
      })
    const { service, interaction } = await setUp([publish({ plan })], selected(70))
    expect(await service.run({ command: 'pages.publish' })).toEqual({ message: 'Published.' })
    expect(interaction.review).not.toHaveBeenCalled()
  })

  test('aborts its plan when the user leaves the review', async () => {
    const stopped = vi.fn<() => void>()
    const plan = (_args: object, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', stopped)
      return Promise.resolve({ ...planOf(), updates: () => forever() })
    }
    async function* forever() {
      yield planOf()
      await never
    }
    const { service, interaction } = await setUp([publish({ plan })], selected(70))
    interaction.review.mockResolvedValueOnce(false)
    expect(await service.run({ command: 'pages.publish' })).toBeUndefined()
    expect(stopped).toHaveBeenCalledTimes(1)
  })

  test('asks again for the argument that the server rejects in the plan, and keeps the others', async () => {
    const replace = type({ find: 'string', replace: 'string' })
    const plan = vi.fn(async ({ find }: { find: string }) => {
      if (find !== '(') return planOf()
      const details = [{ path: 'find', message: 'find is no pattern: missing )' }]
      throw Object.assign(new Error('Invalid'), { code: 'invalid', details })
    })
    const run = vi.fn(async () => ({}))
    const command = defineCommand({
      id: 'pages.replace',
      title: 'Find and replace…',
      effect: 'write',
      isAlwaysPlanned: true,
      args: () => replace,
      load: () => Promise.resolve({ run, plan }),
    })
    const { service, interaction, jobs } = await setUp([command])
    interaction.askArguments
      .mockResolvedValueOnce({ find: '(', replace: 'x' })
      .mockResolvedValueOnce({ find: '\\(', replace: 'x' })
    await service.run({ command: 'pages.replace' })
    expect(interaction.askArguments).toHaveBeenLastCalledWith(
      expect.objectContaining({
        at: 'find',
        message: 'find is no pattern: missing )',
        args: { find: '(', replace: 'x' },
      }),
    )
    expect(run).toHaveBeenCalledWith({ find: '\\(', replace: 'x' }, expect.anything())
    expect(jobs.list()).toHaveLength(1)
    expect(interaction.notify).not.toHaveBeenCalledWith(expect.objectContaining({ tone: 'error' }))
  })

  test('fails without running if the plan cannot be made', async () => {
    const run = vi.fn(async () => {})
    const plan = () => Promise.reject(Object.assign(new Error('Offline.'), { code: 'unavailable' }))
    const { service, host } = await setUp([publish({ run, plan })], selected(30))
    expect(await service.run({ command: 'pages.publish' })).toMatchObject({ message: 'Offline.' })
    expect(run).not.toHaveBeenCalled()
    expect(host.plugins.list()[0]?.status).toBe('active')
  })
})
