import type { AnyRouteRef, GoOptions } from './route.ts'
import type { When } from './when.ts'

/** The groups of the sidebar, in order: content, the planning of content, and the site. */
export const navGroups = ['content', 'planning', 'site'] as const
export type NavGroup = (typeof navGroups)[number]

/** A row of the sidebar. */
export interface NavItem {
  readonly id: `${string}.${string}`
  readonly label: string
  /** Further words by which the palette finds the row. */
  readonly keywords?: readonly string[]
  /** Name of a Lucide icon in kebab-case. */
  readonly icon: string
  readonly to: AnyRouteRef
  /** Parameters of the address that the current page does not have. */
  readonly params?: Readonly<Record<string, string>>
  /** `site` by default. */
  readonly group?: NavGroup
  /** Lower comes first; 100 by default. Rows after the eighth are under “More” until the user pins them. */
  readonly order?: number
  readonly when?: When
  /** Key sequence that opens the page, such as `g o`. The core registers it. */
  readonly keys?: string
}

/**
 * Returns the options of `go` for a row. The reference does not say which parameters its page has, so they are untyped.
 */
export const goOptionsOf = ({ params }: NavItem): GoOptions<object, object> =>
  params ? { params: params as Record<string, never> } : {}
