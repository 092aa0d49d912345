import type { AnyCommand, CommandModule, Run } from '@typecase/plugin-sdk/command'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { scope, scopeOf } from '@typecase/plugin-sdk/scope'
import { type } from 'arktype'
import { vi } from 'vitest'

import { createHost } from '../kernel/host.ts'
import { createCommandCenter } from './commands.ts'
import { nowhere } from './here.fixture.ts'
import type { Interaction } from './interaction.ts'
import { memoryStorage } from './storage.fixture.ts'

export const never = new Promise<never>(() => {})

export async function setUp(commands: readonly AnyCommand[], facts: FactValues = {}) {
  const host = createHost()
  host.facts.set(facts)
  await host.register({
    id: 'pages',
    version: '1.0.0',
    api: 1,
    title: 'Pages',
    commands,
    facts: [
      { key: 'route.bucketSlug', title: 'a bucket is open', missing: 'Open a bucket first.' },
    ],
  })
  const interaction = {
    askArguments: vi.fn<Interaction['askArguments']>(() => Promise.resolve(undefined)),
    review: vi.fn<Interaction['review']>(() => Promise.resolve(true)),
    confirm: vi.fn<Interaction['confirm']>(() => Promise.resolve(true)),
    argumentsReady: vi.fn<Interaction['argumentsReady']>(),
    commandDeclined: vi.fn<Interaction['commandDeclined']>(),
    notify: vi.fn<Interaction['notify']>(),
    open: vi.fn<Interaction['open']>(() => Promise.resolve()),
    keepSelected: vi.fn<Interaction['keepSelected']>(),
  }
  const here = nowhere()
  const center = createCommandCenter({
    host,
    storage: memoryStorage(),
    interaction,
    keys: { of: () => [], bindings: () => [], subscribe: () => () => {} },
    go: () => Promise.resolve(),
    here,
  })
  return { host, here, interaction, ...center }
}

type ScopeModule = CommandModule<{ scope: ReturnType<typeof scope>['infer'] }>

export function publish(module: Partial<ScopeModule>, rest: Partial<AnyCommand> = {}): AnyCommand {
  return {
    ...defineCommand({
      id: 'pages.publish',
      title: 'Publish',
      effect: 'write',
      args: () => type({ scope: scope() }),
      defaults: (facts) => ({ scope: scopeOf(facts) }),
      load: () => Promise.resolve({ run: async () => ({ message: 'Published.' }), ...module }),
    }),
    ...rest,
  }
}

export const plain = (run: Run, rest: Partial<AnyCommand> = {}): AnyCommand => ({
  id: 'pages.plain',
  title: 'Plain',
  effect: 'none',
  load: () => Promise.resolve({ run }),
  ...rest,
})

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index))
export const selected = (count: number): FactValues => ({
  'selection.kind': 'object',
  'selection.ids': ids(count),
  'selection.count': count,
})
export const planOf = (patch: Partial<Plan> = {}): Plan => ({
  title: 'Publish 284 objects',
  counts: [],
  skipped: [],
  changes: [],
  total: 284,
  isReversible: true,
  ...patch,
})
