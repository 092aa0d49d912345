import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { expect, test } from 'vitest'

import { unsetCommands } from './unset-locales.ts'

const plugin: Plugin = {
  id: 'locales',
  version: '1.0.0',
  api: 1,
  title: 'Locales',
  commands: unsetCommands,
}
const id = '9'.repeat(24)
const sample = [{ object_id: id, title: 'Lamp', field: 'locale', before: null, after: 'en' }]
const world = {
  facts: {
    'route.bucketSlug': 'archive',
    can: new Set(['objects:write', 'objects:publish']),
  },
  api: {
    'buckets.get': () => ({
      bucket: {
        object_types: [
          { slug: 'posts', localization: true, metafields: [] },
          { slug: 'pages', localization: false, metafields: [] },
        ],
      },
    }),
    'objects.bulkEdit': () => ({ matched: 1, modified: 1, sample, change_set_id: id }),
  },
}

test('setting missing locales has a plan, changes only localized types and can be undone', async () => {
  const plan = await planCommand(plugin, 'locales.set-unset', {}, world)
  expect(plan).toMatchObject({ title: 'Set the locale of 1 object', total: 1, isReversible: true })
  expect(plan.changes).toMatchObject([{ label: 'Lamp', after: 'en' }])
  const { outcome, log } = await runCommand(plugin, 'locales.set-unset', { publish: true }, world)
  const query = { type: { $in: ['posts'] }, locale: null }
  expect(log.calls.filter(({ endpoint }) => endpoint === 'objects.bulkEdit')).toEqual([
    {
      endpoint: 'objects.bulkEdit',
      body: { slug: 'archive', query, data: { locale: null }, publish: true },
    },
  ])
  expect(outcome).toMatchObject({
    message: 'Set the locale of 1 object.',
    undo: { command: 'jobs.undo-change-set' },
  })
})
