import { addObject, listObjects, searchObjects } from '@typecase/contract/objects'
import type { NamedObject } from '../objects-by-id.ts'
import { refreshObjects } from '../refresh-objects.ts'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { isRecord } from './json-equal.ts'

const ROWS = 20

/**
 * Finds objects of one type, or of any type, whose titles contain the words. Without words, the most recently changed.
 */
export async function searchRelated(
  services: Services,
  { bucketSlug, type, words }: { bucketSlug: string; type: string | undefined; words: string },
): Promise<NamedObject[]> {
  const api = services.get(Api)
  if (words && !type) {
    const input = { query: { slug: bucketSlug, q: words, limit: ROWS } }
    return (await api.call(searchObjects, input)).objects
  }
  // The search by title cannot filter by type: objects of a rare type would never be among its results.
  const contains = { $regex: words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' }
  return list(
    services,
    bucketSlug,
    { ...(type && { type }), ...(words && { title: contains }) },
    ROWS,
  )
}

/** Creates a draft with only a title. @returns its id */
export async function createRelated(
  services: Services,
  { bucketSlug, type, title }: { bucketSlug: string; type: string; title: string },
): Promise<string> {
  const body = { slug: bucketSlug, data: { title, type } }
  const { object } = await services.get(Api).call(addObject, { body })
  void refreshObjects(services)
  return object.id
}

async function list(
  services: Services,
  slug: string,
  query: object,
  limit: number,
): Promise<NamedObject[]> {
  const input = {
    query: {
      slug,
      query: JSON.stringify(query),
      limit,
      sort: '-modified_at',
      props: 'id,title,type',
    },
  }
  const { objects } = await services.get(Api).call(listObjects, input)
  return objects.map(({ object: { id, title, type } }) => ({ id, title, type }))
}

/** Returns the ids of a relation. Responses may contain the related objects as a whole. */
export function relatedIDs(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [value]
  return items.flatMap((item) => {
    const id = isRecord(item) ? item['id'] : item
    return typeof id === 'string' && id.trim() ? [id.trim()] : []
  })
}
