// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BucketMount, type BucketMountService } from '@typecase/plugin-sdk/mount'
import { definePlugin, type Plugin } from '@typecase/plugin-sdk/plugin'
import { route } from '@typecase/plugin-sdk/route'
import { provide } from '@typecase/plugin-sdk/token'
import { type } from 'arktype'
import { describe, expect, test, vi } from 'vitest'

import {
  account,
  answers,
  bootWith,
  projects,
  running,
  start,
  useBrowser,
} from './booted-app.fixture.tsx'

useBrowser()

describe('without any plugin', () => {
  test('a guest is redirected to the sign-in page, which is empty', async () => {
    await start('/projects?x=1', [])
    await screen.findByText('There is nothing here')
    expect(location.pathname + location.search).toBe('/login?redirect_to=%2Fprojects%3Fx%3D1')
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })

  test('a user has the frame, the palette and a command to log out', async () => {
    await start('/404', [], 't1')
    await screen.findByRole('navigation', { name: 'Main' })
    await screen.findByText('There is nothing here')
    await userEvent.keyboard('{Control>}k{/Control}')
    const palette = await screen.findByRole('dialog', { name: 'Command palette' })
    await userEvent.type(within(palette).getByRole('combobox'), 'log out')
    expect(await within(palette).findByRole('option', { name: /Log out/ })).toBeDefined()
  })
})

describe('the session', () => {
  test('continues at the requested page after signing in', async () => {
    await start('/team', [account, projects])
    await userEvent.click(await screen.findByRole('button', { name: 'Enter' }))
    await screen.findByRole('heading', { name: 'Team' })
    expect(location.pathname).toBe('/team')
    expect(document.cookie).toContain('token=t2')
    expect(localStorage.getItem('token')).toBe('t2')
    expect(localStorage.getItem('redirect_to')).toBeNull()
    expect(document.title).toBe('Team – Typecase')
  })

  test('ends with a message if the token is invalid', async () => {
    answers['/users/get'] = () => ({ status: 401, body: { code: 'unauthenticated', message: 'x' } })
    await start('/projects', [account, projects], 'old')
    await screen.findByRole('button', { name: 'Enter' })
    expect(await screen.findByText('Something went wrong')).toBeDefined()
    expect(document.cookie).not.toContain('token=')
    expect(location.search).toBe('?redirect_to=%2Fprojects')
  })

  test('ends with the command to log out', async () => {
    await start('/projects', [account, projects], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    await userEvent.click(screen.getByRole('button', { name: 'Account' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }))
    await screen.findByRole('button', { name: 'Enter' })
    expect(location.pathname).toBe('/login')
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('keys', () => {
  test('go to pages, switch the theme, toggle the sidebar and hide all but the page', async () => {
    await start('/projects', [projects], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    await userEvent.keyboard('g')
    expect((await screen.findByText('Go to Team')).closest('[role=status]')).not.toBeNull()
    await userEvent.keyboard('t')
    const heading = await screen.findByRole('heading', { name: 'Team' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.getByRole('link', { name: 'Team' }).getAttribute('aria-current')).toBe('page')

    await userEvent.keyboard('{Control>}/{/Control}')
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
    expect(localStorage.getItem('theme')).toBe('dark')

    expect(screen.getByRole('button', { name: 'Expand sidebar' })).toBeDefined()
    await userEvent.keyboard('{Control>}\\{/Control}')
    await screen.findByRole('button', { name: 'Collapse sidebar' })

    await userEvent.keyboard('.')
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull())
    await userEvent.keyboard('{Escape}')
    await screen.findByRole('navigation', { name: 'Main' })
  })
})

test('the code of the page at the address is fetched before the user is known', async () => {
  document.cookie = 'token=t1; Path=/'
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  window.history.replaceState(null, '', '/things')
  const view = () => Promise.resolve({ default: () => <h1>Things</h1> })
  const load = vi.fn(view)
  const elsewhere = vi.fn(view)
  const things = definePlugin({
    id: 'things',
    version: '1.0.0',
    api: 1,
    title: 'Things',
    routes: [
      route({ id: 'things.list', mount: 'root', path: 'things', title: 'Things', load }),
      route({ id: 'things.new', mount: 'root', path: 'things/new', title: 'New', load: elsewhere }),
    ],
  })
  running.push(bootWith([things]))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  expect(elsewhere).not.toHaveBeenCalled()
})

describe('the first page', () => {
  const prefetch = vi.fn<(context: { search: object }) => Promise<void>>()
  const page = {
    title: 'Things',
    load: () => Promise.resolve({ default: () => <h1>Things</h1> }),
    prefetch,
  }
  const plugin = (parts: Partial<Plugin>) =>
    definePlugin({ id: 'things', version: '1.0.0', api: 1, title: 'Things', ...parts })
  const things = plugin({
    routes: [
      route({
        id: 'things.list',
        mount: 'root',
        path: 'things',
        search: () => type({ 'limit?': 'number' }),
        ...page,
      }),
    ],
  })

  test.each(['/things', '/things?limit=20'])(
    'is rendered together with its data: %s',
    async (at) => {
      prefetch.mockReset().mockResolvedValue()
      await start(at, [things], 't1')
      // The page is shown without further waiting.
      expect(screen.getByRole('heading', { name: 'Things' })).toBeDefined()
      expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined()
      expect(prefetch.mock.lastCall?.[0].search).toEqual(at.includes('?') ? { limit: 20 } : {})
    },
  )

  test('requests its bucket and its data before the user is known', async () => {
    prefetch.mockReset().mockResolvedValue()
    document.cookie = 'token=t1; Path=/'
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    window.history.replaceState(null, '', '/archive/drawings')
    const enter = vi.fn<BucketMountService['enter']>(() => new Promise(() => {}))
    const mount = { enter, facts: () => ({}), subscribe: () => () => {} }
    const drawings = plugin({
      routes: [route({ id: 'things.drawings', mount: 'bucket', path: 'drawings', ...page })],
      provides: [provide(BucketMount, () => mount)],
    })
    running.push(bootWith([drawings]))
    await waitFor(() => expect(prefetch).toHaveBeenCalledTimes(1))
    expect(prefetch.mock.lastCall?.[0]).toMatchObject({ params: { bucketSlug: 'archive' } })
    expect(enter).toHaveBeenCalledExactlyOnceWith('archive')
  })

  test('is preceded by its frame if its data takes too long', async () => {
    prefetch.mockReset().mockReturnValue(new Promise(() => {}))
    await start('/things', [things], 't1')
    await screen.findByRole('navigation', { name: 'Main' })
    expect(screen.queryByRole('heading', { name: 'Things' })).toBeNull()
  })
})
