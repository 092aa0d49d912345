import type { listMedia } from '@typecase/contract/media'
import type { InputOf } from '@typecase/contract/endpoint'

import type { mediaRoute } from '../routes.ts'

/** What the address of the page says. */
export type MediaSearch = ReturnType<NonNullable<(typeof mediaRoute)['search']>>['infer']

/** Kinds of files that one can ask for, by the first half of their type. */
export const mediaKinds = [
  { id: 'image', label: 'Pictures' },
  { id: 'video', label: 'Videos' },
  { id: 'audio', label: 'Sound' },
  { id: 'application', label: 'Documents' },
] as const

/** The same in the query language. */
export function mediaQuery({ q, kind, folder, only }: MediaSearch): Record<string, unknown> {
  const words = String(q ?? '').trim()
  const contains = { $regex: words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' }
  return {
    ...(words && {
      $or: ['original_name', 'title', 'alt_text'].map((field) => ({ [field]: contains })),
    }),
    ...(kind && { type: { $regex: `^${kind}/` } }),
    ...(folder !== undefined && { folder: folder === '' ? null : folder }),
    ...(only === 'no-alt' && { alt_text: '' }),
  }
}

/** One page of the list. */
export function pageInput(
  slug: string,
  search: MediaSearch,
  { limit, skip }: { limit: number; skip: number },
): InputOf<typeof listMedia> {
  const query = mediaQuery(search)
  return {
    query: {
      slug,
      limit,
      skip,
      ...(Object.keys(query).length > 0 && { query: JSON.stringify(query) }),
      ...(search.only === 'unused' && { used: false }),
    },
  }
}
