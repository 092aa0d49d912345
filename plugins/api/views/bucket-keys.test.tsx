// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { type BucketRole, permissionsOf } from '@typecase/contract/roles'
import { route } from '@typecase/plugin-sdk/route'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'
import KeysSection from './bucket-keys.tsx'

/** A page that contains only the section. */
const page = route({
  id: 'api.keys-page',
  mount: 'bucket',
  path: 'keys',
  title: 'Keys',
  load: async () => ({ default: () => <KeysSection bucketSlug="archive" /> }),
})

async function pageFor(role: BucketRole) {
  const keys = { read_key: 'the-read-key', preview_key: 'the-preview-key', write_key: 'the-key' }
  const isVisible = permissionsOf[role].includes('types:write')
  const api_access = isVisible ? keys : { read_key: '', preview_key: '', write_key: '' }
  const bucket = { slug: 'archive', title: 'Archive', role, api_access, object_types: [] }
  const { findByRole } = await renderPlugin(
    { ...plugin, routes: [page] },
    {
      route: page.id,
      params: { bucketSlug: 'archive' },
      facts: { 'route.bucketSlug': 'archive', can: new Set(permissionsOf[role]) },
      api: {
        'buckets.get': () => ({
          bucket: { ...bucket, read_key_reads_drafts: true, reads_without_key: false },
        }),
      },
    },
  )
  const section = await findByRole('region', { name: 'Keys' })
  const boxes = [
    await findByRole('switch', { name: /Let the read key read drafts/ }),
    await findByRole('switch', { name: /Let anyone read published content/ }),
  ]
  const locked = boxes.map((box) => box.getAttribute('aria-readonly') === 'true')
  expect(new Set(locked).size).toBe(1)
  return { text: section.textContent, isLocked: locked[0] }
}

test('contributors and editors see locked settings, and who may see the keys', async () => {
  for (const role of ['contributor', 'editor'] as const) {
    const { text, isLocked } = await pageFor(role)
    expect(text).toContain('Admins and developers of this bucket see its keys.')
    expect(text).not.toContain('Preview key')
    expect(isLocked).toBe(true)
    cleanup()
  }
})

test('developers see masked keys and locked settings, and admins can change the settings', async () => {
  const developer = await pageFor('developer')
  expect(developer.text).toContain('Read key')
  expect(developer.text).not.toContain('the-read-key')
  expect(developer.text).not.toContain('the-preview-key')
  expect(developer.isLocked).toBe(true)
  cleanup()
  expect((await pageFor('admin')).isLocked).toBe(false)
})
