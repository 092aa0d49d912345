import {
  checkRelease,
  getRelease,
  listReleases,
  type Release,
  type ReleasedObject,
} from '@typecase/contract/releases'
import { formatCount } from '@typecase/ui/count'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatDateTime, formatWeekdayTime } from '@typecase/ui/format'

/** Objects of a release on one page. */
export const PAGE_SIZE = 100

export const releasesQuery = (services: Services, slug: string, object_id?: string) =>
  apiQueryOptions(services, listReleases, {
    query: { slug, ...(object_id !== undefined && { object_id }) },
  })

export const releaseQuery = (services: Services, slug: string, release_id: string, skip = 0) =>
  apiQueryOptions(services, getRelease, { query: { slug, release_id, limit: PAGE_SIZE, skip } })

export const checkQuery = (services: Services, slug: string, release_id: string) =>
  apiQueryOptions(services, checkRelease, { query: { slug, release_id } })

/** What lists drafts without a date, with words of their title where some are given. */
export function draftsQuery(slug: string, limit: number, words = '') {
  const $regex = words.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const title = $regex === '' ? {} : { title: { $regex, $options: 'i' } }
  return {
    slug,
    query: JSON.stringify({ ...draftsWithoutDate, ...title }),
    props: 'id,title,type,locale,status',
    sort: '-modified_at',
    limit,
  }
}
export const draftsWithoutDate = { status: 'draft', publish_at: null }

/** @param objectID only those that hold it */
export const readReleases = async (
  services: Services,
  slug: string,
  objectID?: string,
): Promise<readonly Release[]> =>
  (await services.get(Queries).fetchQuery(releasesQuery(services, slug, objectID))).releases

export const readRelease = async (
  services: Services,
  slug: string,
  id: string,
): Promise<{ release: Release; objects: readonly ReleasedObject[] }> =>
  services.get(Queries).fetchQuery(releaseQuery(services, slug, id))

/** After a release was changed: all that shows releases asks again. */
export async function refreshReleases(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listReleases.id, getRelease.id, checkRelease.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}

const WEEK_MS = 6 * 24 * 3600 * 1000

/** A time as short as it can be: `Mon 09:00` within the next days. */
export const formatReleaseTime = (at: number, now = Date.now()): string =>
  at > now && at < now + WEEK_MS ? formatWeekdayTime(at) : formatDateTime(at)

/** Whether it still takes objects and times. */
export const isOpen = ({ state }: Pick<Release, 'state'>): boolean =>
  state !== 'published' && state !== 'publishing'

/** `3 objects, Mon 09:00` */
export function describeRelease({ count, state, publish_at, published_at }: Release): string {
  const objects = formatCount(count, 'object')
  if (published_at !== null) return `${objects}, published ${formatDateTime(published_at)}`
  if (publish_at !== null) return `${objects}, ${formatReleaseTime(publish_at)}`
  if (state === 'publishing') return `${objects}, being published`
  return state === 'failed' ? `${objects}, could not be published` : objects
}
