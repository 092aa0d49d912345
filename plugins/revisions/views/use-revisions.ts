import { keepPreviousData } from '@tanstack/react-query'
import { listRevisions } from '@typecase/contract/object-revisions'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'

export type Only = 'all' | 'named' | 'published'

export interface RevisionFilter {
  only: Only
  /** Id of a person; empty for all. */
  person: string
  limit: number
}

/** Returns the revisions of an object that match a filter. The last result stays while the next one is loading. */
export function useRevisions(
  slug: string,
  object_id: string,
  { only, person, limit }: RevisionFilter,
) {
  const query = {
    slug,
    object_id,
    limit,
    ...(only !== 'all' && { only }),
    ...(person && { created_by: person }),
  }
  return useApiQuery(listRevisions, { query }, { placeholderData: keepPreviousData })
}
