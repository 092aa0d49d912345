import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listObjects } from '@typecase/contract/objects'
import { type NamedObject, objectsByID } from '@typecase/content/objects-by-id'
import { useHost } from '@typecase/plugin-sdk/react/host'

import { useBucketSlug } from '../use-session.tsx'

const nothing: readonly NamedObject[] = []

/** Reads the titles of related objects, by id. */
export function useRelated(ids: readonly string[]): {
  objects: ReadonlyMap<string, NamedObject>
  isLoading: boolean
} {
  const { services } = useHost()
  const bucketSlug = useBucketSlug()
  // Sorted, so that a new order sends no request.
  const sorted = [...ids].sort()
  const { data = nothing, isFetching } = useQuery({
    queryKey: [listObjects.id, { query: { slug: bucketSlug } }, 'related', sorted],
    queryFn: () => objectsByID(services, bucketSlug, sorted),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return { objects: new Map(data.map((object) => [object.id, object])), isLoading: isFetching }
}
