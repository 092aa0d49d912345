import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { createStore } from 'jotai/vanilla'

import { createRegistry } from '../kernel/registry.ts'
import { memoryStorage } from '../commands/storage.fixture.ts'
import { createFocus } from '../focus/focus-service.ts'
import { createDispatcher } from './dispatcher.ts'
import { press, type Pressed } from './keyboard.fixture.ts'
import { createKeymap } from './keymap.ts'

/** Creates a dispatcher with commands that record their runs. */
export function setUp(
  keys: readonly KeyBinding[],
  facts: FactValues = {},
  atOnce: readonly string[] = [],
) {
  const registry = createRegistry()
  const ids = [...new Set(keys.map(({ command }) => command))]
  const commands = ids.map((id) => ({
    id: id as `${string}.${string}`,
    title: id,
    effect: 'none' as const,
    load: () => Promise.resolve({ run: async () => {} }),
  }))
  registry.setPlugins([{ id: 'x', version: '1', api: 1, title: 'X', keys, commands }])
  const keymap = createKeymap({ registry, storage: memoryStorage(), facts: () => ({}) })
  const ran: string[] = []
  /** Runs that stay pending until the test settles them. */
  const runs = new Map<string, PromiseWithResolvers<void>>()
  const atoms = createStore()
  const dispatcher = createDispatcher({
    atoms,
    focus: createFocus(document),
    typeahead: { take: () => false },
    keymap,
    facts: () => facts,
    runNow({ item: { id } }) {
      if (!atOnce.includes(id)) return false
      ran.push(`${id} now`)
      setTimeout(() => ran.push('drawn'))
      return true
    },
    run: ({ command, args }) => {
      ran.push(args ? `${command} ${JSON.stringify(args)}` : command)
      return runs.get(command)?.promise
    },
  })
  const type = (...presses: (Pressed | string)[]) =>
    presses.map((one) => dispatcher.handle(press(one)))
  return { atoms, keymap, dispatcher, ran, runs, type }
}

/** Renders a page and returns its marked element. */
export function element(html: string): Element {
  document.body.innerHTML = html
  const target = document.querySelector('[data-at]')
  if (!target) throw new Error('mark the element with data-at')
  return target
}

export const mod = (key: string, ...more: ('Shift' | 'Alt')[]): Pressed => ({
  key,
  down: ['Control', ...more],
})
