import type { AnyRouter } from '@tanstack/react-router'
import { createHandles, type HereService } from '@typecase/plugin-sdk/here'

import { closestOf, innermost, focusContextOf } from '../focus/focus-context.ts'
import { pageOf } from './page.tsx'

interface HereParts {
  readonly document: Document
  readonly router: () => AnyRouter
}

/** Creates the service that describes the user's location to commands. */
export function createHere({ document, router }: HereParts): HereService {
  let field: string | undefined
  document.addEventListener('focusin', (event) => {
    const target = innermost(event)
    // Commands in the palette refer to the field from which it was opened.
    if (!(target instanceof Element) || focusContextOf(target).isInDialog) return
    const fieldElement = closestOf(target, '[data-path]')
    field = fieldElement instanceof HTMLElement ? fieldElement.dataset['path'] : undefined
  })

  return {
    ...createHandles(),
    field: () => field,
    route({ id }) {
      const { matches } = router().state
      const match = matches.at(-1)
      const page = match && pageOf(router().routesById[match.routeId])
      if (!match || page?.route.id !== id) return undefined
      // The router matched the route's path and checked its query string.
      return { params: match.params, search: match.search }
    },
  }
}
