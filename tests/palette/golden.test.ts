import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { describe, expect, test } from 'vitest'

import { createCatalog } from '../../src/commands/catalog.ts'
import { createRanker } from '../../src/commands/ranking.ts'
import { createHost } from '../../src/kernel/host.ts'
import { createKeymap } from '../../src/keys/keymap.ts'
import sessionPlugin from '../../src/session/session-plugin.ts'
import shellPlugin from '../../src/shell/shell-plugin.ts'

const plugins = import.meta.glob<Plugin>('../../plugins/*/plugin.ts', {
  eager: true,
  import: 'default',
})
const golden = import.meta.glob<readonly GoldenQuery[]>(
  ['../../plugins/*/golden-queries.ts', '../../src/shell/golden-queries.ts'],
  { eager: true, import: 'goldenQueries' },
)

const storage = { get: () => undefined, set: () => undefined, subscribe: () => () => {} }
const nothingRuns = { has: () => false, list: () => [], subscribe: () => () => undefined }

/** The kernel with every plugin of the product, as a new user meets it: no recents, nothing learned. */
async function bootCommands() {
  const host = createHost({ storage })
  const all = [sessionPlugin, shellPlugin, ...Object.values(plugins)]
  // Services are the shell's to provide; commands are known without them.
  const inert = all.map(({ activate: _, provides: __, needs: ___, ...plugin }) => plugin)
  await host.register(...inert)
  await host.ready()
  await host.complete()
  const keymap = createKeymap({ registry: host.registry, storage })
  const catalog = createCatalog({
    registry: host.registry,
    facts: host.facts,
    keys: keymap,
    running: nothingRuns,
  })
  return { host, keymap, catalog }
}

const { host, keymap, catalog } = await bootCommands()

function found(query: string): string[] {
  const visible = catalog.list().filter(({ isInternal }) => !isInternal)
  return createRanker(visible)
    .search(query, { frecency: () => 0, learned: new Set(), isContextual: catalog.isContextual })
    .map(({ item }) => item.id)
}

const folders = Object.keys(plugins).map((path) => path.split('/').at(-2) ?? '')

test.each(folders)('%s was taken up and has golden queries for its commands', (id) => {
  expect(host.plugins.list().find((plugin) => plugin.id === id)).toMatchObject({ status: 'active' })
  const hasCommands = catalog.list().some(({ owner, isInternal }) => owner === id && !isInternal)
  const queries = golden[`../../plugins/${id}/golden-queries.ts`]?.length ?? 0
  expect(queries > 0).toBe(hasCommands)
})

describe.each(Object.entries(golden))('%s', (_path, queries) => {
  test.each(queries.map((one) => [one.query, one.expect, one] as const))(
    '“%s” finds %s first',
    (query, id, one) => {
      const before = host.facts.get()
      host.facts.set({
        ...Object.fromEntries(Object.keys(before).map((key) => [key, undefined])),
        ...one.facts,
      })
      const commands = found(query)
      expect(commands.slice(0, 3)).toContain(id)
      expect(commands[0]).toBe(id)
      expect(catalog.get(id)?.isEnabled).toBe(true)
    },
  )
})

test('every command that can be found has a golden query', () => {
  const known = new Set(
    Object.values(golden).flatMap((queries) => queries.map(({ expect: id }) => id)),
  )
  const missing = catalog
    .list()
    // Rows of the sidebar are named by what they open.
    .filter(({ id, isInternal }) => !isInternal && !id.endsWith('.nav.go'))
    .map(({ id }) => id)
    .filter((id) => !known.has(id))
  expect(missing).toEqual([])
})

/** Keys that mean something else within rich text, where the narrower binding wins (decisions §6). */
const withinText = [
  'shell.open-palette and objects.link-text',
  'shell.toggle-sidebar and objects.format-text',
]

test('no two bindings of the product’s own plugins answer one key press', () => {
  const conflicts = keymap
    .conflicts()
    .map(({ a, b }) => `${a.command} and ${b.command}`)
    .filter((pair) => !withinText.includes(pair))
  expect(conflicts).toEqual([])
})
