import { bucketQuery } from '@typecase/content/bucket'
import { type ListContext, listContext, indexIn } from '@typecase/content/object/list-context'
import { objectsPath } from '@typecase/content/routes'
import { getObject } from '@typecase/contract/objects'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Storage } from '@typecase/plugin-sdk/services'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { savedLimit, savedSort } from '../list/preferences.ts'
import { objectsQuery } from '../queries.ts'

/** Ids are sent in the URL, which servers limit to 16 kB. */
const ROWS = 200
const PROPS = 'id,title,status,publish_at,unpublish_at,modified_at'

interface OpenObject {
  bucketSlug: string
  objectID: string | undefined
  type: string | undefined
}

/** Reads the rows around the open object, from the list that it was opened from or from the list of its type. */
export function useSplitList({ bucketSlug, objectID, type }: OpenObject) {
  const services = useServices()
  const openList = useOpenedList(bucketSlug, objectID)
  const ofType = useListOfType({ bucketSlug, objectID, type }, openList === undefined)
  const list = openList ?? ofType.list
  const index = list && objectID !== undefined ? indexIn(list, objectID) : -1
  const start = Math.floor(Math.max(index, 0) / ROWS) * ROWS
  const ids = useMemo(() => list?.ids.slice(start, start + ROWS) ?? [], [list, start])
  const query = useQuery({
    ...objectsQuery(
      services,
      bucketSlug,
      { query: { id: { $in: ids } }, limit: Math.max(ids.length, 1), skip: 0 },
      PROPS,
    ),
    enabled: ids.length > 0,
  })
  const rows = useMemo(() => {
    const byID = new Map(query.data?.objects.map((one) => [one.object.id, one]))
    // An object deleted meanwhile has no row.
    return ids.flatMap((id) => byID.get(id) ?? [])
  }, [ids, query.data])
  const isEmpty = list?.ids.length === 0
  return {
    list,
    /** Id of the current row: the open object, or the row that represents it. */
    currentID: index === -1 ? undefined : list?.ids[index],
    query: {
      data: list && (isEmpty || query.data) ? { list, rows } : undefined,
      error: ofType.error ?? query.error,
      isFetching: ofType.isFetching || query.isFetching,
      refetch: () => (list ? query.refetch() : ofType.refetch()),
    },
  }
}

/** Returns the list that the object was opened from. It grows while the editor moves through it. */
function useOpenedList(bucketSlug: string, objectID: string | undefined): ListContext | undefined {
  return useMemo(() => {
    const list = listContext(bucketSlug)
    return list && (objectID === undefined || indexIn(list, objectID) !== -1) ? list : undefined
  }, [bucketSlug, objectID])
}

/** Reads the first page of a type's list without filters. */
function useListOfType({ bucketSlug, objectID, type: newType }: OpenObject, isEnabled: boolean) {
  const services = useServices()
  const storage = services.get(Storage)
  const object = useQuery({
    ...apiQueryOptions(services, getObject, {
      query: { slug: bucketSlug, object_id: objectID ?? '' },
    }),
    enabled: isEnabled && objectID !== undefined,
  })
  const bucket = useQuery({ ...bucketQuery(services, bucketSlug), enabled: isEnabled })
  const type = newType ?? object.data?.object.type
  const sort = savedSort(storage, bucketSlug, type)
  const limit = savedLimit(storage)
  const page = useQuery({
    ...objectsQuery(services, bucketSlug, {
      query: { type },
      limit,
      skip: 0,
      ...(sort && { sort }),
    }),
    enabled: isEnabled && type !== undefined,
  })
  const title = bucket.data?.bucket.object_types.find(({ slug }) => slug === type)?.title
  const list = useMemo<ListContext | undefined>(
    () =>
      isEnabled && page.data && type !== undefined
        ? {
            bucketSlug,
            path: objectsPath(bucketSlug, { type }),
            title: title ?? 'Objects',
            query: { type },
            ...(sort && { sort }),
            ids: page.data.objects.map((one) => one.object.id),
            skip: 0,
            total: page.data.total,
            limit,
          }
        : undefined,
    [isEnabled, page.data, type, bucketSlug, title, sort, limit],
  )
  const failed = [object, page].find(({ error }) => error !== null)
  return {
    list,
    error: isEnabled && !list ? (failed?.error ?? null) : null,
    isFetching: isEnabled && (object.isFetching || page.isFetching),
    refetch: () => (failed ?? page).refetch(),
  }
}
