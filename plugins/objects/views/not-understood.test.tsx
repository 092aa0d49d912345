// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { afterEach, expect, test } from 'vitest'

import { openCommands } from '../commands/open.ts'
import plugin from '../plugin.ts'

afterEach(cleanup)

async function openList(search: Readonly<Record<string, unknown>>) {
  const { host } = await renderPlugin(
    { ...plugin, commands: openCommands },
    {
      route: 'objects.list',
      params: { bucketSlug: 'archive' },
      search,
      facts: { 'route.bucketSlug': 'archive', can: new Set(['objects:write']) },
      api: {
        'buckets.get': () => ({ bucket: { slug: 'archive', object_types: [], locales: [] } }),
        'smartViews.list': () => ({ smart_views: [] }),
        'objects.list': () => ({ objects: [], total: 0 }),
      },
    },
  )
  return host
}

test('an unreadable query in the address shows an error instead of a list', async () => {
  await openList({ query: 'notjson' })
  expect(await screen.findByText('The filter in the address is not valid')).toBeDefined()
  expect(screen.getByText(/“notjson” is not a query/)).toBeDefined()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('a missing smart view in the address shows an error', async () => {
  await openList({ smartViewID: 'f'.repeat(24) })
  expect(await screen.findByText('There is no such smart view')).toBeDefined()
})
