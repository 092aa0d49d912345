import type { ObjectType } from '@typecase/contract/object-types'
import { searchObjects } from '@typecase/contract/objects'
import { readBucket } from '@typecase/plugin-sdk/bucket'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'
import { refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { deleteFound, duplicateFound } from '../commands/delete.ts'
import { openObject } from '../commands/open.ts'
import { publishFound } from '../commands/publish.ts'
import { previewObject } from './preview-object.ts'
import { rowAt, type TitleRow } from './title-data.ts'
import type { TitleMatch } from './title-search.ts'
import { newestTitleIndex, titleIndex } from './title-store.ts'

/** Objects of a bucket from which on the server searches (decisions §3). */
const TOO_MANY = 200_000

/** Objects of the open bucket by title. */
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
    return objects.map((object) => rowFor(object, [], titles))
  }
  let index = await titleIndex(services, slug)
  let matches = index.search(query, limit)
  if (matches.length === 0) {
    index = await newestTitleIndex(services, slug)
    matches = index.search(query, limit)
  }
  return matches.flatMap(({ row, ranges }) => {
    const found = rowAt(index.data, row)
    return found ? rowFor(found, ranges, titles) : []
  })
}

/** Reads the index while nobody waits for it. */
export async function warm({ services, facts }: SearchContext): Promise<void> {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) return
  const { object_types: types } = await readBucket(services, slug)
  if (!isTooLarge(types)) await titleIndex(services, slug)
}

type CountedType = Pick<ObjectType, 'slug' | 'title' | 'total_objects'>

function isTooLarge(types: readonly CountedType[]): boolean {
  return types.reduce((sum, type) => sum + type.total_objects, 0) >= TOO_MANY
}

function typeTitles(types: readonly CountedType[]): ReadonlyMap<string, string> {
  return new Map(types.map(({ slug, title }) => [slug, title]))
}

function rowFor(
  { id, title, type, status, locale }: TitleRow,
  ranges: TitleMatch['ranges'],
  titles: ReadonlyMap<string, string>,
): Row {
  const scope = { kind: 'ids', ids: [id] } as const
  return {
    id,
    title: title || 'Untitled',
    subtitle: [titles.get(type) ?? type, status, locale].filter(Boolean).join(' · '),
    icon: 'file-text',
    ranges: title ? ranges : [],
    run: refTo(openObject, { id }),
    actions: [
      refTo(publishFound, { scope }),
      refTo(duplicateFound, { scope }),
      refTo(deleteFound, { scope }),
    ],
    preview: (context) => previewObject(id, context),
  }
}
