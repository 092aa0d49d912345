// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Json } from '@typecase/plugin-sdk/json'
import { Navigation, Storage } from '@typecase/plugin-sdk/services'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { provide } from '@typecase/plugin-sdk/token'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const user = userEvent.setup()
const storedValues = new Map<string, Json>()
const storage = provide(Storage, () => ({
  get: (key) => storedValues.get(key),
  set: (key, value) => void storedValues.set(key, value),
  remove: (key) => void storedValues.delete(key),
  subscribe: () => () => {},
  onClear: () => () => {},
}))

/** Opens the form for a new type. `visit` identifies the visit to the page. */
async function openForm(visit: string): Promise<HTMLInputElement> {
  cleanup()
  await renderPlugin(plugin, {
    route: 'object-types.edit',
    params: { bucketSlug: 'archive', typeSlug: 'new' },
    facts: {
      'route.bucketSlug': 'archive',
      'session.isLoggedIn': true,
      can: new Set(['types:write']),
    },
    api: { 'buckets.get': () => ({ bucket: { slug: 'archive', object_types: [], locales: [] } }) },
    services: [
      storage,
      provide(Navigation, () => ({
        go: () => Promise.resolve(),
        back: () => {},
        href: () => '',
        current: () => '/archive/object-types/new',
        visit: () => visit,
        guard: () => () => {},
      })),
    ],
  })
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
}

test('an unsaved new type comes back after a reload, and is offered on the next visit to the form', async () => {
  await user.type(await openForm('first'), 'Ruins')
  expect((await openForm('first')).value).toBe('Ruins')

  const title = await openForm('second')
  expect(title.value).toBe('')
  await user.type(title, 'Bridges')
  await user.click(screen.getByRole('button', { name: 'Continue “Ruins”' }))
  expect(title.value).toBe('Ruins')
  // The draft typed in the meantime is offered instead.
  await user.click(screen.getByRole('button', { name: 'Continue “Bridges”' }))
  expect(title.value).toBe('Bridges')

  await user.click(screen.getByRole('button', { name: 'Start new' }))
  expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull()
  expect((await openForm('second')).value).toBe('Bridges')
  expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull()
})
