import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { createRouter } from '@tanstack/react-router'
import { BucketMount } from '@typecase/plugin-sdk/mount'
import type { Mount } from '@typecase/plugin-sdk/route'
import type { Services } from '@typecase/plugin-sdk/token'

import type { Host } from '../kernel/host.ts'
import { createTree, refreshRoutes, type Tree } from './route-tree.ts'
import { HOME } from './guards.ts'
import type { Mounts } from './mounts.tsx'
import type { HostNavigation } from './navigation.ts'
import { type OwnedPage, pageOf, preloadPage } from './page.tsx'
import { parseSearch, stringifySearch } from './search-string.ts'

export interface RouterParts {
  readonly host: Host
  readonly mounts: Mounts
  /** Default: the browser's history. */
  readonly history?: RouterHistory
}

/** The router, and the tree that changes its pages. */
export interface AppRouter {
  readonly router: AnyRouter
  readonly tree: Tree
}

export function createAppRouter({ host, mounts, history }: RouterParts): AppRouter {
  const tree = createTree({
    mounts,
    services: host.services,
    firstPage: (mount) => firstPage(host, mount),
  })
  tree.setPages([])
  const router = createRouter({
    routeTree: mounts.root,
    parseSearch,
    stringifySearch,
    defaultPendingMs: 500,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    scrollToTopSelectors: ['main'],
    ...(history && { history }),
    // The tree's types are not known statically, because pages are added and removed at run time.
  } as never) as unknown as AnyRouter
  return { router, tree }
}

/** Mounts the plugins' pages, and updates them when plugins are added or removed. @returns stop */
export function followPlugins(
  { router, tree }: AppRouter,
  host: Host,
  navigation: Pick<HostNavigation, 'force'>,
): () => void {
  let current = host.registry.get('routes')
  tree.setPages(pagesOf(host))
  router.setRoutes(router.buildRouteTree())

  const stopRegistry = host.registry.subscribe(() => {
    const routes = host.registry.get('routes')
    if (routes === current) return
    current = routes
    tree.setPages(pagesOf(host))
    void refreshRoutes(router)
  })
  const stopRemoval = host.onBeforeRemove(async (owner, reason) => {
    if (reason === 'replaced') return
    const match = router.state.matches.at(-1)
    if (pageOf(match && router.routesById[match.routeId])?.owner !== owner) return
    const home = pagesOf(host).find(({ route }) => `/${route.path}` === HOME)
    await navigation.force(home && home.owner !== owner ? HOME : '/404')
  })
  return () => {
    stopRegistry()
    stopRemoval()
  }
}

/**
 * Prefetches code and data of the page at the current address while the user is still being identified. The server
 * answers only authorised requests.
 */
export function preloadAddress({ router }: AppRouter, services: Services): void {
  const { pathname, searchStr } = router.latestLocation
  const [, params, match] = router.getMatchedRoutes(pathname)
  const { bucketSlug } = params
  if (bucketSlug !== undefined && services.has(BucketMount))
    services
      .get(BucketMount)
      .enter(bucketSlug)
      .catch(() => undefined)
  preloadPage(pageOf(match), params, services, searchStr !== '')
}

function pagesOf(host: Host): OwnedPage[] {
  return host.registry.get('routes').map(({ owner, item }) => ({ owner, route: item }))
}

function firstPage(host: Host, mount: Mount): string | undefined {
  const pages = pagesOf(host)
  for (const { item } of host.registry.get('nav')) {
    const page = pages.find(({ route }) => route.id === item.to.id)?.route
    if (page?.mount === mount && page.path !== '' && !page.path.includes('$')) return page.path
  }
  return undefined
}
