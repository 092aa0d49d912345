import type { AnyRoute as TanStackRoute } from '@tanstack/react-router'
import { createRoute, notFound } from '@tanstack/react-router'
import { PluginBoundary } from '@typecase/plugin-sdk/react/plugin-boundary'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { fetchModule, moduleOf, preload } from '@typecase/plugin-sdk/module'
import { NotFound } from '@typecase/plugin-sdk/not-found'
import type { AnyRoute } from '@typecase/plugin-sdk/route'
import type { Services } from '@typecase/plugin-sdk/token'
import { holds } from '@typecase/plugin-sdk/when'
import { use } from 'react'

import { Forbidden } from './forbidden.tsx'
import { PagePending } from './page-pending.tsx'
import { checkSearch } from './page-search.ts'

/** A page and the id of its plugin, as stored in the router's route. */
export interface OwnedPage {
  readonly owner: string
  readonly route: AnyRoute
}

/** Creates the router's route for a plugin's page. */
export function createPage(
  { owner, route }: OwnedPage,
  parent: TanStackRoute,
  services: Services,
): TanStackRoute {
  // The types of the mounts are not known statically, because pages are added and removed at run time.
  return createRoute({
    getParentRoute: () => parent,
    path: route.path === '' ? '/' : route.path,
    staticData: { page: { owner, route } },
    validateSearch: (search: Record<string, unknown>) => checkSearch(route, search),
    loaderDeps: ({ search }) => search as Record<string, unknown>,
    loader: ({ params, deps, abortController: { signal } }) =>
      prefetch(route, params, deps, services, signal),
    component: () => <Page owner={owner} route={route} />,
    pendingComponent: PagePending,
  })
}

/** Returns the page that a route of the router shows, if it belongs to a plugin. */
export function pageOf(route: TanStackRoute | undefined): OwnedPage | undefined {
  const data: { page?: OwnedPage } | undefined = route?.options.staticData
  return data?.page
}

/** Loads code and data before the page is shown. The page itself shows errors, with Retry. */
async function prefetch(
  route: AnyRoute,
  params: object,
  search: object,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  try {
    await Promise.all([
      fetchModule(route, nameOf(route)),
      route.prefetch?.({ params, search, services, signal }),
    ])
  } catch (error) {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown value as a signal
    if (error instanceof NotFound) throw notFound({ data: error.message })
    // The page repeats the request and shows the error.
  }
}

const nameOf = ({ id }: AnyRoute): string => `The page ${id}`

/**
 * Fetches a page's code in advance, and its data if the address has no query to check. Errors are ignored: they occur
 * again when the page loads.
 */
export function preloadPage(
  page: OwnedPage | undefined,
  params: object,
  services: Services,
  hasQuery: boolean,
): void {
  if (!page) return
  if (hasQuery) return preload(page.route)
  const { signal } = new AbortController()
  prefetch(page.route, params, {}, services, signal).catch(() => undefined)
}

function Page({ owner, route }: OwnedPage) {
  const isAllowed = useFacts((facts) => holds(route.when, facts))
  const isRefused = useFacts((facts) => facts['bucket.refusal'] !== undefined)
  if (!isAllowed || isRefused) return <Forbidden route={route} />
  return (
    <PluginBoundary owner={owner} part="page" fallback={<PagePending />}>
      <View route={route} />
    </PluginBoundary>
  )
}

function View({ route }: { route: AnyRoute }) {
  const { default: Content } = use(moduleOf(route, nameOf(route)))
  return <Content />
}
