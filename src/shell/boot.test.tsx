// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { route } from '@typecase/plugin-sdk/route'
import { Commands, Navigation, Session } from '@typecase/plugin-sdk/services'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { RunningApp } from './boot.tsx'
import { boot } from './boot.tsx'
import { GateSlot, OverlaySlot } from './slots.ts'

const ada = {
  id: '1',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Byron',
  avatar_url: null,
}
const running: RunningApp[] = []
const answers: Record<string, (init: RequestInit) => { status?: number; body: unknown }> = {}

beforeEach(() => {
  // What jsdom has not: layout, media queries and idle time.
  window.scrollTo = Element.prototype.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  window.matchMedia = (media: string) =>
    ({
      matches: false,
      media,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = url.split('?')[0] ?? ''
    const answer = answers[path.replace('/v3/admin', '')]?.(init)
    return new Response(JSON.stringify(answer?.body ?? { code: 'not_found', message: 'x' }), {
      status: answer ? (answer.status ?? 200) : 404,
    })
  })
  answers['/users/get'] = () => ({ body: { user: ada, data: { user: ada } } })
  answers['/users/logout'] = () => ({ body: { message: 'ok' } })
  localStorage.clear()
  document.documentElement.removeAttribute('data-theme')
})
afterEach(() => {
  cleanup()
  for (const app of running.splice(0)) app.stop()
  document.cookie = 'token=; Max-Age=0; Path=/'
  for (const key of Object.keys(answers)) delete answers[key]
  vi.unstubAllGlobals()
})

const page = (id: `${string}.${string}`, path: string, title: string, mount = 'root' as never) =>
  route({
    id,
    mount,
    path,
    title,
    load: () => Promise.resolve({ default: () => <h1>{title}</h1> }),
  })

const login = route({
  id: 'account.login',
  mount: 'public',
  path: 'login',
  title: 'Log in',
  load: () => Promise.resolve({ default: Login }),
})

function Login() {
  const session = useService(Session)
  return (
    <button onClick={() => void session.signIn({ user: ada as never, token: 't2' })}>Enter</button>
  )
}

const account = definePlugin({
  id: 'account',
  version: '1.0.0',
  api: 1,
  title: 'Account',
  routes: [login],
})

const plan: Plan = {
  title: 'Find watercolour, replace by watercolor',
  counts: [{ label: 'objects', value: 30 }],
  skipped: [{ reason: 'changed by someone else', count: 7 }],
  changes: [
    { id: 'a', label: 'Norham Castle', field: 'medium', before: 'Oil', after: 'Oil paint' },
    { id: 'b', label: 'Ophelia', matches: [{ id: 'm1', before: 'watercolour', after: 'color' }] },
  ],
  total: 30,
  isReversible: true,
  excludeArg: 'exclude',
}
const ran = vi.fn<(args: object) => void>()

const projects = definePlugin({
  id: 'projects',
  version: '1.0.0',
  api: 1,
  title: 'Projects',
  routes: [page('projects.list', 'projects', 'Projects'), page('projects.team', 'team', 'Team')],
  nav: [
    {
      id: 'projects.nav',
      label: 'Projects',
      icon: 'folder',
      to: { id: 'projects.list' },
      keys: 'g p',
    },
    {
      id: 'projects.team-nav',
      label: 'Team',
      icon: 'user',
      to: { id: 'projects.team' },
      keys: 'g t',
    },
  ],
  commands: [
    defineCommand({
      id: 'projects.replace',
      title: 'Find and replace…',
      effect: 'write',
      isAlwaysPlanned: true,
      args: () => type({ find: 'string >= 3', 'exclude?': 'string[]' }),
      ask: { find: { kind: 'text', title: 'Find' } },
      load: () =>
        Promise.resolve({
          plan: async () => plan,
          run: async (args: object) => {
            ran(args)
            return { message: 'Replaced.' }
          },
        }),
    }),
    defineCommand({
      id: 'projects.impossible',
      title: 'Restore revision',
      effect: 'none',
      when: has('route.objectID'),
      why: () => 'Open an object first.',
      load: () => Promise.reject(new Error('never')),
    }),
  ],
})

async function start(address: string, plugins: readonly Plugin[], token?: string) {
  if (token) document.cookie = `token=${token}; Path=/`
  history.replaceState(null, '', address)
  const app = boot({ plugins, baseUrl: '' })
  running.push(app)
  await act(async () => {
    await app.ready
    render(app.view)
  })
  return app
}

describe('without any plugin', () => {
  test('a guest is led to the sign-in, where nothing is', async () => {
    await start('/projects?x=1', [])
    await screen.findByText('There is nothing here')
    expect(location.pathname + location.search).toBe('/login?redirect_to=%2Fprojects%3Fx%3D1')
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })

  test('a user has the frame, the palette and a way out', async () => {
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
  test('after signing in one is where one wanted to be', async () => {
    await start('/team', [account, projects])
    await userEvent.click(await screen.findByRole('button', { name: 'Enter' }))
    await screen.findByRole('heading', { name: 'Team' })
    expect(location.pathname).toBe('/team')
    expect(document.cookie).toContain('token=t2')
    expect(localStorage.getItem('token')).toBe('t2')
    expect(localStorage.getItem('redirect_to')).toBeNull()
    expect(document.title).toBe('Team – Typecase')
  })

  test('with a token of no use ends with the specified words', async () => {
    answers['/users/get'] = () => ({ status: 401, body: { code: 'unauthenticated', message: 'x' } })
    await start('/projects', [account, projects], 'old')
    await screen.findByRole('button', { name: 'Enter' })
    expect(await screen.findByText('Something went wrong')).toBeDefined()
    expect(document.cookie).not.toContain('token=')
    expect(location.search).toBe('?redirect_to=%2Fprojects')
  })

  test('ends by a command', async () => {
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
  test('go to pages, switch the theme and hide all but the page', async () => {
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

describe('the palette', () => {
  const open = async () => {
    await userEvent.keyboard('{Control>}k{/Control}')
    return screen.findByRole('dialog', { name: 'Command palette' })
  }

  test('asks, shows the plan, and applies it without what was left out', async () => {
    await start('/projects', [projects], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    const palette = await open()
    await userEvent.keyboard('find rep')
    await within(palette).findByRole('option', { name: /Find and replace/ })
    await userEvent.keyboard('{Enter}')
    const chips = await screen.findByRole('list', { name: 'Arguments' })
    expect(chips.textContent).toBe('Find and replace')
    await userEvent.keyboard('ab{Enter}')
    expect(await screen.findByText('Find must be at least 3 characters')).toBeDefined()
    await userEvent.keyboard('c{Enter}')

    await screen.findByRole('heading', { name: 'Review changes' })
    const table = screen.getByRole('table', { name: 'Changes' })
    expect(within(table).getByText('Norham Castle')).toBeDefined()
    expect(screen.getByText('skipped: changed by someone else')).toBeDefined()
    expect(screen.getByText('Can be undone')).toBeDefined()
    await userEvent.keyboard('{ArrowDown}x')
    expect(await within(table).findByText('· left out by you')).toBeDefined()
    expect(ran).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(ran).toHaveBeenCalledWith({ find: 'abc', exclude: ['m1'] }))
    expect(await screen.findByText('Replaced.')).toBeDefined()
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull()
  })

  test('pops one page with Escape, and goes back with Backspace', async () => {
    await start('/projects', [projects], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    await open()
    await userEvent.keyboard('find rep{Enter}')
    await screen.findByRole('list', { name: 'Arguments' })
    await userEvent.keyboard('{Backspace}')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Arguments' })).toBeNull())
    const input = screen.getByRole<HTMLInputElement>('combobox')
    expect(input.value).toBe('find rep')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('keeps what is disabled, says why and does not run it', async () => {
    await start('/projects', [projects], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    const palette = await open()
    await userEvent.keyboard('restore')
    const row = await within(palette).findByRole('option', { name: /Restore revision/ })
    expect(row.textContent).toContain('Open an object first.')
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: 'Command palette' })).toBeDefined()
  })
})

describe('plugins', () => {
  test('that are switched off stay so after a reload, and can be put in front of everything', async () => {
    localStorage.setItem('core.disabled-plugins', '["projects"]')
    await start('/projects', [projects], 't1')
    await screen.findByText('There is nothing here')
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull()
  })

  test('may put something before everything, and let it through when they fail', async () => {
    let isBroken = false
    const gate = definePlugin({
      id: 'gate',
      version: '1.0.0',
      api: 1,
      title: 'Gate',
      slots: [
        fill(GateSlot, {
          id: 'gate.code',
          load: () =>
            Promise.resolve({
              default: () => {
                if (isBroken) throw new Error('gate')
                return <p>Enter an access code</p>
              },
            }),
        }),
      ],
    })
    await start('/projects', [projects, gate], 't1')
    await screen.findByText('Enter an access code')
    expect(screen.queryByRole('heading', { name: 'Projects' })).toBeNull()
    cleanup()
    isBroken = true
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await start('/projects', [projects, gate], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    vi.restoreAllMocks()
  })

  test('have the services of the core, once, in strict mode as well', async () => {
    const seen = vi.fn<(plugin: string) => void>()
    const activate = vi.fn<() => void>()
    const watcher = definePlugin({
      id: 'watcher',
      version: '1.0.0',
      api: 1,
      title: 'Watcher',
      needs: [Commands, Navigation, Session],
      activate: () => Promise.resolve({ activate }),
      slots: [
        fill(OverlaySlot, {
          id: 'watcher.overlay',
          load: () =>
            Promise.resolve({
              default: () => {
                const { data } = useUser()
                seen(data?.email ?? '')
                return <p>Welcome {data?.first_name}</p>
              },
            }),
        }),
      ],
    })
    await start('/projects', [projects, watcher], 't1')
    await screen.findByText('Welcome Ada')
    expect(activate).toHaveBeenCalledTimes(1)
  })
})

test('the code of the page at the address is fetched before it is known who asks', async () => {
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
  running.push(boot({ plugins: [things], baseUrl: '' }))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  expect(elsewhere).not.toHaveBeenCalled()
})
