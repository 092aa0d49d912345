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
  /** Around everything, and around the pages that are not public. */
  readonly views: { readonly root: RouteComponent; readonly frame: RouteComponent }
  /** Resolves when it is known who is signed in. */
  readonly ready: () => Promise<void>
  readonly isLoggedIn: () => boolean
  /** Decides about a visit, and remembers what it has to. */
  readonly admit: (visit: Omit<Visit, 'isLoggedIn'>) => Decision
  /** Keeps the invitation whose link is followed. */
  readonly keepInvite: (search: Readonly<Record<string, unknown>>) => void
}

/** The root of the tree, and the routes that plugins' pages hang on. */
export interface Mounts {
  readonly root: AnyRoute
  readonly of: Readonly<Record<Mount, AnyRoute>>
  /** The core's children of the mounts, which do not change with the plugins. */
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
    // Options are checked below, where they are written; the tree's types are not known statically.
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
      // A public page that no plugin offers, such as /login while the plugin for it is switched off.
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
