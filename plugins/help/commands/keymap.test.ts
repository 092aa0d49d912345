import { Keymap, type KeymapChanges } from '@typecase/plugin-sdk/keymap'
import { Files } from '@typecase/plugin-sdk/services'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const facts = { 'session.isLoggedIn': true } as const
const file = (host: ReturnType<typeof createTestHost>, content: string) => ({
  ...host.services.get(Files).keep(new File([content], 'mine.json', { type: 'application/json' })),
})

test('a preset is applied, and its undo restores the previous keymap', async () => {
  const host = createTestHost(plugin, { facts })
  const keymap = host.services.get(Keymap)
  const before = keymap.changes()
  const { outcome } = await runCommand(plugin, 'help.use-preset', { preset: 'vim' }, { host })
  expect(outcome.message).toBe('Keymap preset “Vim-like lists” is on.')
  expect(keymap.changes().added.map(({ keys }) => keys)).toContain('g g')
  const { command = '', args = {} } = outcome.undo ?? {}
  const undone = await runCommand(plugin, command, args, { host })
  expect(keymap.changes()).toEqual(before)
  // Redo is the undo of the undo.
  expect(undone.outcome.undo?.args).toMatchObject({ changes: { keys: {} } })
})

test('importing a keymap file replaces the current keymap', async () => {
  const host = createTestHost(plugin, { facts })
  await runCommand(plugin, 'help.use-preset', { preset: 'vim' }, { host })
  const added = [{ keys: 'Alt+p', command: 'objects.publish' }]
  const args = { file: file(host, JSON.stringify({ keymap: 1, added })) }
  const { outcome } = await runCommand(plugin, 'help.import-keymap', args, { host })
  expect(outcome.message).toBe('Keymap imported from “mine.json”.')
  expect(host.services.get(Keymap).changes().added).toEqual(added)
})

test.each([
  ['{', /^“mine\.json” is no keymap\. It is not JSON: /],
  ['{"keymap":1,"added":"x"}', /^“mine\.json” is no keymap\. added must be an array/],
])('a keymap file with %s is refused and changes nothing', async (content, reason) => {
  const host = createTestHost(plugin, { facts })
  const before: KeymapChanges = host.services.get(Keymap).changes()
  const run = runCommand(plugin, 'help.import-keymap', { file: file(host, content) }, { host })
  await expect(run).rejects.toThrow(reason)
  expect(host.services.get(Keymap).changes()).toEqual(before)
})

test('setting a key opens the keymap editor at the command', async () => {
  const { log } = await runCommand(
    plugin,
    'help.set-key',
    { command: 'objects.publish' },
    { facts },
  )
  expect(log.went).toMatchObject([{ to: 'help.keyboard', search: { command: 'objects.publish' } }])
})
