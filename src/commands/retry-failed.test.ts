import { type CommandModule, defineCommand } from '@typecase/plugin-sdk/command'
import { scope, scopeOf } from '@typecase/plugin-sdk/scope'
import { type } from 'arktype'
import { expect, test, vi } from 'vitest'

import { createHost } from '../kernel/host.ts'
import { createCommandCenter } from './commands.ts'
import { nowhere } from './here.fixture.ts'
import type { Interaction } from './interaction.ts'
import { publish, selected, setUp } from './run.fixture.ts'
import { memoryStorage } from './storage.fixture.ts'

type Module = CommandModule<{ scope: ReturnType<typeof scope>['infer'] }>

test('a retry runs the command for the failed objects only', async () => {
  const run = vi
    .fn<Module['run']>(async () => ({}))
    .mockImplementationOnce(async () => ({
      message: 'Nothing was published.',
      failures: [{ id: '2', reason: 'Locked.' }],
    }))
  const publish = defineCommand({
    id: 'objects.publish',
    title: 'Publish',
    effect: 'write',
    args: () => type({ scope: scope() }),
    defaults: (facts) => ({ scope: scopeOf(facts) }),
    load: () => Promise.resolve({ run }),
  })
  const host = createHost()
  host.facts.set({ 'selection.ids': ['1', '2', '3'], 'selection.count': 3 })
  await host.register({
    id: 'objects',
    version: '1.0.0',
    api: 1,
    title: 'Objects',
    commands: [publish],
  })
  const notify = vi.fn<Interaction['notify']>()
  const { service, lastFailed } = createCommandCenter({
    host,
    storage: memoryStorage(),
    interaction: {
      askArguments: () => Promise.resolve(undefined),
      review: () => Promise.resolve(true),
      confirm: () => Promise.resolve(true),
      notify,
      open: () => Promise.resolve(),
      argumentsReady: () => undefined,
      commandDeclined: () => undefined,
      keepSelected: () => undefined,
    },
    keys: { of: () => [], bindings: () => [], subscribe: () => () => {} },
    here: nowhere(),
    go: () => Promise.resolve(),
  })

  await service.run({ command: 'objects.publish' }, { source: 'button' })
  const scoped = { scope: { kind: 'ids', ids: ['2'] } }
  expect(lastFailed()).toEqual({ command: 'objects.publish', args: scoped })
  await notify.mock.calls[0]?.[0].retryFailed?.()
  expect(run.mock.lastCall?.[0]).toEqual(scoped)
  expect(lastFailed()).toBeUndefined()
})

test('a run that failed in part offers both an undo and a retry of the failures', async () => {
  const failures = [{ id: '2', reason: 'Locked.' }]
  const undo = { command: 'pages.unpublish' }
  const run = async () => ({ message: 'Published 2 of 3.', failures, undo })
  const { service, interaction } = await setUp([publish({ run })], selected(3))
  await service.run({ command: 'pages.publish' })
  const [notice] = interaction.notify.mock.lastCall ?? []
  expect(notice).toMatchObject({ tone: 'error', message: 'Published 2 of 3.' })
  expect(notice?.undo).toBeInstanceOf(Function)
  expect(notice?.retryFailed).toBeInstanceOf(Function)
  expect(notice?.retry).toBeUndefined()
})
