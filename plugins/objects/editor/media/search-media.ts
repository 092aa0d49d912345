import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { endpoint } from '@typecase/contract/endpoint'
import { type } from 'arktype'

import { isRecord } from '../draft/json-equal.ts'

export type MediaKind = 'image' | 'video' | 'audio' | 'application'

export interface FoundMedia {
  readonly name: string
  readonly title: string
}

/** Media whose original name holds the words; without words the newest. */
export async function searchMedia(
  services: Services,
  { bucketSlug, words, kind }: { bucketSlug: string; words: string; kind: MediaKind | undefined },
): Promise<FoundMedia[]> {
  const contains = { $regex: words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' }
  const query = {
    ...(words && { original_name: contains }),
    ...(kind && { type: { $regex: `^${kind}/` } }),
  }
  const input = { query: { slug: bucketSlug, query: JSON.stringify(query), limit: 20 } }
  try {
    const { media } = await services.get(Api).call(listMedia, input)
    return media.map(({ name, original_name: title }) => ({ name, title: title || name }))
  } catch (error) {
    // A server without media: names can still be typed.
    if (isRecord(error) && error['code'] === 'not_found') return []
    throw error
  }
}

/** The media call of specification §7, as far as searching by name needs it. */
const listMedia = endpoint({
  id: 'media.list',
  method: 'GET',
  path: '/media/list',
  auth: 'user',
  summary: 'Media of a bucket by query.',
  query: () => type({ slug: 'string', 'limit?': 'number', 'skip?': 'number', 'query?': 'string' }),
  response: () =>
    type({ media: type({ name: 'string', original_name: 'string' }).array(), total: 'number' }),
})
