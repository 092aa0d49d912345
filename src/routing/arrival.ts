import type { AnyRouter } from '@tanstack/react-router'
import { PRODUCT } from '@typecase/contract/product'
import { FactStore } from '@typecase/plugin-sdk/services'
import { fillTitle } from '@typecase/plugin-sdk/title'
import type { Services } from '@typecase/plugin-sdk/token'
import { setInteractionModality } from 'react-aria/useFocusVisible'

import type { FocusController } from '../focus/focus-service.ts'
import { pageOf } from './page.tsx'

/** Returns the title of the current page; undefined if no plugin owns the page. */
export function pageTitle(router: AnyRouter, services: Services): string | undefined {
  const match = router.state.matches.at(-1)
  const page = match && pageOf(router.routesById[match.routeId])
  return page && fillTitle(page.route.title, services.get(FactStore).get())
}

/**
 * Sets the title of the tab. A title may change with each typed letter. The text node is kept, because replacing it
 * would end the browser's current undo step, and undo would then go letter by letter.
 */
function nameTab(title: string): void {
  const text = document.querySelector('title')?.firstChild
  if (text instanceof Text) text.data = title
  else document.title = title
}

/**
 * Does what a browser does when a page loads: sets the tab's title, and moves the focus so that a screen reader starts
 * to read.
 * @returns stop
 */
export function watchArrival(
  router: AnyRouter,
  services: Services,
  focus: Pick<FocusController, 'enterPage'>,
): () => void {
  let last: string | undefined
  /** Whether the last press came from a mouse or finger. A press by a screen reader has no pressure. */
  let isByPointer = false
  function notePress(event: KeyboardEvent | PointerEvent): void {
    isByPointer = 'pressure' in event && event.pressure > 0
  }

  function name(): void {
    const title = pageTitle(router, services)
    nameTab(title ? `${title} – ${PRODUCT}` : PRODUCT)
  }

  function arrive(): void {
    const path = router.state.location.pathname
    // A different filter or page of a list is still the same page.
    if (path !== last && last !== undefined) focus.enterPage()
    last = path
    name()
  }

  /**
   * Makes a field that takes the focus on page load do so at once. React Aria takes a link followed with Enter for a
   * click by a screen reader, so the field would otherwise wait, and find that the heading has the focus.
   */
  function depart(): void {
    if (!isByPointer) setInteractionModality('keyboard')
  }

  document.addEventListener('keydown', notePress, { capture: true })
  document.addEventListener('pointerdown', notePress, { capture: true })
  const stopDeparture = router.subscribe('onBeforeLoad', depart)
  const stopRouter = router.subscribe('onRendered', arrive)
  const stopFacts = services.get(FactStore).subscribe(name)
  return () => {
    document.removeEventListener('keydown', notePress, { capture: true })
    document.removeEventListener('pointerdown', notePress, { capture: true })
    stopDeparture()
    stopRouter()
    stopFacts()
  }
}
