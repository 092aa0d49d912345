import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import type { AnyRoute as Page, AnyRouteRef, GoOptions } from '@typecase/plugin-sdk/route'
import type { DialogsService, NavigationService } from '@typecase/plugin-sdk/services'

import { pageOf } from './page.tsx'

export interface NavigationParts {
  readonly router: AnyRouter
  readonly dialogs: Pick<DialogsService, 'confirm'>
  /** Called when a page moved to another path. */
  readonly onMove?: (from: string, to: string) => void
}

/** The navigation with the methods that only the core uses. */
export interface HostNavigation extends NavigationService {
  /** Navigates without asking guards, because the session has ended or the page is closing. */
  force(path: `/${string}`): Promise<void>
}

/** The requested page does not exist. Has a code, since the caller's code is not at fault. */
class NoSuchPage extends Error {
  override readonly name = 'NoSuchPage'
  readonly code = 'not_found'

  constructor(id: string) {
    super(`There is no page “${id}” here.`)
  }
}

type AnyGo = GoOptions<object, object>

export function createNavigation({
  router,
  dialogs,
  onMove: moved,
}: NavigationParts): HostNavigation {
  const reasons = new Set<() => string | undefined>()
  const blocked = new Set<() => void>()
  let release: (() => void) | undefined

  const reason = (): string | undefined => {
    for (const ask of reasons) {
      const answer = ask()
      if (answer) return answer
    }
    return undefined
  }

  /** Asks the user if a guard gives a reason. @returns whether to stay on the page */
  async function mustStay(from: string, to: string): Promise<boolean> {
    const text = from === to ? undefined : reason()
    if (!text) return false
    const title = 'Leave this page?'
    if (await dialogs.confirm({ title, text, action: 'Leave', isDestructive: true })) return false
    for (const settle of blocked) settle()
    return true
  }

  /** Registers a blocker while there are guards. Any blocker makes the router warn when the tab is closed. */
  function watch(): void {
    if (reasons.size === 0) {
      release?.()
      release = undefined
    } else {
      const history: RouterHistory = router.history
      release ??= history.block({
        blockerFn: ({ currentLocation, nextLocation }) =>
          mustStay(currentLocation.pathname, nextLocation.pathname),
        enableBeforeUnload: () => reason() !== undefined,
      })
    }
  }

  /** Resolves when the page is shown, or when the user chose to stay. */
  async function whenSettled(navigating: Promise<void>): Promise<void> {
    let settle = (): void => {}
    const staying = new Promise<void>((resolve) => (settle = resolve))
    blocked.add(settle)
    try {
      await Promise.race([navigating, staying])
    } finally {
      blocked.delete(settle)
    }
  }

  function find({ id }: AnyRouteRef): Page | undefined {
    const routes = Object.values(router.routesById) as Parameters<typeof pageOf>[0][]
    return routes.map((route) => pageOf(route)?.route).find((page) => page?.id === id)
  }

  function templateOf(ref: AnyRouteRef): string | undefined {
    const page = find(ref)
    if (!page) return undefined
    const routes = Object.values(router.routesById) as { fullPath: string }[]
    return routes.find((route) => pageOf(route as never)?.route === page)?.fullPath
  }

  function targetOf(
    to: AnyRouteRef,
    { params, search, isReplace }: AnyGo,
  ): Record<string, unknown> | undefined {
    const template = templateOf(to)
    if (!template) return undefined
    return {
      to: template,
      params: { ...router.state.matches.at(-1)?.params, ...params },
      search: { ...search },
      ...(isReplace && { replace: true }),
    }
  }

  const service: HostNavigation = {
    async go(to, options = {}) {
      const search = options as AnyGo
      const target =
        typeof to === 'string'
          ? { href: withSearch(to, search, router), ...(search.isReplace && { replace: true }) }
          : targetOf(to, search)
      if (!target) throw new NoSuchPage(typeof to === 'string' ? to : to.id)
      const { pathname: from } = router.state.location
      await whenSettled(router.navigate(target as never))
      const { pathname: now } = router.state.location
      if (search.isReplace && now !== from) moved?.(from, now)
    },
    force: (path) => router.navigate({ href: path, ignoreBlocker: true } as never),
    back: () => router.history.back(),
    href(to, options = {}) {
      if (typeof to === 'string') return withSearch(to, options, router)
      const target = targetOf(to, options)
      return target ? router.buildLocation(target as never).href : '/404'
    },
    current: () => router.state.location.href,
    visit: () => router.history.location.state.__TSR_key ?? '',
    guard(ask) {
      const guard = (): string | undefined => ask()
      reasons.add(guard)
      watch()
      return () => {
        reasons.delete(guard)
        watch()
      }
    },
  }
  return service
}

function withSearch(path: string, { search }: AnyGo, router: AnyRouter): string {
  if (!search || Object.keys(search).length === 0) return path
  return `${path.split('?')[0] ?? path}${router.options.stringifySearch(search)}`
}
