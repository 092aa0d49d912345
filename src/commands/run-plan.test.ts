import { defineCommand } from '@typecase/plugin-sdk/command'
import { type } from 'arktype'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { setUp, publish, selected, planOf } from './run.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the plan', () => {
  test('is not made for a small reversible change', async () => {
    const plan = vi.fn(() => Promise.resolve(planOf()))
    const { service } = await setUp([publish({ plan })], selected(25))
    expect(await service.run({ command: 'pages.publish' })).toEqual({ message: 'Published.' })
    expect(plan).not.toHaveBeenCalled()
  })

  test('is shown for a larger one, and what is run is what was planned', async () => {
    const run = vi.fn(async () => {})
    const plan = () =>
      Promise.resolve(planOf({ args: { scope: { kind: 'ids', ids: ['frozen'] } } }))
    const { service, interaction } = await setUp([publish({ run, plan })], selected(26))
    await service.run({ command: 'pages.publish' })
    expect(interaction.review).toHaveBeenCalledWith({ title: 'Publish', plan: await plan() })
    expect(run).toHaveBeenCalledWith({ scope: { kind: 'ids', ids: ['frozen'] } }, expect.anything())
  })

  test('is not shown where there is nothing to look through', async () => {
    const run = vi.fn(async () => {})
    const plan = () => Promise.resolve(planOf({ total: 0, isNothingToReview: true }))
    const command = publish({ run, plan }, { isAlwaysPlanned: true })
    const { service, interaction } = await setUp([command], selected(3))
    await service.run({ command: 'pages.publish' })
    expect(interaction.review).not.toHaveBeenCalled()
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('wants the count typed when there is no way back', async () => {
    const plan = () => Promise.resolve(planOf({ isReversible: false, total: 3 }))
    const command = publish({ plan }, { effect: 'destructive' })
    const { service, interaction } = await setUp([command], selected(3))
    interaction.review.mockResolvedValueOnce(undefined)
    expect(await service.run({ command: 'pages.publish' })).toBeUndefined()
    expect(interaction.review).toHaveBeenCalledWith(expect.objectContaining({ phrase: '3' }))
  })

  test('is shown for anything destructive that a key asked for', async () => {
    const plan = () => Promise.resolve(planOf({ total: 1 }))
    const command = publish({ plan }, { effect: 'destructive' })
    const { service, interaction } = await setUp([command], selected(1))
    await service.run({ command: 'pages.publish' }, { source: 'button' })
    expect(interaction.review).not.toHaveBeenCalled()
    await service.run({ command: 'pages.publish' }, { source: 'key' })
    expect(interaction.review).toHaveBeenCalledTimes(1)
  })

  test('without one, something destructive or large asks', async () => {
    const run = vi.fn(async () => {})
    const { service, interaction } = await setUp([publish({ run })], selected(26))
    interaction.confirm.mockResolvedValueOnce(false)
    expect(await service.run({ command: 'pages.publish' })).toBeUndefined()
    expect(run).not.toHaveBeenCalled()
  })

  test('passes on the matches that the user left out', async () => {
    const replace = defineCommand({
      id: 'pages.replace',
      title: 'Search and replace…',
      effect: 'write',
      isAlwaysPlanned: true,
      args: () => type({ find: 'string', 'exclude?': 'string[]' }),
      load: () =>
        Promise.resolve({
          plan: () => Promise.resolve(planOf({ excludeArg: 'exclude' })),
          run: async ({ exclude }: { exclude?: string[] }) => ({
            message: `without ${String(exclude)}`,
          }),
        }),
    })
    const { service, interaction } = await setUp([replace])
    interaction.review.mockResolvedValueOnce({ excluded: ['m1', 'm2'] })
    expect(await service.run({ command: 'pages.replace', args: { find: 'a' } })).toEqual({
      message: 'without m1,m2',
    })
  })

  test('that the server refuses for what was typed asks for that again, and keeps the rest', async () => {
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

  test('that cannot be made is a failure, and nothing runs', async () => {
    const run = vi.fn(async () => {})
    const plan = () => Promise.reject(Object.assign(new Error('Offline.'), { code: 'unavailable' }))
    const { service, host } = await setUp([publish({ run, plan })], selected(30))
    expect(await service.run({ command: 'pages.publish' })).toMatchObject({ message: 'Offline.' })
    expect(run).not.toHaveBeenCalled()
    expect(host.plugins.list()[0]?.status).toBe('active')
  })
})
