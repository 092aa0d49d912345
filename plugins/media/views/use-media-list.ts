import { listMedia, type ManagedMedia } from '@typecase/contract/media'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'

import { type MediaSearch, pageInput } from '../list/media-query.ts'

/** Media that are read at once: some screens full. */
const PAGE = 96

/** How many media match, and the way to read those in sight. */
export function useMediaList(slug: string, search: MediaSearch) {
  const services = useServices()
  const queryOf = (page: number) =>
    apiQueryOptions(
      services,
      listMedia,
      pageInput(slug, search, { limit: PAGE, skip: page * PAGE }),
    )
  const first = useQuery({ ...queryOf(0), placeholderData: keepPreviousData })
  return { first, total: first.data?.total ?? 0, queryOf }
}

export type MediaList = ReturnType<typeof useMediaList>

/** The media at places in the list; undefined where one is still on its way. */
export function useMediaAt(
  { first, queryOf }: MediaList,
  places: readonly number[],
): (place: number) => ManagedMedia | undefined {
  const wanted = [...new Set(places.map((place) => Math.floor(place / PAGE)))].filter(Boolean)
  const others = useQueries({ queries: wanted.map(queryOf) })
  return (place) => {
    const page = Math.floor(place / PAGE)
    const { data } = page === 0 ? first : (others[wanted.indexOf(page)] ?? {})
    return data?.media[place % PAGE]
  }
}
