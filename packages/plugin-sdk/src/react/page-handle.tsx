import { useLayoutEffect } from 'react'

import { Here } from '../here.ts'
import type { Token } from '../token.ts'
import { useService } from './services.tsx'

/**
 * Offers what the page can do to commands, for as long as the component is on screen: `context.page(token)` answers
 * the handle of the last render. Undefined offers nothing.
 * @example
 * export interface ListPage { move(by: number): void }
 * export const listPage = token<ListPage>('objects.list-page', 1)
 * usePageHandle(listPage, { move })
 */
export function usePageHandle<T>(token: Token<T>, handle: NoInfer<T> | undefined): void {
  const here = useService(Here)
  // With the paint: the next press is about what is on screen, and commands live outside React.
  useLayoutEffect(
    () => (handle === undefined ? undefined : here.offer(token, handle)),
    [here, token, handle],
  )
}
