import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { RenderResult } from '@testing-library/react'
import { act, render } from '@testing-library/react'
import type { User } from '@typecase/contract/users'
import { ArkErrors } from 'arktype'

import type { Plugin } from '../plugin.ts'
import { HostProvider } from '../react/host.tsx'
import { PluginBoundary } from '../react/plugin-boundary.tsx'
import { UserProvider } from '../react/user.tsx'
import type { AnyRoute } from '../route.ts'
import type { SessionService } from '../services.ts'
import { Queries, Session } from '../services.ts'
import { provide } from '../token.ts'
import { complete } from './complete.ts'
import { createTestHost } from './test-host.ts'
import type { TestHost, TestHostOptions } from './world.ts'

export interface RenderPluginOptions extends TestHostOptions {
  /** Id of the route to show. */
  readonly route: string
  readonly params?: Readonly<Record<string, string>>
  readonly search?: Readonly<Record<string, unknown>>
  /** Who is signed in; nobody unless given. */
  readonly user?: User
}

/**
 * Shows one of a plugin's pages, with a router at its address.
 * @example
 * const { findByRole, host } = await renderPlugin(plugin, { route: 'media.list', params: { bucketSlug: 'blog' }, api })
 */
export async function renderPlugin(
  plugin: Plugin,
  options: RenderPluginOptions,
): Promise<RenderResult & { readonly host: TestHost }> {
  const page = plugin.routes?.find(({ id }) => id === options.route)
  if (!page) throw new Error(`The plugin ${plugin.id} has no route ${options.route}`)
  const session = testSession(options.user ?? null)
  const host = createTestHost(await complete(plugin), {
    ...options,
    services: [provide(Session, () => session), ...(options.services ?? [])],
  })
  const module = await page.load()
  const { default: View } = module
  const router = routerFor(page, options, () => (
    <PluginBoundary owner={plugin.id} part="page">
      <View />
    </PluginBoundary>
  ))
  await module.prefetch?.({
    params: options.params ?? {},
    search: options.search ?? {},
    services: host.services,
    signal: new AbortController().signal,
  })
  // Suspended parts settle inside, so that the page is there at return.
  const result = await act(async () =>
    render(
      <HostProvider host={host}>
        <UserProvider session={session}>
          <QueryClientProvider client={host.services.get(Queries)}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </UserProvider>
      </HostProvider>,
    ),
  )
  return { ...result, host }
}

const mountPaths: Record<AnyRoute['mount'], string> = {
  public: '',
  root: '',
  workspace: 'workspace',
  project: 'projects/$projectID',
  bucket: '$bucketSlug',
  settings: '$bucketSlug/settings',
}

function routerFor(
  { mount, path, search }: AnyRoute,
  { params = {}, search: query = {} }: RenderPluginOptions,
  Page: () => React.ReactNode,
) {
  const fullPath = `/${[mountPaths[mount], path].filter(Boolean).join('/')}`
  const address = fullPath.replaceAll(/\$(\w+)/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The route needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const root = createRootRoute({ component: Outlet })
  const schema = search?.()
  const route = createRoute({
    getParentRoute: () => root,
    path: fullPath,
    component: Page,
    validateSearch: (given: Record<string, unknown>) => {
      const checked = schema ? schema(given) : given
      if (checked instanceof ArkErrors) throw new Error(checked.summary)
      return checked as Record<string, unknown>
    },
  })
  const queryString = Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(textOf(value))}`)
    .join('&')
  return createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [`${address}?${queryString}`] }),
  })
}

/** As the router writes a value: text as it is, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function testSession(user: User | null): SessionService {
  const state = { isLoggedIn: user !== null, loading: false, data: user }
  return {
    getSnapshot: () => state,
    subscribe: () => () => {},
    signIn: () => Promise.resolve(),
    saveUser: () => {},
    logout: () => Promise.resolve(),
  }
}
