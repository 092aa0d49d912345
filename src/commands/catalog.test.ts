import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { and, eq, has, not } from '@typecase/plugin-sdk/when'
import { expect, test } from 'vitest'

import { createHost } from '../kernel/host.ts'
import { createCatalog } from './catalog.ts'

const create: AnyCommand = {
  id: 'a.new',
  title: 'New…',
  effect: 'none',
  load: () => Promise.reject(new Error()),
}

/** Returns the displayed shortcuts of the command on several pages in turn, each with its own facts. */
async function displayedKeys(
  binding: Omit<KeyBinding, 'command'>,
  ...pages: readonly Readonly<Record<string, unknown>>[]
) {
  const host = createHost()
  await host.register({ id: 'a', version: '1.0.0', api: 1, title: 'A', commands: [create] })
  const bindings = [{ ...binding, command: create.id }]
  const subscribe = () => () => undefined
  const catalog = createCatalog({
    registry: host.registry,
    facts: host.facts,
    keys: { of: () => bindings, bindings: () => bindings, subscribe },
    running: { has: () => false, list: () => bindings, subscribe },
  })
  return pages.map((page) => {
    host.facts.set(page)
    return catalog.get(create.id)?.keys
  })
}

test('a shortcut is shown where it leads to the command, and not where it leads to another one', async () => {
  const onItsPage = { keys: 'n', when: eq('list.creates', create.id) }
  const pages = [
    { 'list.creates': create.id },
    { 'list.creates': 'b.new' },
    { 'list.creates': create.id },
  ]
  expect(await displayedKeys(onItsPage, ...pages)).toEqual([['n'], [], ['n']])
  expect(await displayedKeys({ keys: 'n' }, ...pages)).toEqual([['n'], ['n'], ['n']])
})

test('a shortcut outside text is still shown while the focus is in a text field', async () => {
  const outsideText = {
    keys: 'n',
    when: and(eq('list.creates', create.id), not(has('focus.inText'))),
  }
  const inPalette = { 'list.creates': create.id, 'focus.inText': true }
  expect(await displayedKeys(outsideText, inPalette)).toEqual([['n']])
})
