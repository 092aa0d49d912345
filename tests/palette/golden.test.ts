import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { bootPalette, plugins } from './palette.fixture.ts'

const golden = import.meta.glob<readonly GoldenQuery[]>(
  ['../../plugins/*/golden-queries.ts', '../../src/shell/golden-queries.ts'],
  { eager: true, import: 'goldenQueries' },
)

const { host, keymap, catalog, search } = await bootPalette()

const folders = Object.keys(plugins).map((path) => path.split('/').at(-2) ?? '')

test.each(folders)('%s is active and has golden queries if it has commands', (id) => {
  expect(host.plugins.list().find((plugin) => plugin.id === id)).toMatchObject({ status: 'active' })
  const hasCommands = catalog.list().some(({ owner, isInternal }) => owner === id && !isInternal)
  const queries = golden[`../../plugins/${id}/golden-queries.ts`]?.length ?? 0
  expect(queries > 0).toBe(hasCommands)
})

describe.each(Object.entries(golden))('%s', (_path, queries) => {
  test.each(queries.map((one) => [one.query, one.expect, one] as const))(
    '“%s” finds %s first',
    (query, id, one) => {
      const commands = search(query, one.facts ?? {}).map(({ item }) => item.id)
      expect(commands.slice(0, 3)).toContain(id)
      expect(commands[0]).toBe(id)
      expect(catalog.get(id)?.isEnabled).toBe(true)
    },
  )
})

test('every command that can be found has a golden query', () => {
  const ids = new Set(
    Object.values(golden).flatMap((queries) => queries.map(({ expect: id }) => id)),
  )
  const missing = catalog
    .list()
    // The targets of sidebar rows provide their names.
    .filter(({ id, isInternal }) => !isInternal && !id.endsWith('.nav.go'))
    .map(({ id }) => id)
    .filter((id) => !ids.has(id))
  expect(missing).toEqual([])
})

/** Keys with another meaning within rich text, a sheet or a peek, where the narrower binding wins (decisions §6). */
const narrower = [
  'objects.undo-cells and jobs.undo',
  'objects.redo-cells and jobs.redo',
  'shell.open-palette and editor.link-text',
  'shell.toggle-sidebar and editor.format-text',
  'shell.go-up and objects.close-peek',
  'shell.go-up and preview.go-back',
]

afterEach(() => {
  vi.unstubAllGlobals()
  keymap.reset()
})

test('no two key bindings of the built-in plugins conflict', () => {
  const conflicts = keymap
    .conflicts()
    .map(({ a, b }) => `${a.command} and ${b.command}`)
    .filter((pair) => !narrower.includes(pair))
  expect(conflicts).toEqual([])
})

test('on Apple devices no key binding is Option with a character, because it types there', () => {
  vi.stubGlobal('navigator', { platform: 'MacIntel' })
  keymap.reset()
  const typing = keymap.entries().filter(({ keys }) => /(^| )Alt\+(Shift\+)?\S( |$)/.test(keys))
  expect(typing.map(({ id }) => id)).toEqual([])
})
