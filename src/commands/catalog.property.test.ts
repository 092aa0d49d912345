import type { AnyCommand } from '@typecase/plugin-sdk/command'
import { and, eq, gt, has, not } from '@typecase/plugin-sdk/when'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createHost } from '../kernel/host.ts'
import { createCatalog, type CatalogParts } from './catalog.ts'

const conditions = [
  undefined,
  has('zen'),
  not(has('zen')),
  eq('selection.kind', 'x'),
  and(eq('selection.kind', 'x'), gt('selection.count', 1)),
]
const titles = [
  'Publish',
  'Delete {selection.count} rows',
  'Open {selection.kind}',
  'Änderung',
  'archive 10',
  'archive 9',
]

const command = fc.record({
  title: fc.constantFrom(...titles),
  group: fc.constantFrom(undefined, 'Content', 'View'),
  when: fc.constantFrom(...conditions),
  why: fc.constantFrom(undefined, () => 'Not today.'),
})

const facts = fc.record(
  {
    zen: fc.constantFrom(true, undefined),
    'selection.kind': fc.constantFrom('x', 'y', undefined),
    'selection.count': fc.constantFrom(1, 2, undefined),
    'route.id': fc.constantFrom('a.one', 'a.two'),
  },
  { requiredKeys: [] },
)
type Shortcuts = ReturnType<CatalogParts['keys']['of']>

const change = fc.oneof(
  fc.record({ facts }),
  fc.record({
    command: fc.nat(9),
    keys: fc.constantFrom('g o', 'x'),
    when: fc.constantFrom(and(), has('zen'), eq('selection.kind', 'x'), has('focus.inText')),
  }),
  fc.record({ runs: fc.nat(9) }),
)

test('the cached states of the commands equal freshly computed ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 1, maxLength: 10 }),
      fc.array(change, { maxLength: 12 }),
      async (sample, changes) => {
        const commands = sample.map(
          (one, index) =>
            ({
              id: `a.c${index}`,
              effect: 'none',
              load: () => Promise.reject(new Error()),
              ...one,
            }) as AnyCommand,
        )
        const host = createHost()
        await host.register({ id: 'a', version: '1.0.0', api: 1, title: 'A', commands })
        let bindings: Readonly<Record<string, Shortcuts>> = {}
        let running: readonly string[] = []
        const none: Shortcuts = []
        const subscribe = () => () => undefined
        const parts: CatalogParts = {
          registry: host.registry,
          facts: host.facts,
          keys: { of: (id) => bindings[id] ?? none, bindings: () => bindings, subscribe },
          running: { has: (id) => running.includes(id), list: () => running, subscribe },
        }
        const catalog = createCatalog(parts)
        for (const one of changes) {
          const before = catalog.list()
          if ('facts' in one) host.facts.set(one.facts)
          else if ('keys' in one) bindings = { ...bindings, [`a.c${one.command}`]: [one] }
          else running = [`a.c${one.runs}`]
          const second = createCatalog(parts).list()
          expect(catalog.list()).toEqual(second)
          const isSame = JSON.stringify(before) === JSON.stringify(second)
          expect(catalog.list() === before).toBe(isSame)
        }
      },
    ),
  )
})
