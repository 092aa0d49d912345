import { matchRanges, queryWords } from '@typecase/content-query/word-match'
import { searchBuckets } from '@typecase/contract/objects'
import { readBucket } from '@typecase/content/bucket'
import { Api } from '@typecase/plugin-sdk/services'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import { isTooLarge, objectRow, typeTitles } from './object-row.ts'
import { newestTitleIndex } from './title-store.ts'

/** How long typing must pause before the server is asked, in ms: someone who types on wants something else. */
const RESTS = 150

const none: ReadonlyMap<string, string> = new Map()

/** Finds objects beyond the title index: by other fields and by slug, and in other buckets. */
export async function search(query: string, context: SearchContext): Promise<readonly Row[]> {
  const { services, facts, limit, signal } = context
  if (query.trim() === '') return []
  const open = facts['route.bucketSlug']
  const types = open === undefined ? [] : (await readBucket(services, open)).object_types
  const hasIndex = open !== undefined && !isTooLarge(types)
  // Rows appear in the order of their arrival, and the titles of the open bucket must come first.
  await Promise.all([waitForPause(signal), hasIndex && newestTitleIndex(services, open)])
  signal.throwIfAborted()
  const { buckets } = await services.get(Api).call(
    searchBuckets,
    {
      query: {
        q: query.slice(0, 200),
        limit: Math.min(limit, 20),
        ...(open !== undefined && { slug: open, titles: false }),
      },
    },
    { signal },
  )
  const words = queryWords(query)
  return buckets
    .filter(({ slug }) => slug !== open || hasIndex)
    .flatMap(({ slug, title, objects }) =>
      objects.map((object) =>
        objectRow(object, {
          ranges: matchRanges(object.title, words),
          ...(slug === open
            ? { titles: typeTitles(types) }
            : { titles: none, bucket: { slug, title } }),
        }),
      ),
    )
}

/** Waits for a pause in typing. @throws the signal's reason */
function waitForPause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, RESTS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
