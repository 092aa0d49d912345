import { DEFAULT_FAILURE } from '@typecase/contract/product'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { has } from '@typecase/plugin-sdk/when'
import { describeMissingCode } from '@typecase/plugin-sdk/missing-code'
import { LOAD_TIMEOUT } from '@typecase/plugin-sdk/within'
import { type } from 'arktype'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { never, setUp, publish, plain, selected, planOf } from './run.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a run', () => {
  test('takes its scope from the selection, and is remembered without it', async () => {
    const run = vi.fn(async () => ({ message: 'Published 3 objects.' }))
    const { service, interaction, recents } = await setUp([publish({ run })], selected(3))
    const outcome = await service.run({ command: 'pages.publish' }, { source: 'key' })
    expect(outcome).toEqual({ message: 'Published 3 objects.' })
    expect(run).toHaveBeenCalledWith(
      { scope: { kind: 'ids', ids: ['0', '1', '2'] } },
      expect.objectContaining({ source: 'key' }),
    )
    expect(interaction.notify).toHaveBeenCalledWith({
      message: 'Published 3 objects.',
      tone: 'success',
    })
    // The current selection is not part of what the user may want to run again.
    expect(recents.list()).toEqual([
      { ref: { command: 'pages.publish' }, label: 'Publish', at: expect.any(Number) },
    ])
  })

  test('is remembered with a scope that the user gave, but without one that its page offered', async () => {
    const facts = { 'view.query': { type: 'posts' }, 'view.total': 3 }
    const command = publish({}, { defaults: () => ({}) })
    const { service, interaction, recents } = await setUp([command], facts)
    const view = { kind: 'view', query: { type: 'posts' }, total: 3 }
    interaction.askArguments.mockResolvedValueOnce({ scope: view })
    await service.run({ command: 'pages.publish' }, { source: 'palette' })
    const bucket = { kind: 'query', query: {}, total: 9 }
    await service.run({ command: 'pages.publish', args: { scope: bucket } }, { source: 'palette' })
    expect(recents.list().map(({ ref }) => ref)).toContainEqual({ command: 'pages.publish' })
    expect(recents.list().map(({ ref }) => ref.args?.['scope'])).toContainEqual(bucket)
  })

  test('is reported as declined only if it did not begin', async () => {
    const { service, interaction } = await setUp([plain(async () => {}), publish({})])
    await service.run({ command: 'pages.plain' })
    expect(interaction.commandDeclined).not.toHaveBeenCalled()
    // The user backs out of the question for the scope.
    await service.run({ command: 'pages.publish' })
    expect(interaction.commandDeclined).toHaveBeenCalledTimes(1)
    await service.run({ command: 'pages.gone' })
    expect(interaction.commandDeclined).toHaveBeenCalledTimes(2)
  })

  test('of a disabled or unknown command gives the reason and does nothing', async () => {
    const run = vi.fn(async () => {})
    const { service, interaction } = await setUp([plain(run, { when: has('route.bucketSlug') })])
    expect(await service.run({ command: 'pages.plain' })).toMatchObject({
      message: 'Open a bucket first.',
    })
    expect(await service.run({ command: 'pages.gone' })).toMatchObject({
      message: 'There is no command “pages.gone” here.',
    })
    expect(run).not.toHaveBeenCalled()
    expect(interaction.notify).toHaveBeenCalledTimes(2)
  })

  test('asks for missing arguments, and again for invalid ones, keeping the rest', async () => {
    const rename = defineCommand({
      id: 'pages.rename',
      title: 'Rename…',
      effect: 'write',
      args: () => type({ title: 'string >= 3', note: 'string' }),
      load: () =>
        Promise.resolve({ run: async ({ title }: { title: string }) => ({ message: title }) }),
    })
    const { service, interaction } = await setUp([rename])
    interaction.askArguments
      .mockResolvedValueOnce({ title: 'ab', note: 'n' })
      .mockResolvedValueOnce({ title: 'abc', note: 'n' })
    expect(await service.run({ command: 'pages.rename', args: { note: 'n' } })).toEqual({
      message: 'abc',
    })
    const [first, second] = interaction.askArguments.mock.calls.map(([request]) => request)
    expect(first).toMatchObject({ at: 'title', args: { note: 'n' } })
    expect(second).toMatchObject({
      at: 'title',
      args: { title: 'ab', note: 'n' },
      message: 'Title must be at least 3 characters',
    })
  })

  test('asks again for an argument that the server rejects, keeping the rest, but not for an undo', async () => {
    const run = vi.fn(async ({ title }: { title: string; note: string }) => {
      if (title === 'new') return { message: 'Renamed.' }
      const details = [{ path: 'title', message: 'title is taken' }]
      throw Object.assign(new Error('Invalid'), { code: 'invalid', details })
    })
    const rename = defineCommand({
      id: 'pages.rename',
      title: 'Rename…',
      effect: 'write',
      args: () => type({ title: 'string', note: 'string' }),
      load: () => Promise.resolve({ run }),
    })
    const { service, interaction, jobs } = await setUp([rename])
    interaction.askArguments.mockResolvedValueOnce({ title: 'new', note: 'n' })
    const ref = { command: 'pages.rename', args: { title: 'old', note: 'n' } }
    expect(await service.run(ref)).toEqual({ message: 'Renamed.' })
    expect(interaction.askArguments).toHaveBeenCalledWith(
      expect.objectContaining({
        at: 'title',
        message: 'title is taken',
        args: { title: 'old', note: 'n' },
      }),
    )
    // One run in the tray and one notification: the refusal did not end the run.
    expect(jobs.list()).toHaveLength(1)
    expect(interaction.notify).toHaveBeenCalledTimes(1)
    // The arguments of an undo were not typed by a user.
    expect(await service.run(ref, { source: 'undo' })).toMatchObject({ message: 'Invalid' })
    expect(interaction.askArguments).toHaveBeenCalledTimes(1)
  })

  test('does not begin if the user backs out', async () => {
    const run = vi.fn(async () => {})
    const command = publish({ run })
    const { service, interaction, jobs } = await setUp([command])
    expect(await service.run({ command: 'pages.publish' })).toBeUndefined()
    expect(interaction.askArguments).toHaveBeenCalledTimes(1)
    expect(run).not.toHaveBeenCalled()
    expect(jobs.list()).toEqual([])
  })

  test('from a link always asks first', async () => {
    const run = vi.fn(async () => {})
    const { service, interaction } = await setUp([plain(run)])
    await service.run({ command: 'pages.plain' }, { source: 'link' })
    expect(interaction.askArguments).toHaveBeenCalledTimes(1)
    expect(run).not.toHaveBeenCalled()
    interaction.askArguments.mockResolvedValueOnce({})
    await service.run({ command: 'pages.plain' }, { source: 'link' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('from a proposal first asks with the labels of the proposal, even if it is quick', async () => {
    const run = vi.fn(async () => {})
    const { service, interaction } = await setUp([plain(run)])
    const proposal = { labels: { at: 'tomorrow' } }
    await service.run({ command: 'pages.plain' }, { source: 'palette', proposal, isQuick: true })
    expect(interaction.askArguments).toHaveBeenCalledTimes(1)
    expect(interaction.askArguments).toHaveBeenCalledWith(expect.objectContaining(proposal))
    expect(run).not.toHaveBeenCalled()
    interaction.askArguments.mockResolvedValueOnce({})
    await service.run({ command: 'pages.plain' }, { source: 'palette', proposal })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('with an argument of the wrong type names the argument, and its plugin stays active', async () => {
    const command = defineCommand({
      id: 'pages.tag',
      title: 'Tag',
      effect: 'write',
      args: () => type({ tags: 'string[]' }),
      load: () => Promise.resolve({ run: async () => {} }),
    })
    const { service, host } = await setUp([command])
    expect(await service.run({ command: 'pages.tag', args: { tags: 1 } })).toMatchObject({
      message: '“Tag” cannot run: “tags” must be an array.',
    })
    expect(host.plugins.list()[0]?.status).toBe('active')
  })

  test('of a command that is already running is ignored', async () => {
    let finish = (): void => {}
    const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const { service, catalog } = await setUp([plain(run)])
    const first = service.run({ command: 'pages.plain' })
    await vi.advanceTimersByTimeAsync(0)
    expect(catalog.get('pages.plain')?.isRunning).toBe(true)
    expect(await service.run({ command: 'pages.plain' })).toBeUndefined()
    finish()
    await first
    expect(run).toHaveBeenCalledTimes(1)
    expect(catalog.get('pages.plain')?.isRunning).toBe(false)
  })

  test('of a reentrant command runs it again, and it counts as running until the last run ends', async () => {
    const ends: (() => void)[] = []
    const run = vi.fn(() => new Promise<void>((resolve) => void ends.push(resolve)))
    const { service, catalog } = await setUp([{ ...plain(run), isReentrant: true }])
    const runs = [
      service.run({ command: 'pages.plain' }),
      service.run({ command: 'pages.plain' }),
    ] as const
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(2)
    ends[0]?.()
    await runs[0]
    expect(catalog.get('pages.plain')?.isRunning).toBe(true)
    ends[1]?.()
    await runs[1]
    expect(catalog.get('pages.plain')?.isRunning).toBe(false)
  })
})

test('the arguments tell which of several buttons of a command is running', async () => {
  const command = defineCommand({
    id: 'pages.redo',
    title: 'Redo',
    effect: 'write',
    args: () => type({ change: 'string', bucket: 'string' }),
    defaults: () => ({ bucket: 'archive' }),
    load: () => Promise.resolve({ run: () => never }),
  })
  const { service } = await setUp([command])
  void service.run({ command: 'pages.redo', args: { change: 'a' } })
  await vi.advanceTimersByTimeAsync(0)
  const isRunning = (args?: JsonObject) =>
    service.isRunning({ command: 'pages.redo', ...(args && { args }) })
  expect([isRunning({ change: 'a' }), isRunning({ change: 'b' }), isRunning()]).toEqual([
    true,
    false,
    true,
  ])
})

describe('a long run', () => {
  const long = plain(async function* (_args, { signal }) {
    let done = 0
    try {
      while (done < 3) {
        yield { done, total: 3 }
        await new Promise((resolve) => setTimeout(resolve, 100))
        done++
      }
      return { message: 'All done.' }
    } finally {
      // Changes made before Cancel can be undone as well.
      if (signal.aborted) {
        // oxlint-disable-next-line no-unsafe-finally -- the way a generator answers `return`
        return { message: `Stopped after ${done}.`, undo: { command: 'pages.plain' } }
      }
    }
  })

  test('reports its progress to the tray', async () => {
    const { service, jobs } = await setUp([long])
    const running = service.run({ command: 'pages.plain' })
    await vi.advanceTimersByTimeAsync(250)
    expect(jobs.list()[0]).toMatchObject({ status: 'running', progress: { done: 2, total: 3 } })
    await vi.advanceTimersByTimeAsync(100)
    expect(await running).toEqual({ message: 'All done.' })
    expect(jobs.list()[0]).toMatchObject({ status: 'done' })
  })

  test('stops after the current step when cancelled, reports what was done and can be undone', async () => {
    const { service, jobs, journal } = await setUp([long])
    const running = service.run({ command: 'pages.plain' })
    await vi.advanceTimersByTimeAsync(150)
    jobs.cancel(jobs.list()[0]?.id ?? '')
    expect(jobs.list()[0]?.status).toBe('cancelling')
    await vi.advanceTimersByTimeAsync(100)
    expect(await running).toMatchObject({ message: 'Stopped after 2.' })
    expect(jobs.list()[0]?.status).toBe('cancelled')
    expect(journal.undoable().map(({ label }) => label)).toEqual(['Stopped after 2.'])
  })
})

describe('a command that hangs', () => {
  test('is abandoned only when Cancel is pressed twice, and can then be run again', async () => {
    const run = vi.fn(() => never)
    const { service, jobs, interaction, catalog } = await setUp([plain(run)])
    const running = service.run({ command: 'pages.plain' })
    await vi.advanceTimersByTimeAsync(0)
    const id = jobs.list()[0]?.id ?? ''
    jobs.cancel(id)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(jobs.list()[0]?.status).toBe('cancelling')
    jobs.cancel(id)
    expect(await running).toMatchObject({ message: expect.stringMatching(/Cancelling timed out/) })
    expect(jobs.list()[0]?.status).toBe('cancelled')
    expect(interaction.notify).toHaveBeenCalledOnce()
    expect(catalog.get('pages.plain')?.isRunning).toBe(false)
    void service.run({ command: 'pages.plain' })
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['its code', plain(async () => {}, { load: () => never })],
    ['its plan', publish({ plan: () => never })],
  ])('does not begin if the user backs out while it waits for %s', async (_what, command) => {
    const { service, jobs, interaction } = await setUp([command], selected(284))
    const running = service.run({ command: command.id })
    await vi.advanceTimersByTimeAsync(0)
    expect(jobs.list()).toMatchObject([{ status: 'preparing' }])
    jobs.cancelPreparing()
    expect(await running).toBeUndefined()
    expect(jobs.list()).toEqual([])
    expect(interaction.notify).not.toHaveBeenCalled()
  })

  test('is not cancelled while it waits for the user’s answer to a question', async () => {
    const { service, jobs, interaction } = await setUp(
      [publish({ plan: async () => planOf() })],
      selected(284),
    )
    interaction.review.mockReturnValue(never)
    void service.run({ command: 'pages.publish' })
    await vi.waitFor(() => expect(interaction.review).toHaveBeenCalled(), 10_000)
    jobs.cancelPreparing()
    expect(jobs.list()).toMatchObject([{ status: 'preparing', isAsking: true }])
  })
})

describe('a faulty command', () => {
  test('fails with a readable message, and its plugin is marked as faulty but not removed', async () => {
    const { service, host, interaction } = await setUp([
      plain(() => Promise.reject(new TypeError('x is undefined'))),
    ])
    expect(await service.run({ command: 'pages.plain' })).toMatchObject({
      message: DEFAULT_FAILURE,
      failures: [{ reason: DEFAULT_FAILURE }],
    })
    expect(host.plugins.list()[0]).toMatchObject({ status: 'faulty', fault: { phase: 'run' } })
    expect(host.registry.get('commands')).toHaveLength(1)
    expect(interaction.notify).toHaveBeenCalledWith(
      expect.objectContaining({ tone: 'error', retry: expect.any(Function) }),
    )
  })

  test('does not mark its plugin as faulty if its code could not be fetched', async () => {
    const missing = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    const { service, host } = await setUp([plain(() => Promise.reject(missing))])
    expect(await service.run({ command: 'pages.plain' })).toMatchObject({
      message: describeMissingCode(),
    })
    expect(host.plugins.list()[0]).toMatchObject({ status: 'active' })
  })

  test('fails if its code has not loaded after ten seconds', async () => {
    const { service, host, jobs } = await setUp([plain(async () => {}, { load: () => never })])
    const running = service.run({ command: 'pages.plain' })
    await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT)
    expect(await running).toMatchObject({
      message: 'The command pages.plain did not answer within 10 seconds',
    })
    expect(host.plugins.list()[0]).toMatchObject({ status: 'faulty', fault: { phase: 'import' } })
    expect(jobs.list()[0]?.status).toBe('failed')
  })

  test('is listed with a default reason if its `why` throws', async () => {
    vi.stubGlobal('reportError', vi.fn())
    const { catalog } = await setUp([
      plain(async () => {}, {
        when: has('zen'),
        why: () => {
          throw new Error('no')
        },
      }),
    ])
    expect(catalog.get('pages.plain')).toMatchObject({
      isEnabled: false,
      reason: 'Not available here.',
    })
    vi.unstubAllGlobals()
  })
})

describe('after a run', () => {
  test('the failed objects stay selected, and Undo reverts the rest', async () => {
    const undone = vi.fn(async () => ({ message: 'Taken back.' }))
    const outcome = {
      message: 'Published 2 of 3 objects.',
      undo: { command: 'pages.plain' },
      failures: [{ id: '2', reason: 'Locked.' }],
    }
    const { service, interaction, journal } = await setUp(
      [publish({ run: async () => outcome }), plain(undone, { isInternal: true })],
      selected(3),
    )
    await service.run({ command: 'pages.publish' }, { source: 'button' })
    expect(interaction.keepSelected).toHaveBeenCalledWith(outcome.failures)
    const notice = interaction.notify.mock.calls[0]?.[0]
    expect(notice).toMatchObject({ message: 'Published 2 of 3 objects.', tone: 'error' })
    await notice?.undo?.()
    expect(undone).toHaveBeenCalledTimes(1)
    expect(journal.undoable()).toEqual([])
    expect(journal.redoable()).toHaveLength(1)
  })

  test('an undo asks for no confirmation, even if it is destructive', async () => {
    const erase = vi.fn(async () => ({ message: 'Copies deleted.' }))
    const { service, interaction, journal } = await setUp([
      plain(async () => ({ message: 'Duplicated.', undo: { command: 'pages.erase' } })),
      plain(erase, { id: 'pages.erase', effect: 'destructive' }),
    ])
    await service.run({ command: 'pages.plain' })
    await journal.undo()
    expect(erase).toHaveBeenCalledTimes(1)
    expect(interaction.confirm).not.toHaveBeenCalled()
    await service.run({ command: 'pages.erase' })
    expect(interaction.confirm).toHaveBeenCalledTimes(1)
  })

  test('the tray keeps the last twenty finished jobs, without those that were dismissed', async () => {
    const { service, jobs } = await setUp([plain(async () => {})])
    for (let index = 0; index < 25; index++) await service.run({ command: 'pages.plain' })
    expect(jobs.list()).toHaveLength(20)
    expect(jobs.list()[0]?.id).toBe('job-25')
    jobs.dismiss('job-25')
    expect(jobs.list()[0]?.id).toBe('job-24')
  })

  test('the page of the outcome opens, and observers hear of the run', async () => {
    const { service, interaction } = await setUp([
      plain(async () => ({ open: '/blog/objects' as const })),
    ])
    const log: string[] = []
    service.observe({
      before: ({ command }, source) => log.push(`before ${command} ${source}`),
      after: ({ command }) => log.push(`after ${command}`),
    })
    await service.run({ command: 'pages.plain' }, { source: 'menu' })
    expect(interaction.open).toHaveBeenCalledWith('/blog/objects')
    expect(log).toEqual(['before pages.plain menu', 'after pages.plain'])
  })
})

test('the state of a command keeps its identity until something visible changes', async () => {
  const { catalog, host } = await setUp([
    plain(async () => {}, { title: 'Delete {selection.count} rows', when: has('selection.ids') }),
  ])
  const before = catalog.get('pages.plain')
  const list = catalog.list()
  host.facts.set({ zen: true })
  expect(catalog.get('pages.plain')).toBe(before)
  expect(catalog.list()).toBe(list)
  host.facts.set(selected(1284))
  expect(catalog.get('pages.plain')).toMatchObject({
    title: 'Delete 1,284 rows',
    isEnabled: true,
  })
  expect(catalog.relevance('pages.plain')).toBe(1)
})
