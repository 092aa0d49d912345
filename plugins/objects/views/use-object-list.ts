import type { ObjectType } from '@typecase/contract/object-types'
import { useFieldKinds } from '@typecase/content/react/field-kinds'
import { bucketQuery } from '@typecase/content/bucket'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { useFills } from '@typecase/plugin-sdk/react/slot'
import { Storage } from '@typecase/plugin-sdk/services'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { filterSchema } from '@typecase/content-query/type-fields'

import { chosenColumns } from '../list/columns.ts'
import { listFields, panelFields, withOperators } from '../list/fields.ts'
import { readLimit, readSkip } from '../list/page.ts'
import { columnsKey, keptColumns, keptLimit } from '../list/preferences.ts'
import { readUrlQuery } from '@typecase/content/url-query'
import { typeOf, withoutType } from '../list/url-query.ts'
import { objectsQuery } from '../queries.ts'
import { objectsRoute } from '../routes.ts'

const noTypes: readonly ObjectType[] = []

/** What the address says, what the server answers to it, and how it is to be shown. */
export function useObjectList() {
  const services = useServices()
  const storage = useService(Storage)
  const { bucketSlug } = useRouteParams(objectsRoute)
  const search = useRouteSearch(objectsRoute)

  const address = useMemo(() => readUrlQuery(search.query), [search.query])
  const { query, unreadable } = address
  const typeSlug = typeOf(query)
  const limit = readLimit(search.limit, keptLimit(storage))
  const skip = readSkip(search.skip)
  const sort = search.sort

  const bucket = useQuery(bucketQuery(services, bucketSlug))
  const page = useQuery(
    objectsQuery(services, bucketSlug, { query, limit, skip, ...(sort && { sort }) }),
  )

  // The bucket's types are the contract's, whose metafields are written as a recursive type.
  const types = (bucket.data?.bucket.object_types as readonly ObjectType[] | undefined) ?? noTypes
  const type = types.find(({ slug }) => slug === typeSlug)
  const shown = useMemo(() => (type ? [type] : types), [type, types])
  const panels = useFills('list.column')
  const fields = useMemo(() => [...listFields(shown), ...panelFields(panels)], [shown, panels])
  const kinds = useFieldKinds()
  const schema = useMemo(
    () => withOperators(filterSchema(shown, types), fields, kinds),
    [shown, types, fields, kinds],
  )
  const chosen = useChosenColumns(bucketSlug, typeSlug)
  const columns = useMemo(() => chosenColumns(fields, chosen), [fields, chosen])

  return {
    bucketSlug,
    bucket,
    types,
    type,
    typeSlug,
    query,
    rest: useMemo<ListQuery>(() => withoutType(query), [query]),
    unreadable,
    sort,
    limit,
    /** Only when the address names one. */
    ownLimit: search.limit,
    skip,
    page,
    fields,
    schema,
    columns,
    /** Whether somebody chose the columns: those are shown even where they are empty. */
    areColumnsChosen: chosen !== undefined,
  }
}

export type ObjectListState = ReturnType<typeof useObjectList>

function useChosenColumns(
  bucketSlug: string,
  type: string | undefined,
): readonly string[] | undefined {
  const storage = useService(Storage)
  const subscribe = useCallback(
    (listener: () => void) => storage.subscribe(columnsKey(bucketSlug, type), listener),
    [storage, bucketSlug, type],
  )
  // As a text, which is the same while the columns are.
  const kept = useSyncExternalStore(subscribe, () =>
    keptColumns(storage, bucketSlug, type)?.join('\n'),
  )
  return useMemo(() => kept?.split('\n'), [kept])
}
