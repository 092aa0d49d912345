import type { OutputOf } from '@typecase/contract/endpoint'
import type { searchBuckets } from '@typecase/contract/objects'

import { IndexTooLarge } from '../../../columns/live-index.ts'
import type { App } from '../../../app.ts'
import type { UserPrincipal } from '../../../http/principal.ts'
import { openBuckets } from '../../buckets/bucket-access.ts'
import { searchTexts } from './search.ts'

/** Maximum number of buckets per call, and the time in ms after which it does not start to search another one. */
const MAX_BUCKETS = 20
const SEARCH_TIMEOUT_MS = 1000

interface BucketSearch {
  readonly slug?: string | undefined
  readonly q: string
  readonly limit: number
  readonly titles: boolean
}

/**
 * Searches the buckets that a user may open, the named one first.
 * @throws Failure `not_found` if the named one is missing or the user may not open it
 */
export async function searchAllBuckets(
  app: Pick<App, 'columns' | 'db'>,
  principal: UserPrincipal,
  { slug, q, limit, titles }: BucketSearch,
  signal?: AbortSignal,
): Promise<OutputOf<typeof searchBuckets>> {
  const buckets = await openBuckets(app.db, principal, slug)
  const start = performance.now()
  const result: OutputOf<typeof searchBuckets> = {
    buckets: [],
    is_partial: buckets.length > MAX_BUCKETS,
  }
  for (const { access, title } of buckets.slice(0, MAX_BUCKETS)) {
    signal?.throwIfAborted()
    if (performance.now() - start > SEARCH_TIMEOUT_MS) return { ...result, is_partial: true }
    const withoutTitles = access.slug === slug && !titles
    try {
      const objects = await searchTexts(app, access, { q, limit, withoutTitles }, signal)
      if (objects.length > 0) result.buckets.push({ slug: access.slug, title, objects })
    } catch (error) {
      // A bucket that is too large to search must not hide the results of the others.
      if (!(error instanceof IndexTooLarge) || access.slug === slug) throw error
      result.is_partial = true
    }
  }
  return result
}
