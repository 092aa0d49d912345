import type { AnyRouteRef, GoOptions } from './route.ts'
import type { When } from './when.ts'

/** The parts of the sidebar, in order: what one writes, what is planned for it, and the site it is for. */
export const navGroups = ['content', 'planning', 'site'] as const
export type NavGroup = (typeof navGroups)[number]

/** A row of the sidebar. */
export interface NavItem {
  readonly id: `${string}.${string}`
  readonly label: string
  /** Further words that the palette finds it by. */
  readonly keywords?: readonly string[]
  /** Name of a Lucide icon in kebab-case. */
  readonly icon: string
  readonly to: AnyRouteRef
  /** Parameters of the address that the page one is on does not have. */
  readonly params?: Readonly<Record<string, string>>
  /** `site` unless given. */
  readonly group?: NavGroup
  /** Lower comes first; 100 unless given. Rows after the eighth are under “More” until someone pins them. */
  readonly order?: number
  readonly when?: When
  /** Key sequence that opens it, as in `g o`: registered for you. */
  readonly keys?: string
}

/** How to go where a row leads. Which parameters its page has is not known from the reference. */
export const goOptionsOf = ({ params }: NavItem): GoOptions<object, object> =>
  params ? { params: params as Record<string, never> } : {}
