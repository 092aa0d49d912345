import { useParams, useSearch } from '@tanstack/react-router'

import type { RouteRef } from '../route.ts'

/** Returns the parameters of the page that renders the component. */
export function useRouteParams<Params extends object, Search extends object>(
  _route: RouteRef<Params, Search>,
): Params {
  // The route only carries the types; the router knows which page is on screen.
  return useParams({ strict: false }) as Params
}

/** Returns the checked query string of the page that renders the component. */
export function useRouteSearch<Params extends object, Search extends object>(
  _route: RouteRef<Params, Search>,
): Search {
  return useSearch({ strict: false }) as Search
}
