import { matchRanges, queryWords } from '@typecase/content-query/word-match'
import { searchObjects } from '@typecase/contract/objects'
import { readBucket } from '@typecase/content/bucket'
import { Api } from '@typecase/plugin-sdk/services'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import { isTooLarge, objectRow, typeTitles } from './object-row.ts'
import { rowAt } from './title-data.ts'
import { newestTitleIndex, titleIndex } from './title-store.ts'

/** Finds objects of the open bucket by title and subtitle. */
export async function search(query: string, context: SearchContext): Promise<readonly Row[]> {
  const { services, facts, limit, signal } = context
  const slug = facts['route.bucketSlug']
  if (slug === undefined || query.trim() === '') return []
  const { object_types: types } = await readBucket(services, slug)
  const titles = typeTitles(types)
  if (isTooLarge(types)) {
    const { objects } = await services
      .get(Api)
      .call(searchObjects, { query: { slug, q: query, limit: Math.min(limit, 100) } }, { signal })
    return objects.map((object) => objectRow(object, { titles }))
  }
  let index = await titleIndex(services, slug)
  let rows = index.words.search(query, limit)
  if (rows.length === 0) {
    index = await newestTitleIndex(services, slug)
    rows = index.words.search(query, limit)
  }
  const words = queryWords(query)
  return rows.flatMap((row) => {
    const object = rowAt(index.data, row)
    if (!object) return []
    const subtitle = index.subtitles[index.data.subtitleOf[row] ?? -1]
    return objectRow({ ...object, subtitle }, { titles, ranges: matchRanges(object.title, words) })
  })
}

/** Loads the index before a search needs it. */
export async function warm({ services, facts }: SearchContext): Promise<void> {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) return
  const { object_types: types } = await readBucket(services, slug)
  if (!isTooLarge(types)) await titleIndex(services, slug)
}
