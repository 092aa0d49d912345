import type { Job } from '@typecase/contract/jobs'
import { listJobs } from '@typecase/contract/jobs'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { BucketEvents } from '@typecase/plugin-sdk/services'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

interface FollowedJobs {
  readonly slug: string | undefined
  readonly live: ReadonlyMap<string, Job>
}

/**
 * Returns the newest jobs of the current bucket, or of the last one on pages without a bucket. The event stream keeps
 * them up to date. `ended` are the jobs that ended while the page was open.
 */
export function useServerJobs(): {
  /** The bucket of the jobs. */
  slug: string | undefined
  /** Whether the list has been loaded, so that jobs missing from it do not exist. */
  isRead: boolean
  jobs: readonly Job[]
  ended: readonly Job[]
  /** The latest state of each job reported by the stream. */
  live: ReadonlyMap<string, Job>
} {
  const onScreen = useFacts((facts) => facts['route.bucketSlug'])
  const services = useServices()
  const events = useService(BucketEvents)
  const [followed, setFollowed] = useState<FollowedJobs>({ slug: onScreen, live: new Map() })
  // Another bucket has other jobs.
  if (onScreen !== undefined && onScreen !== followed.slug)
    setFollowed({ slug: onScreen, live: new Map() })
  const { slug, live } = followed
  const { data } = useQuery({
    ...apiQueryOptions(services, listJobs, { query: { slug: slug ?? '', limit: 20 } }),
    enabled: slug !== undefined,
  })

  // Synchronises with the server's event stream.
  useEffect(() => {
    if (slug === undefined) return undefined
    return events.subscribe(slug, (event) => {
      if (event.kind !== 'job') return
      const { job } = event
      setFollowed((before) =>
        before.slug === slug ? { slug, live: new Map(before.live).set(job.id, job) } : before,
      )
    })
  }, [slug, events])

  const jobs = (data?.jobs ?? []).map((job) => newer(job, live.get(job.id)))
  const fresh = [...live.values()].filter((job) => !jobs.some(({ id }) => id === job.id))
  const ended = [...live.values()].filter(({ finished_at }) => finished_at !== null)
  return { slug, isRead: data !== undefined, jobs: [...fresh, ...jobs], ended, live }
}

/** Returns the newer state of a job. The stream may have missed its end, so a finished state from the server wins. */
export function newer(read: Job, current: Job | undefined): Job {
  return current && read.finished_at === null ? current : read
}
