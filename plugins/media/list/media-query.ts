import type { FilterSchema } from '@typecase/content-query/filter-fields'
import { readUrlQuery } from '@typecase/content/url-query'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { listMedia } from '@typecase/contract/media'
import type { InputOf } from '@typecase/contract/endpoint'

import type { mediaRoute } from '../routes.ts'

/** The search parameters of the page's URL. */
export type MediaSearch = ReturnType<NonNullable<(typeof mediaRoute)['search']>>['infer']

/** The kinds of files to filter by: the first half of their type. */
export const mediaKinds = [
  { id: 'image', label: 'Images' },
  { id: 'video', label: 'Videos' },
  { id: 'audio', label: 'Audio' },
  { id: 'application', label: 'Documents' },
] as const

/** The orders that users can choose. The first one is the default. */
export const mediaSorts = [
  { id: '-created_at', label: 'Newest first' },
  { id: 'created_at', label: 'Oldest first' },
  { id: 'original_name', label: 'By name' },
  { id: '-size', label: 'Largest files first' },
  { id: '-width', label: 'Widest images first' },
] as const

/** Size in bytes from which a file counts as large for a page. */
const LARGE = 5_000_000

/** The fields of the query line. Words without a field search `title`, which stands for all texts of a file. */
export const mediaSchema: FilterSchema = [
  { path: 'title', title: 'Text', type: 'text', operators: ['contains'] },
  { path: 'original_name', title: 'Name', type: 'text' },
  { path: 'alt_text', title: 'Alt text', type: 'text' },
  { path: 'width', title: 'Width', type: 'number' },
  { path: 'height', title: 'Height', type: 'number' },
  { path: 'size', title: 'Bytes', type: 'number' },
  { path: 'type', title: 'Type', type: 'text' },
  { path: 'folder', title: 'Folder', type: 'text' },
  { path: 'created_at', title: 'Added', type: 'datetime' },
  { path: 'modified_at', title: 'Modified', type: 'datetime' },
]

/** Returns the query of the search box: its words and its filters. */
export function lineQuery({ q, query }: MediaSearch): ListQuery {
  const words = String(q ?? '').trim()
  const { query: filters } = readUrlQuery(query)
  if (!words) return filters
  const $regex = words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const contains = { title: { $regex, $options: 'i' } }
  return Object.keys(filters).length === 0 ? contains : { $and: [contains, filters] }
}

/** Returns the whole search in the query language. */
export function mediaQuery(search: MediaSearch): Record<string, unknown> {
  const { kind, folder, only } = search
  const line = inAnyText(lineQuery(search))
  // A field may appear both in the line and in the choices beside it.
  const isBoth = kind !== undefined || folder !== undefined || only !== undefined
  return {
    ...(isBoth && Object.keys(line).length > 0 ? { $and: [line] } : line),
    ...(kind && { type: { $regex: `^${kind}/` } }),
    ...(folder !== undefined && { folder: folder === '' ? null : folder }),
    ...(only === 'no-alt' && { alt_text: '' }),
    ...(only === 'large' && { size: { $gt: LARGE } }),
  }
}

/** Rewrites a condition on the title, which applies to all texts of a media. */
function inAnyText(query: ListQuery): Record<string, unknown> {
  const parts = Object.entries(query).map(([key, value]) => {
    if (key === 'title')
      return { $or: ['original_name', 'title', 'alt_text'].map((field) => ({ [field]: value })) }
    if ((key === '$and' || key === '$or') && Array.isArray(value))
      return { [key]: value.map((one: ListQuery) => inAnyText(one)) }
    return { [key]: value }
  })
  const [first = {}] = parts
  return parts.length > 1 ? { $and: parts } : first
}

/** Returns the request for one page of the list. */
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
      ...(search.sort && { sort: search.sort }),
    },
  }
}
