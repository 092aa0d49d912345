import type { AnyRouter } from '@tanstack/react-router'
import { FactStore, Queries, Selection } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { bucketFacts, bucketKey } from './bucket-lookup.ts'
import { pageOf } from './page.tsx'

/**
 * Keeps the facts about where the user is in step with the router, before the page is painted.
 * @returns stop
 */
export function watchRoute(router: AnyRouter, services: Services): () => void {
  const facts = services.get(FactStore)

  /** Addresses of pages as they were left, by path. */
  const left = new Map<string, string>()

  function state(): void {
    const { pathname, href } = router.state.location
    left.set(pathname, href)
    const match = router.state.matches.at(-1)
    const params = (match?.params ?? {}) as Record<string, string | undefined>
    const page = match && pageOf(router.routesById[match.routeId])
    const before = facts.get()
    const id = page?.route.id
    // Rows that are out of sight must not be what the next command is about.
    if (id !== before['route.id'] || params['bucketSlug'] !== before['route.bucketSlug']) {
      services.get(Selection).clear()
    }
    facts.set({
      'route.id': id,
      'route.bucketSlug': params['bucketSlug'],
      'route.projectID': params['projectID'],
      'route.objectID': params['objectID'],
      'route.up': page && addressAbove(pathname),
      ...bucketFacts(services, params['bucketSlug']),
    })
  }

  /** The address of the page one segment up, if there is one. */
  function addressAbove(pathname: string): string | undefined {
    const path = pathname.replace(/\/[^/]+\/?$/, '')
    const [, , found] = path ? router.getMatchedRoutes(path) : []
    return pageOf(found) && (left.get(path) ?? path)
  }

  const stopRouter = router.subscribe('onLoad', state)
  const stopCache = services
    .get(Queries)
    .getQueryCache()
    .subscribe(({ type, query }) => {
      const slug = facts.get()['route.bucketSlug']
      if (type !== 'updated' || !slug) return
      // A role that changed takes effect with the next answer.
      if (JSON.stringify(query.queryKey) === JSON.stringify(bucketKey(slug))) {
        facts.set(bucketFacts(services, slug))
      }
    })
  return () => {
    stopRouter()
    stopCache()
  }
}
