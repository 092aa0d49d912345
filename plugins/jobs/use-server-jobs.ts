import type { Job } from '@typecase/contract/jobs'
import { listJobs } from '@typecase/contract/jobs'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { apiQueryOptions } from '@typecase/plugin-sdk/react/queries'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { BucketEvents, Queries } from '@typecase/plugin-sdk/services'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * The newest jobs of the bucket on screen, kept up to date by its event stream; `ended` are those that ended before
 * the user's eyes.
 */
export function useServerJobs(): { jobs: readonly Job[]; ended: readonly Job[] } {
  const slug = useFacts((facts) => facts['route.bucketSlug'])
  const services = useServices()
  const events = useService(BucketEvents)
  const queries = useService(Queries)
  const [live, setLive] = useState<ReadonlyMap<string, Job>>(new Map())
  const { data } = useQuery({
    ...apiQueryOptions(services, listJobs, { query: { slug: slug ?? '', limit: 20 } }),
    enabled: slug !== undefined,
  })

  // The outside system is the server's event stream.
  useEffect(() => {
    if (slug === undefined) return undefined
    return events.subscribe(slug, (event) => {
      if (event.kind !== 'job') return
      setLive((before) => new Map(before).set(event.job.id, event.job))
      if (event.job.finished_at !== null)
        void queries.invalidateQueries({ queryKey: [listJobs.id] })
    })
  }, [slug, events, queries])

  const known = (data?.jobs ?? []).map((job) => live.get(job.id) ?? job)
  const fresh = [...live.values()].filter((job) => !known.some(({ id }) => id === job.id))
  const ended = [...live.values()].filter(({ finished_at }) => finished_at !== null)
  return { jobs: [...fresh, ...known], ended }
}
