import type { AnyRoute, RouteComponent } from '@tanstack/react-router'
import { createRootRoute, createRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { BucketMount } from '@typecase/plugin-sdk/mount'
import type { Mount } from '@typecase/plugin-sdk/route'
import type { Services } from '@typecase/plugin-sdk/token'

import { ErrorPage } from './error-page.tsx'
import type { Decision, Visit } from './guards.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PagePending } from './page-pending.tsx'

/** Ids of the routes without a path. */
const PUBLIC_ID = 'public'
const FRAME_ID = 'frame'

export interface MountParts {
  readonly services: Services
  /** Views around all pages, and around pages that are not public. */
  readonly views: { readonly root: RouteComponent; readonly frame: RouteComponent }
  /** Resolves when it is known whether a user is signed in. */
  readonly ready: () => Promise<void>
  readonly isLoggedIn: () => boolean
  /** Decides about a visit, and stores the intent if necessary. */
  readonly admit: (visit: Omit<Visit, 'isLoggedIn'>) => Decision
  /** Stores the invitation of a link that was followed. */
  readonly keepInvite: (search: Readonly<Record<string, unknown>>) => void
}

/** The root of the route tree, and the parent routes of plugins' pages. */
export interface Mounts {
  readonly root: AnyRoute
  readonly of: Readonly<Record<Mount, AnyRoute>>
  /** The core's own child routes, which do not depend on plugins. */
  readonly byParent: ReadonlyMap<AnyRoute, readonly AnyRoute[]>
}

export function createMounts({
  services,
  views,
  ready,
  isLoggedIn,
  admit,
  keepInvite,
}: MountParts): Mounts {
  const root = createRootRoute({
    component: views.root,
    notFoundComponent: NotFoundPage,
    errorComponent: ErrorPage,
    async beforeLoad({ location, matches }) {
      await ready()
      const search = location.search as Record<string, unknown>
      keepInvite(search)
      const { to } = admit({
        path: location.pathname,
        href: location.href,
        redirectTo: search['redirect_to'],
        plan: search['plan'],
        isPublicPage: matches.some(({ routeId }) => routeId === `/${PUBLIC_ID}`),
      })
      // oxlint-disable-next-line typescript/only-throw-error -- this is how the router takes redirects
      if (to) throw redirect({ href: to, replace: true })
    },
  })
  const under = (parent: AnyRoute, options: object): AnyRoute =>
    // The tree's types are not known statically; the callers below check the options.
    createRoute({
      getParentRoute: () => parent,
      notFoundComponent: NotFoundPage,
      errorComponent: ErrorPage,
      pendingComponent: PagePending,
      ...options,
    } as never)

  const publicMount = under(root, { id: PUBLIC_ID, component: Outlet })
  const frame = under(root, { id: FRAME_ID, component: views.frame })
  const workspace = under(frame, { path: 'workspace' })
  const project = under(frame, { path: 'projects/$projectID' })
  const bucket = under(frame, {
    path: '$bucketSlug',
    async beforeLoad({ params }: { params: { bucketSlug: string } }) {
      // This is a public page that no plugin offers, such as /login while its plugin is switched off.
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown value as a signal
      if (!isLoggedIn()) throw notFound()
      if (!services.has(BucketMount)) return
      const entry = await services.get(BucketMount).enter(params.bucketSlug)
      if (entry.isOpen) return
      // oxlint-disable-next-line typescript/only-throw-error -- this is how the router takes redirects
      throw redirect({ to: '/404', replace: true, state: { reason: entry.reason } as never })
    },
  })
  const settings = under(bucket, { path: 'settings' })
  const start = under(root, { path: '/' })
  const missing = under(frame, { path: '404', component: NotFoundPage })

  return {
    root,
    of: { public: publicMount, root: frame, workspace, project, bucket, settings },
    byParent: new Map([
      [root, [start, publicMount, frame]],
      [frame, [missing, workspace, project, bucket]],
      [bucket, [settings]],
    ]),
  }
}
