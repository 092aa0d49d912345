import { defineCommand } from '@typecase/plugin-sdk/command'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { PluginStatus } from '@typecase/plugin-sdk/plugins'
import { provide, token } from '@typecase/plugin-sdk/token'
import { LOAD_TIMEOUT } from '@typecase/plugin-sdk/within'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createHost, type Host, PATIENCE } from './host.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function plugin(id: string, rest: Partial<Plugin> = {}): Plugin {
  const command = defineCommand({
    id: `${id}.greet`,
    title: 'Greet',
    effect: 'none',
    load: () => Promise.resolve({ run: async () => {} }),
  })
  return { id, version: '1.0.0', api: 1, title: id, commands: [command], ...rest }
}

const never = new Promise<never>(() => {})

function commandsOf(host: Host): string[] {
  return host.registry.get('commands').map(({ item }) => item.id)
}

function statusesOf(host: Host): Record<string, PluginStatus> {
  return Object.fromEntries(host.plugins.list().map(({ id, status }) => [id, status]))
}

function reasonOf(host: Host, id: string): string | undefined {
  return host.plugins.list().find((one) => one.id === id)?.fault?.reason
}

test('the contributions of a plugin are available at once, before anything starts', () => {
  const host = createHost()
  void host.register(plugin('b', { activate: () => never }), plugin('a'))
  expect(commandsOf(host)).toEqual(['a.greet', 'b.greet'])
})

describe('a faulty or third-party plugin', () => {
  const failures: [string, Partial<Plugin>, string][] = [
    [
      'throws at the import of its start module',
      { activate: () => Promise.reject(new Error('no network')) },
      'The plugin “bad” could not be loaded: no network',
    ],
    [
      'hangs at the import of its start module',
      { activate: () => never },
      'The plugin “bad” could not be loaded: The start module of “bad” did not answer within 10 seconds',
    ],
    [
      'throws while it starts',
      {
        activate: () =>
          Promise.resolve({
            activate() {
              throw new Error('broken')
            },
          }),
      },
      'The plugin “bad” could not be started: broken',
    ],
    [
      'hangs while it starts',
      { activate: () => Promise.resolve({ activate: () => never }) },
      'The plugin “bad” could not be started: Starting “bad” did not answer within 10 seconds',
    ],
    [
      'needs what no one provides',
      { needs: [token('no one.x', 1)] },
      '“bad” needs the service no one.x@1, which no plugin provides.',
    ],
    ['contributes an id of another', { commands: plugin('good').commands ?? [] }, '“good.greet”'],
  ]

  test.each(failures)(
    'is quarantined, and the others go on, if it %s',
    async (_what, rest, reason) => {
      const host = createHost()
      await host.register(plugin('bad', rest), plugin('good'))
      await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT)
      await host.ready()
      expect(statusesOf(host)).toEqual({ bad: 'quarantined', good: 'active' })
      expect(reasonOf(host, 'bad')).toContain(reason)
      expect(commandsOf(host)).toEqual(['good.greet'])
    },
  )

  test('is quarantined if its module throws, hangs or has no default export', async () => {
    const host = createHost()
    const loaded = host.load(
      {
        bad: () => Promise.reject(new Error('syntax')),
        slow: () => never,
        empty: () => Promise.resolve({ plugin: plugin('empty') }),
        good: () => Promise.resolve({ default: plugin('good') }),
      },
      { isThirdParty: true },
    )
    await vi.advanceTimersByTimeAsync(PATIENCE)
    await loaded
    expect(commandsOf(host)).toEqual(['good.greet'])
    expect(statusesOf(host)).toMatchObject({ slow: 'registered', bad: 'quarantined' })
    await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT)
    expect(commandsOf(host)).toEqual(['good.greet'])
    expect(reasonOf(host, 'bad')).toBe('The plugin “bad” could not be loaded: syntax')
    expect([host.isThirdParty('good'), host.isThirdParty('other')]).toEqual([true, false])
    expect(reasonOf(host, 'slow')).toContain('did not answer within 10 seconds')
    expect(reasonOf(host, 'empty')).toContain('no default export made by definePlugin')
  })

  test('is added, replaced and removed at run time, but never replaces a plugin of the product', async () => {
    const host = createHost()
    await host.register(plugin('media'))
    await host.plugins.add(plugin('ext-stamps'))
    expect(commandsOf(host)).toContain('ext-stamps.greet')
    expect(host.isThirdParty('ext-stamps')).toBe(true)
    await host.plugins.add(plugin('ext-stamps', { version: '2.0.0' }))
    expect(host.plugins.list().map(({ id, version }) => [id, version])).toContainEqual([
      'ext-stamps',
      '2.0.0',
    ])
    await expect(host.plugins.add(plugin('media'))).rejects.toThrow('plugin of the product')
    await host.plugins.remove('media')
    await host.plugins.remove('ext-stamps')
    expect(commandsOf(host)).toEqual(['media.greet'])
  })

  test('is quarantined if it has the id of another plugin', async () => {
    const host = createHost()
    await host.register(plugin('media'), plugin('media', { version: '2.0.0' }))
    expect(statusesOf(host)).toEqual({ media: 'active', 'media#1': 'quarantined' })
    expect(reasonOf(host, 'media#1')).toContain('There are two plugins with the id “media”')
    await host.plugins.retry('media#1')
    expect(statusesOf(host)['media#1']).toBe('quarantined')
  })

  test('keeps its contributions if only a part of it fails, and the report names the phase', async () => {
    const host = createHost()
    await host.register(plugin('objects'))
    const report = host.plugins.report('objects', 'render', new Error('no title'))
    expect(report).toContain('plugin: objects 1.0.0')
    expect(report).toContain('phase: render')
    expect(statusesOf(host)).toEqual({ objects: 'faulty' })
    expect(commandsOf(host)).toEqual(['objects.greet'])
    await host.plugins.retry('objects')
    expect(statusesOf(host)).toEqual({ objects: 'active' })
  })
})

test('a quarantined plugin works after Retry once the cause is gone', async () => {
  const host = createHost()
  let isUp = false
  const load = () =>
    isUp ? Promise.resolve({ activate: () => {} }) : Promise.reject(new Error('down'))
  await host.register(plugin('a', { activate: load }))
  await host.ready()
  expect(statusesOf(host)).toEqual({ a: 'quarantined' })
  isUp = true
  await host.plugins.retry('a')
  await host.ready()
  expect(statusesOf(host)).toEqual({ a: 'active' })
  expect(commandsOf(host)).toEqual(['a.greet'])
})

describe('a plugin that needs a service', () => {
  const Clock = token<string>('clock.clock', 1)

  test('starts after the plugin that provides it', async () => {
    const started: string[] = []
    const starts = (id: string, wait: number) => () =>
      Promise.resolve({
        async activate() {
          await new Promise((resolve) => setTimeout(resolve, wait))
          started.push(id)
        },
      })
    const host = createHost()
    await host.register(
      plugin('alarm', { needs: [Clock], activate: starts('alarm', 1) }),
      plugin('clock', { provides: [provide(Clock, () => 'x')], activate: starts('clock', 100) }),
    )
    await vi.advanceTimersByTimeAsync(200)
    expect(started).toEqual(['clock', 'alarm'])
  })

  test('is quarantined while the provider is disabled, and active again when it is enabled', async () => {
    const host = createHost()
    await host.register(
      plugin('alarm', { needs: [Clock] }),
      plugin('clock', { provides: [provide(Clock, () => 'x')] }),
    )
    await host.plugins.disable('clock')
    expect(statusesOf(host)).toEqual({ alarm: 'quarantined', clock: 'disabled' })
    expect(reasonOf(host, 'alarm')).toContain('of the plugin “clock”, which is switched off')
    await host.plugins.enable('clock')
    expect(statusesOf(host)).toEqual({ alarm: 'active', clock: 'active' })
    expect(host.services.get(Clock)).toBe('x')
  })

  test('restarts when the provider is replaced', async () => {
    const host = createHost()
    const seen: string[] = []
    const clock = (version: string) =>
      plugin('clock', { version, provides: [provide(Clock, () => version)] })
    await host.register(
      clock('1.0.0'),
      plugin('alarm', {
        needs: [Clock],
        activate: () =>
          Promise.resolve({
            activate({ services }) {
              seen.push(services.get(Clock))
              return () => seen.push('stopped')
            },
          }),
      }),
    )
    await host.ready()
    await host.replace(clock('2.0.0'))
    await host.ready()
    expect(seen).toEqual(['1.0.0', 'stopped', '2.0.0'])
  })
})

describe('the removal of a plugin', () => {
  test('waits until listeners have left its pages, then takes everything at once', async () => {
    const host = createHost()
    const log: string[] = []
    await host.register(
      plugin('media', {
        activate: () =>
          Promise.resolve({
            activate:
              ({ signal }) =>
              () =>
                log.push(`stop ${signal.aborted}`),
          }),
      }),
    )
    await host.ready()
    host.onBeforeRemove(async (owner, reason) => {
      log.push(`leaving ${owner} ${reason}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      log.push(`still there: ${commandsOf(host).join()}`)
    })
    const disabling = host.plugins.disable('media')
    await vi.advanceTimersByTimeAsync(50)
    await disabling
    expect(log).toEqual(['leaving media disabled', 'still there: media.greet', 'stop true'])
    expect(commandsOf(host)).toEqual([])
  })

  test('while it starts disposes of what the late start set up, and reports no fault', async () => {
    const host = createHost()
    const dispose = vi.fn()
    const starts = (id: string, outcome: () => () => void) =>
      plugin(id, {
        activate: () =>
          Promise.resolve({
            async activate() {
              await new Promise((resolve) => setTimeout(resolve, 100))
              return outcome()
            },
          }),
      })
    await host.register(
      starts('late', () => dispose),
      starts('broken', () => {
        throw new Error('too late to matter')
      }),
    )
    await vi.advanceTimersByTimeAsync(50)
    await host.plugins.disable('late')
    await host.plugins.disable('broken')
    await vi.advanceTimersByTimeAsync(100)
    expect(dispose).toHaveBeenCalledTimes(1)
    await host.plugins.enable('broken')
    expect(statusesOf(host)).toEqual({ late: 'disabled', broken: 'activating' })
  })

  test('is not held up by a listener that throws or hangs', async () => {
    vi.stubGlobal('reportError', vi.fn())
    const host = createHost()
    await host.register(plugin('media'))
    host.onBeforeRemove(() => never)
    host.onBeforeRemove(() => Promise.reject(new Error('no')))
    const disabling = host.plugins.disable('media')
    await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT)
    await disabling
    expect(commandsOf(host)).toEqual([])
    expect(reportError).toHaveBeenCalledTimes(2)
    vi.unstubAllGlobals()
  })

  test('for a replacement is a single change of the registry', async () => {
    const host = createHost()
    await host.register(plugin('media'), plugin('objects'))
    const seen: number[] = []
    host.registry.subscribe(() => seen.push(commandsOf(host).length))
    await host.replace(plugin('media', { version: '1.1.0' }))
    expect(seen).toEqual([2])
    expect(host.plugins.list()[0]?.version).toBe('1.1.0')
  })
})

test('a plugin that the user disabled stays disabled in the next session', async () => {
  const values = new Map<string, unknown>()
  const storage = {
    get: (key: string) => values.get(key) as never,
    set: (key: string, value: unknown) => void values.set(key, value),
  }
  const first = createHost({ storage })
  await first.register(plugin('media'), plugin('objects'))
  await first.plugins.disable('media')
  const second = createHost({ storage })
  await second.register(plugin('media'), plugin('objects'))
  expect(statusesOf(second)).toEqual({ media: 'disabled', objects: 'active' })
})

test('a snapshot of the registry keeps its identity while its kind does not change', async () => {
  const host = createHost()
  await host.register(plugin('a'))
  const { registry } = host
  const commands = registry.get('commands')
  await host.register(plugin('b', { commands: [], facts: [{ key: 'zen', title: 'zen mode' }] }))
  expect(registry.get('commands')).toBe(commands)
  expect(registry.get('facts')).toHaveLength(1)
})

describe('the late contributions of a plugin', () => {
  const add = defineCommand({
    id: 'a.add',
    title: 'Add',
    effect: 'none',
    load: () => Promise.resolve({ run: async () => {} }),
  })
  const later = () => Promise.resolve({ default: { commands: [add] } })

  test('are added once on request, while the plugin keeps running', async () => {
    const activate = vi.fn(() => Promise.resolve({ activate: () => undefined }))
    const fetchLater = vi.fn(later)
    const host = createHost()
    const onLeave = vi.fn()
    host.onBeforeRemove(onLeave)
    await host.register(plugin('a', { later: fetchLater, activate }))
    expect(commandsOf(host)).toEqual(['a.greet'])
    const routes = host.registry.get('routes')
    const listener = vi.fn()
    host.registry.subscribe(listener)
    await Promise.all([host.complete(), host.complete()])
    await host.ready()
    expect(commandsOf(host)).toEqual(['a.add', 'a.greet'])
    expect(host.registry.get('routes')).toBe(routes)
    expect(listener).toHaveBeenCalledTimes(1)
    expect([fetchLater, activate, onLeave].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
  })

  test('are added at once for a plugin that is registered or replaced afterwards', async () => {
    const host = createHost()
    await host.complete()
    await host.register(plugin('a', { later }))
    expect(commandsOf(host)).toEqual(['a.add', 'a.greet'])
    await host.replace(plugin('a', { later: () => Promise.resolve({ default: {} }) }))
    expect(commandsOf(host)).toEqual(['a.greet'])
  })

  test('are removed and added with the plugin', async () => {
    const host = createHost()
    await host.register(plugin('a', { later }))
    await host.complete()
    await host.plugins.disable('a')
    expect(commandsOf(host)).toEqual([])
    await host.plugins.enable('a')
    expect(commandsOf(host)).toEqual(['a.add', 'a.greet'])
  })

  test('make it faulty if they cannot be loaded, and are fetched again on Retry', async () => {
    let isOnline = false
    const host = createHost()
    await host.register(
      plugin('a', {
        later: () => (isOnline ? later() : Promise.reject(new Error('no network'))),
      }),
      plugin('b'),
    )
    await host.complete()
    expect(statusesOf(host)).toEqual({ a: 'faulty', b: 'active' })
    expect(reasonOf(host, 'a')).toBe('The plugin “a” could not be loaded: no network')
    expect(commandsOf(host)).toEqual(['a.greet', 'b.greet'])
    isOnline = true
    await host.plugins.retry('a')
    expect(statusesOf(host)).toEqual({ a: 'active', b: 'active' })
    expect(commandsOf(host)).toEqual(['a.add', 'a.greet', 'b.greet'])
  })

  test('are rejected if they use an id of another plugin', async () => {
    const host = createHost()
    const foreign = plugin('b').commands ?? []
    await host.register(
      plugin('a', { later: () => Promise.resolve({ default: { commands: foreign } }) }),
    )
    await host.complete()
    expect(reasonOf(host, 'a')).toBe('The command “b.greet” of “a” must be called “a.…”.')
    expect(commandsOf(host)).toEqual(['a.greet'])
  })
})
