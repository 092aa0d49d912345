import { keepPreviousData } from '@tanstack/react-query'
import { listComments } from '@typecase/contract/comments'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'

export type Show = 'open' | 'mine' | 'resolved'

/** Polling interval in ms, because the event stream may be interrupted. */
const EVERY_MS = 60_000

export function useThreads(
  slug: string,
  show: Show,
  page: { object_id?: string; metafield_id?: string | undefined; limit: number; skip?: number },
) {
  const { object_id, metafield_id, limit, skip = 0 } = page
  const query = {
    slug,
    limit,
    skip,
    resolved: show === 'resolved',
    ...(show === 'mine' && { mentioned: true }),
    ...(object_id !== undefined && { object_id }),
    ...(metafield_id !== undefined && { metafield_id }),
  }
  return useApiQuery(
    listComments,
    { query },
    { placeholderData: keepPreviousData, refetchInterval: EVERY_MS },
  )
}
