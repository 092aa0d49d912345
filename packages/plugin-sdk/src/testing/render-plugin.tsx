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
import { ArkErrors } from 'arktype'
import type { ReactNode } from 'react'

import type { Plugin } from '../plugin.ts'
import { HostProvider } from '../react/host.tsx'
import { PluginBoundary } from '../react/plugin-boundary.tsx'
import { Fill } from '../react/slot.tsx'
import { UserProvider } from '../react/user.tsx'
import type { AnyRoute } from '../route.ts'
import { Queries, Session } from '../services.ts'
import type { SlotName, Slots } from '../slot.ts'
import { complete } from './complete.ts'
import { createTestHost } from './test-host.ts'
import type { TestHost, TestHostOptions } from './world.ts'

/** The page that `renderPlugin` renders, and its environment. */
export interface RenderPluginOptions extends TestHostOptions {
  /** Id of the route to show. */
  readonly route: string
  readonly params?: Readonly<Record<string, string>>
  readonly search?: Readonly<Record<string, unknown>>
}

/**
 * Renders one of a plugin's pages, with a router at its address.
 * @example
 * const { findByRole, host } = await renderPlugin(plugin, { route: 'media.list', params: { bucketSlug: 'blog' }, api })
 */
export async function renderPlugin(
  plugin: Plugin,
  options: RenderPluginOptions,
): Promise<RenderResult & { readonly host: TestHost }> {
  const page = plugin.routes?.find(({ id }) => id === options.route)
  if (!page) throw new Error(`The plugin ${plugin.id} has no route ${options.route}`)
  const host = createTestHost(await complete(plugin), options)
  const { default: View } = await page.load()
  const router = routerFor(page, options, () => (
    <PluginBoundary owner={plugin.id} part="page">
      <View />
    </PluginBoundary>
  ))
  await page.prefetch?.({
    params: options.params ?? {},
    search: options.search ?? {},
    services: host.services,
    signal: new AbortController().signal,
  })
  return { ...(await show(host, <RouterProvider router={router} />)), host }
}

/**
 * Renders a plugin's panels in a slot, with the props that the slot's owner would pass.
 * @example
 * const { findByRole } = await renderSlot(plugin, 'editor.inspector', { object, objectType }, { api })
 */
export async function renderSlot<Name extends SlotName>(
  plugin: Plugin,
  name: Name,
  props: Slots[Name],
  options: TestHostOptions = {},
): Promise<RenderResult & { readonly host: TestHost }> {
  const host = createTestHost(await complete(plugin), options)
  const fills = host.slots.get(name)
  if (fills.length === 0) throw new Error(`The plugin ${plugin.id} shows nothing in ${name}`)
  // Within a page, because panels may read its address.
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => fills.map((fill) => <Fill key={fill.id} fill={fill} props={props} />),
    }),
    history: createMemoryHistory(),
  })
  return { ...(await show(host, <RouterProvider router={router} />)), host }
}

/** Renders within all providers of the core. Suspended parts have settled when the promise resolves. */
function show(host: TestHost, content: ReactNode): Promise<RenderResult> {
  return act(async () =>
    render(
      <HostProvider host={host}>
        <UserProvider session={host.services.get(Session)}>
          <QueryClientProvider client={host.services.get(Queries)}>{content}</QueryClientProvider>
        </UserProvider>
      </HostProvider>,
    ),
  )
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
    validateSearch: (search: Record<string, unknown>) => {
      const checked = schema ? schema(search) : search
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

/** Converts a value to the router's form: text unchanged, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
