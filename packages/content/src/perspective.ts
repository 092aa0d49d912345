import type { Json } from '@typecase/plugin-sdk/json'
import { formatDateTime } from '@typecase/ui/format'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Pages show the bucket in a perspective other than its drafts. */
    'perspectives.isOther': boolean
  }
}

/** Which versions of a bucket's objects the pages show. Only drafts can be edited. */
export type Perspective =
  | { readonly kind: 'drafts' }
  | { readonly kind: 'published' }
  | { readonly kind: 'release'; readonly id: string; readonly title: string }
  /** UNIX ms. */
  | { readonly kind: 'date'; readonly at: number }

/** The default perspective of a bucket. */
export const drafts: Perspective = { kind: 'drafts' }

/** Returns the key under which this browser stores the perspective of a bucket. */
export const perspectiveKey = (bucketSlug: string) => `perspectives.${bucketSlug}` as const

/** Reads a stored perspective. A date in the past no longer counts. */
export function readPerspective(stored: Json | undefined, now = Date.now()): Perspective {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return drafts
  const { kind, id, title, at } = stored as Readonly<Record<string, Json>>
  if (kind === 'published') return { kind }
  if (kind === 'release' && typeof id === 'string' && typeof title === 'string')
    return { kind, id, title }
  if (kind === 'date' && typeof at === 'number' && at > now) return { kind, at }
  return drafts
}

/** Returns the query parameters for reading in a perspective. */
export function perspectiveParameters(perspective: Perspective): {
  version?: 'published'
  release?: string
  at?: string
} {
  if (perspective.kind === 'published') return { version: 'published' }
  if (perspective.kind === 'release') return { release: perspective.id }
  if (perspective.kind === 'date') return { at: new Date(perspective.at).toISOString() }
  return {}
}

/** Returns the name of a perspective: `Release “Winter”`. */
export function perspectiveName(perspective: Perspective): string {
  if (perspective.kind === 'published') return 'Published'
  if (perspective.kind === 'release') return `Release “${perspective.title}”`
  return perspective.kind === 'date' ? `On ${formatDateTime(perspective.at)}` : 'Drafts'
}

/** Returns the address of a page with the parameter to show an earlier revision. @param revision `<object id>.<rev>` */
export function addressOfRevision(address: string, revision: string): string {
  const url = new URL(address)
  url.searchParams.set('revision', revision)
  return url.href
}

/** Returns the address of a page in a perspective, for sites that pass its parameters on to the content API. */
export function addressIn(perspective: Perspective, address: string): string {
  if (perspective.kind === 'drafts') return address
  const url = new URL(address)
  const parameters =
    perspective.kind === 'published' ? { status: 'published' } : perspectiveParameters(perspective)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
