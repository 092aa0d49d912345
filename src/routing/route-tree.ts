import type { AnyRoute as TanStackRoute, AnyRouter } from '@tanstack/react-router'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import type { Mount } from '@typecase/plugin-sdk/route'
import type { Services } from '@typecase/plugin-sdk/token'

import type { Mounts } from './mounts.tsx'
import { createPage, type OwnedPage } from './page.tsx'

/**
 * Adds and removes pages at run time. The router has no documented way to do this. Pitfalls, verified with version
 * 1.170.46:
 * - `addChildren` replaces the children and returns the same route, and `update({ routeTree })` compares by identity
 *   and does nothing. Therefore: children first, then `setRoutes(buildRouteTree())`, then `load()`.
 * - Two routes with the same id throw a bare invariant error and break the whole tree, so duplicates are removed first.
 * - If the route on screen is removed, the router can no longer navigate. Leave a plugin's pages before removing it.
 * - Matches of removed routes stay in the router's cache and fail when they are revived, so the cache is cleared.
 */

const mountNames: readonly Mount[] = [
  'public',
  'root',
  'workspace',
  'project',
  'bucket',
  'settings',
]
/** Mounts with a path whose own address may be visited. */
const withIndex: readonly Mount[] = ['workspace', 'project', 'bucket', 'settings']

export interface TreeParts {
  readonly mounts: Mounts
  readonly services: Services
  /** Path of the page that the mount's own address redirects to if it has no page: the first one in the sidebar. */
  readonly firstPage: (mount: Mount) => string | undefined
}

export interface Tree {
  /** Replaces the pages under the mounts. Pages that stay keep their route objects. */
  readonly setPages: (pages: readonly OwnedPage[]) => void
}

/** Creates the manager of the mounts' child routes. */
export function createTree({ mounts, services, firstPage }: TreeParts): Tree {
  const cache = new WeakMap<object, TanStackRoute>()

  function routeOf(page: OwnedPage): TanStackRoute {
    const route = cache.get(page.route) ?? createPage(page, mounts.of[page.route.mount], services)
    cache.set(page.route, route)
    return route
  }

  function indexOf(mount: Mount): TanStackRoute {
    const parent = mounts.of[mount]
    return createRoute({
      getParentRoute: () => parent,
      path: '/',
      beforeLoad: ({ params }) => {
        const page = firstPage(mount)
        // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown value as a signal
        if (!page) throw notFound()
        // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown value as a signal
        throw redirect({ to: `${parent.fullPath}/${page}`, params, replace: true })
      },
    })
  }

  return {
    setPages(pages) {
      for (const [route, children] of mounts.byParent) route.addChildren([...children])
      for (const mount of mountNames) {
        const parent = mounts.of[mount]
        const children = mounts.byParent.get(parent) ?? []
        const here = unique(pages.filter(({ route }) => route.mount === mount))
        const hasIndex = here.some(({ route }) => isIndex(route.path))
        const index = withIndex.includes(mount) && !hasIndex ? [indexOf(mount)] : []
        parent.addChildren([...children, ...index, ...here.map(routeOf)])
      }
    },
  }
}

/** Makes a running router use the current child routes. */
export async function refreshRoutes(router: AnyRouter): Promise<void> {
  router.clearCache()
  router.setRoutes(router.buildRouteTree())
  await router.invalidate()
}

function isIndex(path: string): boolean {
  return path === '' || path === '/'
}

/** Removes pages with the address of an earlier page. Parameters with different names match the same addresses. */
function unique(pages: readonly OwnedPage[]): OwnedPage[] {
  const shapes = new Set<string>()
  return pages.filter(({ owner, route }) => {
    const shape = isIndex(route.path) ? '/' : route.path.replaceAll(/\$\w+/g, '$')
    if (!shapes.has(shape)) return shapes.add(shape)
    reportError(new Error(`The page “${route.id}” of “${owner}” has the address of another page.`))
    return false
  })
}
