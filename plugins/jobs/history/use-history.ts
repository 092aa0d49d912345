import { listChangeSets } from '@typecase/contract/change-sets'
import { listJobs } from '@typecase/contract/jobs'
import { apiQueryKey } from '@typecase/plugin-sdk/api-query'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { newer, useServerJobs } from '../use-server-jobs.ts'
import { type Entry, mergeHistory, nextToRead } from './entries.ts'
import { filterEntries, type HistoryFilter, queryOf } from './filter.ts'

const PAGE = 100

/** Returns the loaded part of a bucket's history, with the live state of its jobs. */
export function useHistory(slug: string, filter: HistoryFilter) {
  const me = useUser().data?.id
  const api = useService(Api)
  const { live } = useServerJobs()
  const query = { slug, limit: PAGE, ...queryOf(filter, me, startOfDay()) }
  const changes = useInfiniteQuery({
    queryKey: [...apiQueryKey(listChangeSets, { query }), 'pages'],
    queryFn: ({ pageParam: skip, signal }) =>
      api.call(listChangeSets, { query: { ...query, skip } }, { signal }),
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    getNextPageParam: ({ skip, total }) => (skip + PAGE < total ? skip + PAGE : undefined),
  })
  const jobs = useInfiniteQuery({
    queryKey: [...apiQueryKey(listJobs, { query }), 'pages'],
    queryFn: ({ pageParam: skip, signal }) =>
      api.call(listJobs, { query: { ...query, skip } }, { signal }),
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    getNextPageParam: ({ skip, total }) => (skip + PAGE < total ? skip + PAGE : undefined),
  })

  const read = useMemo(() => {
    const listed = jobs.data?.pages.flatMap((page) => page.jobs) ?? []
    const ids = new Set(listed.map(({ id }) => id))
    // The stream reports all jobs, and only the server knows whether a job changed the object.
    const fresh = filter.object ? [] : [...live.values()].filter(({ id }) => !ids.has(id))
    return {
      changes: {
        rows: changes.data?.pages.flatMap((page) => page.change_sets) ?? [],
        hasMore: changes.hasNextPage,
      },
      jobs: {
        rows: [...fresh, ...listed.map((job) => newer(job, live.get(job.id)))],
        hasMore: jobs.hasNextPage,
      },
    }
  }, [changes.data, changes.hasNextPage, jobs.data, jobs.hasNextPage, live, filter.object])
  const entries = useMemo<readonly Entry[]>(
    () => filterEntries(mergeHistory(read.changes, read.jobs), filter, me),
    [read, filter, me],
  )

  return {
    entries,
    isLoading: !changes.data || !jobs.data,
    error: (changes.data ? null : changes.error) ?? (jobs.data ? null : jobs.error),
    isFetching: changes.isFetching || jobs.isFetching,
    hasMore: changes.hasNextPage || jobs.hasNextPage,
    readOn: () =>
      nextToRead(read.changes, read.jobs) === 'jobs'
        ? jobs.fetchNextPage()
        : changes.fetchNextPage(),
    refetch: () => Promise.all([changes.refetch(), jobs.refetch()]),
  }
}

function startOfDay(): Date {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day
}
