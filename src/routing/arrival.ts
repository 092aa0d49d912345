import type { AnyRouter } from '@tanstack/react-router'
import { PRODUCT } from '@typecase/contract/product'
import { FactStore } from '@typecase/plugin-sdk/services'
import { fillTitle } from '@typecase/plugin-sdk/title'
import type { Services } from '@typecase/plugin-sdk/token'
import { setInteractionModality } from 'react-aria/useFocusVisible'

import type { FocusController } from '../focus/focus-service.ts'
import { pageOf } from './page.tsx'

/** The title of the page on screen; undefined on one that no plugin owns. */
export function pageTitle(router: AnyRouter, services: Services): string | undefined {
  const match = router.state.matches.at(-1)
  const page = match && pageOf(router.routesById[match.routeId])
  return page && fillTitle(page.route.title, services.get(FactStore).get())
}

/**
 * A title may follow each letter of a text that is typed. To replace its node would end the step that the browser undoes
 * in that text, so that undo would go letter by letter.
 */
function nameTab(title: string): void {
  const text = document.querySelector('title')?.firstChild
  if (text instanceof Text) text.data = title
  else document.title = title
}

/**
 * Does what a browser does on arrival at a new page: titles the tab, and moves the focus, so that a screen reader
 * begins to read. @returns stop
 */
export function watchArrival(
  router: AnyRouter,
  services: Services,
  focus: Pick<FocusController, 'enterPage'>,
): () => void {
  let last: string | undefined
  /** Whether the last press was one of a mouse or a finger; a screen reader's weighs nothing. */
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
    // A filter or a page of a list is still the same place.
    if (path !== last && last !== undefined) focus.enterPage()
    last = path
    name()
  }

  /**
   * Has a field that takes the focus as its page appears do so at once. After a link was followed with Enter, which
   * React Aria takes for a screen reader's click, it would wait, and find the focus on the heading.
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
