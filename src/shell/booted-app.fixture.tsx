import { act, cleanup, render } from '@testing-library/react'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { definePlugin, type Plugin } from '@typecase/plugin-sdk/plugin'
import { useService } from '@typecase/plugin-sdk/react/services'
import { route } from '@typecase/plugin-sdk/route'
import { Session } from '@typecase/plugin-sdk/services'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { afterEach, beforeEach, vi } from 'vitest'

import { boot, type RunningApp } from './boot.tsx'

const ada = {
  id: '1',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Byron',
  avatar_url: null,
}
/** Apps started by a test, to be stopped after it. */
export const running: RunningApp[] = []
/** The server's responses by path; other paths are not found. */
export const answers: Record<string, (init: RequestInit) => { status?: number; body: unknown }> = {}

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

/** A plugin that signs in. */
export const account = definePlugin({
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
  undoTime: '30 days',
  excludeArg: 'exclude',
}
export const ran = vi.fn<(args: object) => void>()

/** A plugin with two pages, a command with a plan, and a command that cannot run. */
export const projects = definePlugin({
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

/** Starts the dashboard with plugins whose modules are loaded already. */
export function bootWith(plugins: readonly Plugin[]): RunningApp {
  const modules = plugins.map((plugin) => [plugin.id, async () => ({ default: plugin })])
  return boot({ plugins: Object.fromEntries(modules), baseUrl: '' })
}

/** Opens the dashboard at an address, signed in if there is a token. */
export async function start(address: string, plugins: readonly Plugin[], token?: string) {
  if (token) document.cookie = `token=${token}; Path=/`
  history.replaceState(null, '', address)
  const app = bootWith(plugins)
  running.push(app)
  await act(async () => {
    await app.ready
    render(app.view)
  })
  return app
}

/** Sets up browser APIs and responses for the user Ada before each test, and stops the apps after it. */
export function useBrowser(): void {
  beforeEach(() => {
    // Browser APIs that jsdom lacks: scrolling, media queries and idle time.
    window.scrollTo = Element.prototype.scrollTo = () => {}
    // Implements only the part of the API that the shell uses.
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
      const status = answer ? (answer.status ?? 200) : 404
      return Response.json(answer?.body ?? { code: 'not_found', message: 'x' }, { status })
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
}
