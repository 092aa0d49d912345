import { defineRecord } from '@typecase/content/record/define-record'
import { checkRelease, getRelease, listReleases, type Release } from '@typecase/contract/releases'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import type { Services } from '@typecase/plugin-sdk/token'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { formatCount } from '@typecase/ui/count'
import { formatDateTime, formatShortDateTime, formatWeekdayTime } from '@typecase/ui/format'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the focused entry in the calendar. */
    'schedule.entry': string
    /** Id of the object with the keyboard focus, on the page of a release. */
    'schedule.released': string
  }
}

/** Objects of a release per page. */
export const PAGE_SIZE = 100

/** Returns the query for the releases of a bucket. @param object_id limits it to releases that contain this object */
export const releasesQuery = (services: Services, slug: string, object_id?: string) =>
  apiQueryOptions(services, listReleases, {
    query: { slug, ...(object_id !== undefined && { object_id }) },
  })

export const releaseQuery = (services: Services, slug: string, release_id: string, skip = 0) =>
  apiQueryOptions(services, getRelease, { query: { slug, release_id, limit: PAGE_SIZE, skip } })

export const checkQuery = (services: Services, slug: string, release_id: string) =>
  apiQueryOptions(services, checkRelease, { query: { slug, release_id } })

export const release = defineRecord({
  noun: 'release',
  icon: 'box',
  group: 'Schedule',
  when: and(has('route.bucketSlug'), can('objects:publish')),
  arg: 'release_id',
  fact: 'schedule.release',
  query: (services, slug) => releasesQuery(services, slug),
  items: ({ releases }): readonly Release[] => releases,
  row: (one) => ({ label: one.title, subtitle: describeRelease(one) }),
  endpoints: [listReleases, getRelease, checkRelease],
})

export const facts: readonly FactDeclaration[] = [
  release.factDeclaration,
  {
    key: 'schedule.entry',
    title: 'something scheduled has the focus',
    missing: 'Go to an entry on the calendar first.',
  },
  {
    key: 'schedule.released',
    title: 'an object of a release has the focus',
    missing: 'Go to an object of a release first.',
  },
]

const WEEK_MS = 6 * 24 * 3600 * 1000

/** Formats a time as short as possible: `Mon 09:00` within the next days. */
export const formatReleaseTime = (at: number, now = Date.now()): string =>
  at > now && at < now + WEEK_MS ? formatWeekdayTime(at) : formatShortDateTime(at, now)

/** Whether objects and times of the release can still be changed. */
export const isOpen = ({ state }: Pick<Release, 'state'>): boolean =>
  state !== 'published' && state !== 'publishing'

/** Describes a release: `3 objects, Mon 09:00`. */
export function describeRelease({ count, state, publish_at, published_at }: Release): string {
  const objects = formatCount(count, 'object')
  if (published_at !== null) return `${objects}, published ${formatDateTime(published_at)}`
  if (publish_at !== null) return `${objects}, ${formatReleaseTime(publish_at)}`
  if (state === 'publishing') return `${objects}, being published`
  return state === 'failed' ? `${objects}, could not be published` : objects
}
