import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const id = (n: number) => String(n).padStart(24, '0')
const facts = {
  'route.bucketSlug': 'archive',
  can: new Set(['media:write', 'media:delete']),
  'selection.kind': 'media',
  'selection.ids': [id(1), id(2)],
  'selection.count': 2,
}

/** Returns a test server that records its request bodies and always answers the same. */
function recordBodies(answer: object) {
  const bodies: unknown[] = []
  const take = ({ body }: { body?: unknown }) => {
    bodies.push(body)
    return answer
  }
  const api = {
    'media.deleteByIds': take,
    'media.bulkEdit': take,
    'mediaFolders.add': take,
    'buckets.get': () => ({ bucket: { object_types: [] } }),
  }
  return { bodies, api }
}

test('the plan of a deletion warns how many objects use the files', async () => {
  const { bodies, api } = recordBodies({ modified: 2, sample: [], references: { used: 1, by: 3 } })
  const plan = await planCommand(plugin, 'media.delete', {}, { api, facts })
  expect(bodies).toEqual([{ slug: 'archive', media_ids: [id(1), id(2)], dry_run: true }])
  expect(plan).toMatchObject({
    title: 'Delete 2 media',
    counts: [{ label: 'media', value: 2 }],
    warnings: ['1 of these is used by 3 objects.'],
  })
})

test('a deletion moves the media to the trash, reports the number and can be undone', async () => {
  const { bodies, api } = recordBodies({ matched: 2, modified: 2, change_set_id: id(4) })
  const { outcome } = await runCommand(plugin, 'media.delete', {}, { api, facts })
  expect(bodies).toEqual([{ slug: 'archive', media_ids: [id(1), id(2)] }])
  expect(outcome).toMatchObject({
    message: 'Moved 2 media to the trash.',
    undo: { command: 'jobs.undo-change-set', args: { bucket: 'archive', change_set_id: id(4) } },
  })
})

test('without a selection, commands edit the focused file, and an empty value clears the field', async () => {
  const { bodies, api } = recordBodies({ matched: 1, modified: 1 })
  const here = { 'route.bucketSlug': 'archive', can: facts.can, 'media.row': id(7) }
  await runCommand(plugin, 'media.move', { folder: 'art' }, { api, facts: here })
  await runCommand(plugin, 'media.move', { folder: '' }, { api, facts: here })
  await runCommand(plugin, 'media.set-alt-text', { alt_text: 'Waves' }, { api, facts: here })
  await runCommand(plugin, 'media.set-alt-text', { alt_text: '' }, { api, facts: here })
  await runCommand(plugin, 'media.set-title', { title: 'Sea' }, { api, facts: here })
  await runCommand(plugin, 'media.set-title', { title: '' }, { api, facts: here })
  const credit = { key: 'credit', value: 'Ada' }
  await runCommand(plugin, 'media.set-metadata', credit, { api, facts: here })
  await runCommand(plugin, 'media.set-metadata', { ...credit, value: '' }, { api, facts: here })
  const common = { slug: 'archive', media_ids: [id(7)] }
  expect(bodies).toEqual([
    { ...common, data: { folder: 'art' } },
    { ...common, data: { folder: null } },
    { ...common, data: { alt_text: { op: 'set', value: 'Waves' } } },
    { ...common, data: { alt_text: { op: 'clear' } } },
    { ...common, data: { title: { op: 'set', value: 'Sea' } } },
    { ...common, data: { title: { op: 'clear' } } },
    { ...common, data: { metadata: { credit: 'Ada' } } },
    { ...common, data: { metadata: { credit: null } } },
  ])
})

test('a selection of all matches is sent as its query with the excluded media', async () => {
  const { bodies, api } = recordBodies({ matched: 99, modified: 99 })
  const all = {
    ...facts,
    'selection.query': { alt_text: '' },
    'selection.except': [id(1)],
    'selection.count': 99,
  }
  await runCommand(plugin, 'media.set-alt-text', { alt_text: 'Waves' }, { api, facts: all })
  expect(bodies).toMatchObject([{ query: { alt_text: '' }, exclude_ids: [id(1)] }])
})

test('a new folder is created from its title', async () => {
  const { bodies, api } = recordBodies({ media_folder: {} })
  const { outcome } = await runCommand(
    plugin,
    'media.new-folder',
    { title: 'Issue 41' },
    { api, facts },
  )
  expect(bodies).toEqual([{ slug: 'archive', data: { title: 'Issue 41' } }])
  expect(outcome).toMatchObject({ message: 'Created the folder “Issue 41”.' })
})
