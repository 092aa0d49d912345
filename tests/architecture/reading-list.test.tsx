// @vitest-environment jsdom
import type { CallInput } from '@typecase/plugin-sdk/testing/api'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'

import { link } from '../fixtures/reading-list/record.ts'
import plugin from '../fixtures/reading-list/plugin.ts'
import { sourcesOf } from './sources.ts'

afterEach(cleanup)

const facts = { 'route.bucketSlug': 'blog' }

/** A server that stores the settings of the plugin. */
function serve(links: readonly object[]) {
  let settings: Record<string, unknown> = { links }
  return {
    links: () => settings['links'],
    api: {
      'pluginSettings.get': () => ({ settings }),
      'pluginSettings.update': ({ body }: CallInput) => {
        settings = { ...settings, ...(body as { data: object }).data }
        return { settings }
      },
    },
  }
}

const whale = { id: 'a', title: 'The whale', url: 'https://example.com/whale', is_read: false }

describe('the example plugin with a record', () => {
  test('takes fewer than 350 lines, including its golden queries', () => {
    const lines = sourcesOf('tests/fixtures/reading-list/*.ts*').map(
      ({ text }) => text.trimEnd().split('\n').length,
    )
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(350)
  })

  test('changes a link and undoes the change', async () => {
    const { api, links } = serve([whale])
    const args = link.argsOf('a')
    const { outcome } = await runCommand(plugin, 'reading-list.mark-as-read', args, { api, facts })
    expect(outcome.message).toBe('Marked “The whale” as read.')
    expect(links()).toEqual([{ ...whale, is_read: true }])
    const { command = '', args: back } = outcome.undo ?? {}
    await runCommand(plugin, command, back, { api, facts })
    expect(links()).toEqual([whale])
  })

  test('deletes a link and restores it', async () => {
    const { api, links } = serve([whale])
    const { outcome } = await runCommand(plugin, 'reading-list.delete', link.argsOf('a'), {
      api,
      facts,
    })
    expect(links()).toEqual([])
    const { command = '', args } = outcome.undo ?? {}
    const undone = await runCommand(plugin, command, args, { api, facts })
    expect(undone.outcome.message).toBe('Restored “The whale”.')
    expect(links()).toMatchObject([{ title: 'The whale', is_read: false }])
  })

  test('lists links, validates its form and adds a link', async () => {
    const { api, links } = serve([whale])
    const { host } = await renderPlugin(plugin, {
      route: 'reading-list.list',
      params: { bucketSlug: 'blog' },
      search: { open: 'add' },
      facts,
      api,
    })
    const user = userEvent.setup()
    const title = await screen.findByRole('textbox', { name: /Title/ })
    await user.type(title, 'Moby-Dick')
    await user.type(screen.getByRole('textbox', { name: /Address/ }), 'moby{Enter}')
    expect(screen.getByText(/Address must be a web address/)).toBeTruthy()
    await user.clear(screen.getByRole('textbox', { name: /Address/ }))
    await user.type(
      screen.getByRole('textbox', { name: /Address/ }),
      'https://example.com/moby{Enter}',
    )
    await expect.poll(() => host.log.toasts.at(-1)?.message).toBe('Added “Moby-Dick”.')
    expect(links()).toMatchObject([
      whale,
      { title: 'Moby-Dick', url: 'https://example.com/moby', is_read: false },
    ])
  })
})
