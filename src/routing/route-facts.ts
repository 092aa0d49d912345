import type { AnyRouter } from '@tanstack/react-router'
import type { FactPatch } from '@typecase/plugin-sdk/facts'
import { BucketMount, type BucketMountService, outsideOfBuckets } from '@typecase/plugin-sdk/mount'
import { FactStore, Selection } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { pageOf } from './page.tsx'

/** Synchronises the facts about the user's location with the router, before the page is painted. @returns stop */
export function watchRoute(router: AnyRouter, services: Services): () => void {
  const facts = services.get(FactStore)

  /** The last address of each page, by path. */
  const addresses = new Map<string, string>()

  function state(): void {
    const { pathname, href } = router.state.location
    addresses.set(pathname, href)
    const match = router.state.matches.at(-1)
    const params = (match?.params ?? {}) as Record<string, string | undefined>
    const page = match && pageOf(router.routesById[match.routeId])
    const before = facts.get()
    const id = page?.route.id
    // Rows that are no longer visible must not be the subject of the next command.
    if (id !== before['route.id'] || params['bucketSlug'] !== before['route.bucketSlug']) {
      services.get(Selection).clear()
    }
    facts.set({
      'route.id': id,
      'route.href': href,
      'route.bucketSlug': params['bucketSlug'],
      'route.projectID': params['projectID'],
      'route.objectID': params['objectID'],
      'route.up': page && addressAbove(pathname),
      ...bucketFacts(params['bucketSlug']),
    })
  }

  /** Returns the address of the page one path segment above, if there is one. */
  function addressAbove(pathname: string): string | undefined {
    const path = pathname.replace(/\/[^/]+\/?$/, '')
    const [, , match] = path ? router.getMatchedRoutes(path) : []
    return pageOf(match) && (addresses.get(path) ?? path)
  }

  let mount: BucketMountService | undefined
  let stopMount = (): void => {}

  /** Returns the facts of a bucket, and follows updates by the plugin that provides buckets. */
  function bucketFacts(slug: string | undefined): FactPatch {
    const now = services.has(BucketMount) ? services.get(BucketMount) : undefined
    if (now !== mount) {
      stopMount()
      mount = now
      stopMount =
        now?.subscribe(() => facts.set(now.facts(facts.get()['route.bucketSlug']))) ?? (() => {})
    }
    return now?.facts(slug) ?? outsideOfBuckets
  }

  const stopRouter = router.subscribe('onLoad', state)
  return () => {
    stopRouter()
    stopMount()
  }
}
