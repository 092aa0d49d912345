import { useLayoutEffect } from 'react'

import { Here } from '../here.ts'
import type { Token } from '../token.ts'
import { useService } from './services.tsx'

/**
 * Offers a handle of the page to commands for as long as the component is on screen: `context.page(token)` returns the
 * handle of the last render. Undefined offers nothing.
 * @example
 * export interface ListPage { move(by: number): void }
 * export const listPage = token<ListPage>('objects.list-page', 1)
 * usePageHandle(listPage, { move })
 */
export function usePageHandle<T>(token: Token<T>, handle: NoInfer<T> | undefined): void {
  const here = useService(Here)
  // A layout effect, so the next press uses the handle of what is on screen. Commands live outside React.
  useLayoutEffect(
    () => (handle === undefined ? undefined : here.offer(token, handle)),
    [here, token, handle],
  )
}
