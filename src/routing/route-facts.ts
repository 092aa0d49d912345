import type { AnyRouter } from '@tanstack/react-router'
import type { FactPatch } from '@typecase/plugin-sdk/facts'
import { BucketMount, type BucketMountService, outsideOfBuckets } from '@typecase/plugin-sdk/mount'
import { FactStore, Selection } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { pageOf } from './page.tsx'

/**
 * Keeps the facts about where the user is in step with the router, before the page is painted.
 * @returns stop
 */
export function watchRoute(router: AnyRouter, services: Services): () => void {
  const facts = services.get(FactStore)

  /** Addresses of pages as they were left, by path. */
  const addresses = new Map<string, string>()

  function state(): void {
    const { pathname, href } = router.state.location
    addresses.set(pathname, href)
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
      'route.href': href,
      'route.bucketSlug': params['bucketSlug'],
      'route.projectID': params['projectID'],
      'route.objectID': params['objectID'],
      'route.up': page && addressAbove(pathname),
      ...bucketFacts(params['bucketSlug']),
    })
  }

  /** The address of the page one segment up, if there is one. */
  function addressAbove(pathname: string): string | undefined {
    const path = pathname.replace(/\/[^/]+\/?$/, '')
    const [, , match] = path ? router.getMatchedRoutes(path) : []
    return pageOf(match) && (addresses.get(path) ?? path)
  }

  let mount: BucketMountService | undefined
  let stopMount = (): void => {}

  /** The facts of a bucket, now and whenever the plugin that knows the buckets updates them. */
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
