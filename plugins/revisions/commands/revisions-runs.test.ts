import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const id = (at: number) => String(at).padStart(24, '0')
const object = { id: id(1), title: 'The door', type: 'articles', rev: 3 }
const metafields = [{ key: 'size', title: 'Size', type: 'number' }]

const restore = async (answer: object) => {
  const { outcome } = await runCommand(
    plugin,
    'revisions.restore',
    { object_id: id(1), revision_id: id(2) },
    {
      facts: {
        'route.bucketSlug': 'archive',
        'route.objectID': id(1),
        can: new Set(['objects:write']),
      },
      api: {
        'objectRevisions.restore': () => ({ object, change_set_id: null, ...answer }),
        'buckets.get': () => ({ bucket: { object_types: [{ slug: 'articles', metafields }] } }),
      },
    },
  )
  return outcome?.message
}

const left_out = [
  { field: 'metadata.colour', message: 'is no longer a field of the type' },
  { field: 'metadata.size', message: 'must be a number' },
]
const reasons = 'Not restored: colour (is no longer a field of the type), Size (must be a number).'
const restored = 'The revision is restored in the draft of “The door”.'

test.each([
  ['all of it', { change_set_id: id(3) }, restored],
  ['a part', { change_set_id: id(3), left_out }, `${restored} ${reasons}`],
  ['nothing that fits', { left_out }, reasons],
  ['nothing that differs', {}, 'Nothing was different, so nothing changed.'],
])('a restore of %s reports the outcome', async (_what, answer, message) => {
  expect(await restore(answer)).toBe(message)
})
