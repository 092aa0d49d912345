import { safeRedirect } from './redirect-to.ts'

/** Pages that require no login (specification section 2). */
export const publicPaths: readonly string[] = [
  '/',
  '/login',
  '/signup',
  '/2fa',
  '/forgot-password',
  '/auth/github',
  '/auth/github/callback',
  '/verify-email',
]

/** Pages that signed-in users are redirected from. */
const signInPaths: readonly string[] = ['/login', '/signup', '/2fa']

export const HOME = '/projects'
export const LOGIN = '/login'
export const NEW_WORKSPACE = '/workspaces/new'

/** The properties of a visit that decide about redirects. */
export interface Visit {
  readonly path: string
  /** Path, query and hash, as in the address bar. */
  readonly href: string
  readonly redirectTo?: unknown
  readonly plan?: unknown
  readonly isLoggedIn: boolean
  /** Whether a plugin mounted this page under `public`. */
  readonly isPublicPage?: boolean
}

/** Where a visitor wanted to go before signing in. */
export interface Intent {
  readonly redirectTo?: string | undefined
  readonly plan?: string | undefined
}

export interface Decision {
  /** The page to redirect to. */
  readonly to?: `/${string}`
  /** The destination to store until after the login. */
  readonly remember?: Intent
  /** The stored values that are used up by this visit. */
  readonly forget?: readonly (keyof Intent)[]
}

/** Decides where a visit leads. Contains all redirect rules of specification section 2. */
export function decide(visit: Visit, stored: Intent): Decision {
  return visit.isLoggedIn ? decideForUser(visit, stored) : decideForGuest(visit)
}

function decideForUser(visit: Visit, stored: Intent): Decision {
  const path = trim(visit.path)
  const entry = entryFor(stored, visit.plan)
  if (entry.to === NEW_WORKSPACE || entry.to.startsWith(`${NEW_WORKSPACE}?`)) {
    return path === NEW_WORKSPACE ? { forget: ['plan'] } : entry
  }
  const target = safeRedirect(visit.redirectTo)
  if (target && target !== visit.href) return { to: target, forget: ['redirectTo'] }
  if (path === '/') return { to: HOME }
  if (signInPaths.includes(path)) return entry
  return {}
}

function decideForGuest({ path, href, redirectTo, plan, isPublicPage }: Visit): Decision {
  const target = safeRedirect(redirectTo)
  const remember = {
    ...(target && { redirectTo: target }),
    ...(typeof plan === 'string' && plan !== '' && plan.length <= 200 && { plan }),
  }
  const memory = Object.keys(remember).length > 0 ? { remember } : {}
  if (path === '/') return { to: LOGIN, ...memory }
  if (isPublicPage || publicPaths.includes(trim(path))) return memory
  return { to: loginFor(href), ...memory }
}

/** Returns the address of the sign-in page, with a link back. */
export function loginFor(href: string): `/${string}` {
  const target = safeRedirect(href)
  return target ? `${LOGIN}?redirect_to=${encodeURIComponent(target)}` : LOGIN
}

/** Decides which page a user sees after signing in. */
export function entryFor(stored: Intent, plan?: unknown): Decision & { readonly to: `/${string}` } {
  const target = typeof plan === 'string' && plan !== '' ? plan : stored.plan
  if (target?.includes('workspace')) {
    return { to: `${NEW_WORKSPACE}?plan=${encodeURIComponent(target)}`, forget: ['plan'] }
  }
  // The stored value is untrusted: any script of this origin may have written it.
  return { to: safeRedirect(stored.redirectTo) ?? HOME, forget: ['redirectTo'] }
}

function trim(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}
