import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { expect, test } from 'vitest'

import part from './commands.ts'
import { TRASH_SELECTION } from './record.ts'

const plugin: Plugin = {
  id: 'trash',
  version: '1.0.0',
  api: 1,
  title: 'Trash',
  commands: [...part.commands],
}
const id = (at: number) => String(at).padStart(24, '0')
const facts: FactValues = {
  'route.bucketSlug': 'archive',
  can: new Set(['objects:delete']),
  'selection.kind': TRASH_SELECTION,
  'selection.ids': [id(1), id(2)],
  'selection.count': 2,
}

test('restoring the selection reports what stayed in the trash, and can be undone', async () => {
  const failed = [{ object_id: id(2), title: 'Two', reason: 'Its object type was deleted.' }]
  const answer = { restored: 1, failed, change_set_id: id(9) }
  const { outcome, log } = await runCommand(
    plugin,
    'trash.restore',
    {},
    { facts, api: { 'trash.restore': () => answer } },
  )
  expect(log.calls).toEqual([
    { endpoint: 'trash.restore', body: { slug: 'archive', object_ids: [id(1), id(2)] } },
  ])
  expect(outcome).toEqual({
    message: 'Restored 1 object. 1 object stayed in the trash. Its object type was deleted.',
    failures: [{ id: id(2), reason: 'Its object type was deleted.' }],
    undo: {
      command: 'jobs.undo-change-set',
      args: { change_set_id: id(9), bucket: 'archive' },
    },
  })
})

test('restoring all matches lists them in its plan and follows the job', async () => {
  const job = (status: string, done: number) => ({
    id: id(7),
    kind: 'trash.restore',
    title: 'Restore 1,284 objects',
    status,
    total: 1284,
    done,
    failed: 0,
    errors: [],
    change_set_id: id(9),
  })
  const api = {
    'trash.list': () => ({ objects: [{ id: id(1), title: 'One', type: 'pages' }], total: 1284 }),
    'trash.restore': () => ({ job: job('running', 100) }),
    'jobs.get': () => ({ job: job('done', 1284) }),
  }
  const plan = await planCommand(plugin, 'trash.restore-all', { q: 'one' }, { facts, api })
  expect(plan).toMatchObject({
    title: 'Restore 1,284 objects',
    total: 1284,
    changes: [{ id: id(1), label: 'One', before: 'In the trash', after: 'Among pages' }],
  })
  const run = await runCommand(plugin, 'trash.restore-all', { q: 'one' }, { facts, api })
  expect(run.log.calls[0]).toEqual({
    endpoint: 'trash.restore',
    body: { slug: 'archive', q: 'one' },
  })
  expect(run.progress).toContainEqual({ done: 100, total: 1284, message: 'Restore 1,284 objects' })
  expect(run.outcome.message).toBe('Restored 1,284 objects.')
})

test('restoring is disabled without a selection', async () => {
  const none = { 'route.bucketSlug': 'archive', can: new Set(['objects:delete']) }
  const running = runCommand(plugin, 'trash.restore', {}, { facts: none, api: {} })
  await expect(running).rejects.toThrow('is disabled')
})
