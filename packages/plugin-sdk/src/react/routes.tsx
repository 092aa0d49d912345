import { useParams, useSearch } from '@tanstack/react-router'

import type { RouteRef } from '../route.ts'

/** The parameters of the page that renders this. */
export function useRouteParams<Params extends object, Search extends object>(
  _route: RouteRef<Params, Search>,
): Params {
  // The route is only the type's carrier; the router knows which page is on screen.
  return useParams({ strict: false }) as Params
}

/** The checked query string of the page that renders this. */
export function useRouteSearch<Params extends object, Search extends object>(
  _route: RouteRef<Params, Search>,
): Search {
  return useSearch({ strict: false }) as Search
}
