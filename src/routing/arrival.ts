import type { AnyRouter } from '@tanstack/react-router'
import { PRODUCT } from '@typecase/contract/product'
import { FactStore } from '@typecase/plugin-sdk/services'
import { fillTitle } from '@typecase/plugin-sdk/title'
import type { Services } from '@typecase/plugin-sdk/token'
import {
  getInteractionModality,
  setInteractionModality,
} from 'react-aria/private/interactions/useFocusVisible'

import { pageOf } from './page.tsx'

/** The title of the page on screen; undefined on one that no plugin owns. */
export function pageTitle(router: AnyRouter, services: Services): string | undefined {
  const match = router.state.matches.at(-1)
  const page = match && pageOf(router.routesById[match.routeId])
  return page && fillTitle(page.route.title, services.get(FactStore).get())
}

/**
 * What a browser does for a page of its own when it arrives there: names the tab, and moves the focus,
 * so that a screen reader begins to read. @returns stop
 */
export function watchArrival(router: AnyRouter, services: Services): () => void {
  let last: string | undefined

  function name(): void {
    const title = pageTitle(router, services)
    document.title = title ? `${title} – ${PRODUCT}` : PRODUCT
  }

  function arrive(): void {
    const path = router.state.location.pathname
    // A filter or a page of a list is still the same place.
    if (path !== last && last !== undefined) focusPage()
    last = path
    name()
  }

  /**
   * Has a field that takes the focus as its page appears do so at once. After a link was followed with Enter, which
   * React Aria takes for a screen reader's click, it would wait, and find the focus on the heading.
   */
  function depart(): void {
    if (getInteractionModality() === 'virtual') setInteractionModality('keyboard')
  }

  const stopDeparture = router.subscribe('onBeforeLoad', depart)
  const stopRouter = router.subscribe('onRendered', arrive)
  const stopFacts = services.get(FactStore).subscribe(name)
  return () => {
    stopDeparture()
    stopRouter()
    stopFacts()
  }
}

function focusPage(): void {
  const main = document.querySelector<HTMLElement>('main')
  const active = document.activeElement
  // The page has put it somewhere already, or a dialog lies over it.
  if (
    (active !== main && main?.contains(active)) ||
    active?.closest('[role="dialog"], [role="alertdialog"]')
  )
    return
  const target = main?.querySelector<HTMLElement>('h1:not([hidden])') ?? main
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
