import type { AnyRoute as TanStackRoute, AnyRouter } from '@tanstack/react-router'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import type { Mount } from '@typecase/plugin-sdk/route'
import type { Services } from '@typecase/plugin-sdk/token'

import type { Mounts } from './mounts.tsx'
import { createPage, type OwnedPage } from './page.tsx'

/**
 * All there is to adding and removing pages at run time. The router has no documented way for it;
 * its traps, measured on version 1.170.46:
 * - `addChildren` replaces the children and returns the same route; `update({ routeTree })` compares
 *   identity and does nothing. Children first, then `setRoutes(buildRouteTree())`, then `load()`.
 * - Two routes of one id throw a bare invariant and take the whole tree down: checked here before.
 * - A route that is removed while it is on screen leaves the router unable to navigate: who removes
 *   a plugin must have left its pages before.
 * - Matches of removed routes stay in the router's cache and fail when they are revived: it is cleared.
 */

const mountNames: readonly Mount[] = [
  'public',
  'root',
  'workspace',
  'project',
  'bucket',
  'settings',
]
/** Mounts with a path, at which someone may arrive without naming a page. */
const withIndex: readonly Mount[] = ['workspace', 'project', 'bucket', 'settings']

export interface TreeParts {
  readonly mounts: Mounts
  readonly services: Services
  /** Where to go from a mount's own address when no page is there: the first that the sidebar names. */
  readonly firstPage: (mount: Mount) => string | undefined
}

export interface Tree {
  /** Hangs exactly these pages under the mounts. Routes of pages that stay remain the same objects. */
  readonly setPages: (pages: readonly OwnedPage[]) => void
}

/** Manages the children of the mounts. */
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

/** Makes a router that runs take up the children its routes have now. */
export async function refreshRoutes(router: AnyRouter): Promise<void> {
  router.clearCache()
  router.setRoutes(router.buildRouteTree())
  await router.invalidate()
}

function isIndex(path: string): boolean {
  return path === '' || path === '/'
}

/** Parameters of another name still match the same addresses, so that the later page gives way. */
function unique(pages: readonly OwnedPage[]): OwnedPage[] {
  const shapes = new Set<string>()
  return pages.filter(({ owner, route }) => {
    const shape = isIndex(route.path) ? '/' : route.path.replaceAll(/\$\w+/g, '$')
    if (!shapes.has(shape)) return shapes.add(shape)
    reportError(new Error(`The page “${route.id}” of “${owner}” has the address of another page.`))
    return false
  })
}
