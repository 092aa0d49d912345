import type { ReviewQueue } from '@typecase/content/review-queue'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useMemo } from 'react'

import {
  type ListContext,
  listContext,
  type Neighbours,
  neighboursOf,
} from '@typecase/content/object/list-context'
import { queueOf } from '../commands/queue.ts'
import { useSession, useSessionState } from '../use-session.tsx'

/** Returns the open object's position in the list that it was opened from, and that list. */
export function useNeighbours(): (Neighbours & { readonly list: ListContext }) | undefined {
  const { bucketSlug } = useSession()
  const id = useSessionState(({ draft }) => draft.server?.id)
  return useMemo(() => {
    const list = listContext(bucketSlug)
    const neighbours = list && id ? neighboursOf(list, id) : undefined
    return list && neighbours && { ...neighbours, list }
  }, [bucketSlug, id])
}

/** Returns that list for commands that move on in it. */
export function useReviewQueue(): ReviewQueue | undefined {
  const services = useServices()
  const list = useNeighbours()?.list
  const id = useSessionState(({ draft }) => draft.server?.id)
  return useMemo(() => (list && id ? queueOf(services, list, id) : undefined), [services, list, id])
}
