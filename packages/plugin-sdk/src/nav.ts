import type { AnyRouteRef, GoOptions } from './route.ts'
import type { When } from './when.ts'

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
  /** Lower comes first; 100 unless given. */
  readonly order?: number
  readonly when?: When
  /** Key sequence that opens it, as in `g o`: registered for you. */
  readonly keys?: string
}

/** How to go where a row leads. Which parameters its page has is not known from the reference. */
export const goOptionsOf = ({ params }: NavItem): GoOptions<object, object> =>
  params ? { params: params as Record<string, never> } : {}
