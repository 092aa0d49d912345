import { listMedia, type ManagedMedia } from '@typecase/contract/media'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'

import { type MediaSearch, pageInput } from '../list/media-query.ts'

/** Number of media read at once: several screens full. */
const PAGE = 96

/** Reads how many media match, and returns the queries for the visible ones. */
export function useMediaList(slug: string, search: MediaSearch) {
  const services = useServices()
  const skip = wholeOf(search.skip) ?? 0
  const most = wholeOf(search.limit) ?? Infinity
  const queryOf = (page: number) => {
    const index = page * PAGE
    const limit = Math.min(PAGE, most - index)
    return apiQueryOptions(
      services,
      listMedia,
      pageInput(slug, search, { limit, skip: skip + index }),
    )
  }
  const first = useQuery({ ...queryOf(0), placeholderData: keepPreviousData })
  const matches = first.data?.total ?? 0
  return { first, total: Math.min(Math.max(0, matches - skip), most), queryOf }
}

/** Returns a number from the URL if it is a valid number of rows. */
const wholeOf = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isInteger(value) && value > 0 ? value : undefined

export type MediaList = ReturnType<typeof useMediaList>

/** Returns a function for the media at a position in the list; undefined for one that is still loading. */
export function useMediaAt(
  { first, queryOf }: MediaList,
  indexes: readonly number[],
): (index: number) => ManagedMedia | undefined {
  const pages = [...new Set(indexes.map((index) => Math.floor(index / PAGE)))].filter(Boolean)
  const others = useQueries({ queries: pages.map(queryOf) })
  return (index) => {
    const page = Math.floor(index / PAGE)
    const { data } = page === 0 ? first : (others[pages.indexOf(page)] ?? {})
    return data?.media[index % PAGE]
  }
}
