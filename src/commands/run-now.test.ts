import { DEFAULT_FAILURE } from '@typecase/contract/product'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { token } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { describe, expect, test, vi } from 'vitest'

import { plain, setUp } from './run.fixture.ts'

interface ListPage {
  move(by: number): void
}
const listPage = token<ListPage>('pages.list-page', 1)

const nextRow = defineCommand({
  id: 'pages.next-row',
  title: 'Next row',
  effect: 'none',
  when: has('route.bucketSlug'),
  runNow: (_args, { page }) => page(listPage)?.move(1),
})
async function start(commands: readonly AnyCommand[], facts = {}) {
  const core = await setUp(commands, facts)
  /** Presses the command's key. @returns whether the command ran immediately */
  const press = ({ id }: AnyCommand, args?: JsonObject) => {
    const command = core.catalog.find(id)
    return command !== undefined && core.runNow(command, { command: id, ...(args && { args }) })
  }
  return { ...core, press }
}

const inBucket = { 'route.bucketSlug': 'blog' }

describe('a command with `runNow`', () => {
  test('has run when the key press returns, without a job, a recent or a notification', async () => {
    const { press, here, jobs, recents, interaction } = await start([nextRow], inBucket)
    const move = vi.fn<ListPage['move']>()
    here.offer(listPage, { move })
    const listed = vi.fn()
    jobs.subscribe(listed)
    expect(press(nextRow)).toBe(true)
    expect(move).toHaveBeenCalledExactlyOnceWith(1)
    expect(listed).not.toHaveBeenCalled()
    expect(recents.list()).toEqual([])
    expect(interaction.notify).not.toHaveBeenCalled()
  })

  test('is left to an ordinary run, which gives the reason, while it is disabled', async () => {
    const { press, service } = await start([nextRow])
    expect(press(nextRow)).toBe(false)
    expect(await service.run({ command: nextRow.id })).toMatchObject({
      message: 'Open a bucket first.',
    })
  })

  test('does nothing while its page is not on screen', async () => {
    const { press, here } = await start([nextRow], inBucket)
    const move = vi.fn<ListPage['move']>()
    here.offer(listPage, { move })()
    expect(press(nextRow)).toBe(true)
    expect(move).not.toHaveBeenCalled()
  })

  test('asks for the arguments that its key does not give, still without a job or a recent', async () => {
    const set = vi.fn<(size: number) => void>()
    const setSize: AnyCommand = defineCommand({
      id: 'pages.set-size',
      title: 'Set size…',
      effect: 'none',
      args: () => type({ size: 'number' }),
      runNow: ({ size }) => set(size),
    })
    const { press, service, jobs, recents, interaction } = await start([setSize])
    expect(press(setSize, { size: 2 })).toBe(true)
    expect(set).toHaveBeenLastCalledWith(2)
    interaction.askArguments.mockResolvedValueOnce({ size: 3 })
    const listed = vi.fn()
    jobs.subscribe(listed)
    expect(press(setSize)).toBe(false)
    expect(await service.run({ command: setSize.id }, { source: 'palette' })).toEqual({})
    expect(set).toHaveBeenLastCalledWith(3)
    expect(listed).not.toHaveBeenCalled()
    expect(recents.list()).toEqual([])
  })

  test('reports its failure and marks its plugin as faulty', async () => {
    const broken = {
      ...nextRow,
      runNow: () => {
        throw new Error('No rows.')
      },
    }
    const { press, interaction, host } = await start([broken], inBucket)
    expect(press(nextRow)).toBe(true)
    expect(interaction.notify).toHaveBeenCalledWith(
      expect.objectContaining({ message: DEFAULT_FAILURE, tone: 'error' }),
    )
    expect(host.plugins.list()).toMatchObject([{ id: 'pages', status: 'faulty' }])
  })
})

test('a command without an effect never becomes a recent, from a key or from the palette', async () => {
  const { service, recents } = await start([plain(async () => {})])
  await service.run({ command: 'pages.plain' }, { source: 'key' })
  await service.run({ command: 'pages.plain' }, { source: 'palette' })
  expect(recents.list()).toEqual([])
})
