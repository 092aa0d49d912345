import type { RouteRef } from './route.ts'
import type { Unsubscribe } from './subscribe.ts'
import { token, type Token } from './token.ts'

/** The address of the page on screen, as its route declares it. */
export interface RouteNow<Params extends object, Search extends object> {
  readonly params: Params
  /** Checked by the route's schema. */
  readonly search: Search
}

/** Where the user is: the page on screen, and what it offers to commands. */
export interface HereService {
  /** Returns the parameters and the query string of a page, or undefined while another page is on screen. */
  route<Params extends object, Search extends object>(
    route: RouteRef<Params, Search>,
  ): RouteNow<Params, Search> | undefined
  /**
   * Returns the handle that a page offers to commands: its cursor, its editor. Undefined while no page offers one.
   * @example context.page(listPage)?.move(1)
   */
  page<T>(handle: Token<T>): T | undefined
  /** Returns the `data-path` of the form field that has the focus, or had it before the palette was opened. */
  field(): string | undefined
  /** Offers a handle; the newest offer counts. Components use `usePageHandle`. @returns a function that withdraws it */
  offer<T>(handle: Token<T>, value: T): Unsubscribe
  /** Waits until a page offers a matching handle. @returns undefined when the signal is aborted */
  waitFor<T>(
    handle: Token<T>,
    isMatch: (value: T) => boolean,
    signal: AbortSignal,
  ): Promise<T | undefined>
}
export const Here = token<HereService>('core.here', 1)

/** Creates the store for the handles that pages offer, by token. */
export function createHandles(): Pick<HereService, 'page' | 'offer' | 'waitFor'> {
  let offers: readonly { readonly id: string; readonly value: unknown }[] = []
  const waiting = new Set<() => void>()

  // All offers under a token's id have the token's type.
  const page = <T>({ id }: Token<T>): T | undefined =>
    offers.findLast((one) => one.id === id)?.value as T | undefined

  return {
    page,
    offer({ id }, value) {
      const registration = { id, value }
      offers = [...offers, registration]
      for (const look of waiting) look()
      return () => (offers = offers.filter((one) => one !== registration))
    },
    waitFor: (handle, isMatch, signal) =>
      new Promise((resolve) => {
        function stop(): void {
          waiting.delete(look)
          signal.removeEventListener('abort', stop)
          const now = page(handle)
          resolve(now !== undefined && isMatch(now) ? now : undefined)
        }
        function look(): void {
          const now = page(handle)
          if (signal.aborted || (now !== undefined && isMatch(now))) stop()
        }
        waiting.add(look)
        signal.addEventListener('abort', stop)
        look()
      }),
  }
}
