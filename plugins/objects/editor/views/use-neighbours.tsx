import { useMemo } from 'react'

import type { Neighbours } from '../../list-context.ts'
import { listContext, neighboursOf } from '../../list-context.ts'
import { useSession, useSessionState } from '../use-session.tsx'

/** Where the open object stands in the list it was opened from. */
export function useNeighbours(): Neighbours | undefined {
  const { bucketSlug } = useSession()
  const id = useSessionState(({ draft }) => draft.server?.id)
  return useMemo(() => {
    const list = listContext(bucketSlug)
    return list && id ? neighboursOf(list, id) : undefined
  }, [bucketSlug, id])
}
