import type { ObjectType } from '@typecase/contract/object-types'
import { useFieldKinds } from '@typecase/content/react/field-kinds'
import { usePerspective } from '@typecase/content/react/perspective'
import { bucketQuery } from '@typecase/content/bucket'
import { lookOfView, smartViewsQuery } from '@typecase/content/smart-views'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { useFills } from '@typecase/plugin-sdk/react/slot'
import { Storage, type StorageService } from '@typecase/plugin-sdk/services'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { filterSchema } from '@typecase/content-query/type-fields'

import { chosenColumns } from '../list/columns.ts'
import { listFields, panelFields, withOperators } from '@typecase/content/object/list-fields'
import { type ColumnLayout, layoutKey, readLayout } from '../list/column-layout.ts'
import { readListAddress } from '../list/list-address.ts'
import {
  columnsKey,
  savedColumns,
  savedLimit,
  savedSort,
  limitKey,
  sheetKey,
  sortKey,
} from '../list/preferences.ts'
import { withoutType } from '../list/url-query.ts'
import { objectsQuery } from '../queries.ts'
import { objectsRoute } from '../routes.ts'
import { useGroups } from './use-groups.ts'

const noTypes: readonly ObjectType[] = []

/** Returns the state of the list: the parameters of its URL, the server's answer, and the columns. */
export function useObjectList() {
  const services = useServices()
  const { bucketSlug } = useRouteParams(objectsRoute)
  const search = useRouteSearch(objectsRoute)

  const perspective = usePerspective(bucketSlug)
  const isDrafts = perspective.kind === 'drafts'
  const view = useSmartView(bucketSlug, search.smartViewID)
  const pageSize = usePreference(limitKey, savedLimit)
  const { type: sortedType } = readListAddress(search, view.look, {})
  const defaultSort = usePreference(sortKey(bucketSlug, sortedType), (storage) =>
    savedSort(storage, bucketSlug, sortedType),
  )
  const address = useMemo(
    () => readListAddress(search, view.look, { pageSize, sortOf: () => defaultSort }),
    [search, view.look, pageSize, defaultSort],
  )
  const { query, unreadable, type: typeSlug, sort } = address
  // The server counts groups among the newest versions only.
  const group = isDrafts ? address.group : undefined
  const { limit, skip } = address.page

  const bucket = useQuery(bucketQuery(services, bucketSlug))

  // The cast is needed because the contract writes metafields as a recursive type.
  const types = (bucket.data?.bucket.object_types as readonly ObjectType[] | undefined) ?? noTypes
  const type = types.find(({ slug }) => slug === typeSlug)
  const visibleTypes = useMemo(() => (type ? [type] : types), [type, types])
  const panels = useFills('list.column')
  const fields = useMemo(
    () => [...listFields(visibleTypes), ...panelFields(panels)],
    [visibleTypes, panels],
  )
  const kinds = useFieldKinds()
  const schema = useMemo(
    () => withOperators(filterSchema(visibleTypes, types), fields, kinds),
    [visibleTypes, types, fields, kinds],
  )
  const columnChoice = useChosenColumns(bucketSlug, typeSlug, view.id) ?? view.look?.columns
  const columns = useMemo(() => chosenColumns(fields, columnChoice), [fields, columnChoice])
  const isSheet = useIsSheet(bucketSlug, typeSlug, view.id) && type !== undefined && isDrafts
  const groups = useGroups({
    bucketSlug,
    query,
    // A sheet keeps the order of the groups, but shows no heads.
    group: isSheet ? undefined : group,
    fields,
    isReady: !view.isLoading && bucket.isSuccess && unreadable === undefined && !view.isMissing,
  })
  const isUnderstood = unreadable === undefined && !view.isMissing
  const page = useQuery({
    ...objectsQuery(
      services,
      bucketSlug,
      { ...address.page, query: groups.visibleQuery },
      undefined,
      perspective,
    ),
    enabled: isUnderstood && !view.isLoading && !(groups.isLoading && groups.collapsed.size > 0),
  })
  const { collapsed } = groups
  const request = useMemo(() => ({ skip, collapsed }), [skip, collapsed])
  const [answered, setAnswered] = useState(request)
  if (!page.isPlaceholderData && answered !== request) setAnswered(request)

  return {
    bucketSlug,
    /** Whether the list shows drafts, which is what commands on all of its objects act on. */
    isDrafts,
    bucket,
    types,
    type,
    typeSlug,
    query,
    rest: useMemo<ListQuery>(() => withoutType(query), [query]),
    unreadable,
    isUnderstood,
    sort,
    group,
    /** The smart view that the URL names. */
    view,
    chosenColumns: columnChoice,
    limit,
    /** The page size, if the URL names one. */
    ownLimit: search.limit,
    /** The parameters of the URL, which override those of a smart view. */
    address: search,
    skip,
    page,
    /** The parameters of the rows on screen: those of the previous page until the next one arrives. */
    answered,
    groups,
    /** Number of objects in the list, including those in collapsed groups. */
    total: isUnderstood ? (groups.data?.count ?? page.data?.total) : undefined,
    fields,
    schema,
    columns,
    /** Whether cells are edited in place, which only lists of one type allow. */
    isSheet,
    /** Whether someone chose the columns. Chosen columns are shown even if they are empty. */
    areColumnsChosen: columnChoice !== undefined,
    layout: useLayout(bucketSlug, typeSlug, view.id),
  }
}

export type ObjectListState = ReturnType<typeof useObjectList>

/** Reads the smart view that the URL names, if it exists. */
function useSmartView(bucketSlug: string, id: string | number | undefined) {
  const services = useServices()
  const { data, isPending } = useQuery({
    ...smartViewsQuery(services, bucketSlug),
    enabled: id !== undefined,
  })
  const view = data?.smart_views.find((one) => one.id === String(id ?? ''))
  const look = useMemo(() => view && lookOfView(view), [view])
  return {
    id: view?.id,
    title: view?.title,
    look,
    isLoading: id !== undefined && isPending,
    /** The URL names a view that does not exist. */
    isMissing: id !== undefined && data !== undefined && view === undefined,
  }
}

/** Reads a list setting that the browser stores. `read` must return the same value while the setting is unchanged. */
function usePreference<T>(key: `objects.${string}`, read: (storage: StorageService) => T): T {
  const storage = useService(Storage)
  const subscribe = useCallback(
    (listener: () => void) => storage.subscribe(key, listener),
    [storage, key],
  )
  return useSyncExternalStore(subscribe, () => read(storage))
}

function useLayout(
  bucketSlug: string,
  type: string | undefined,
  view: string | undefined,
): ColumnLayout {
  // A text, which stays the same while the layout is unchanged.
  const key = layoutKey(bucketSlug, type, view)
  const text = usePreference(key, (storage) => JSON.stringify(storage.get(key) ?? null))
  return useMemo(() => readLayout(JSON.parse(text)), [text])
}

function useIsSheet(bucketSlug: string, type: string | undefined, view: string | undefined) {
  const key = sheetKey(bucketSlug, type, view)
  return usePreference(key, (storage) => storage.get(key) === true)
}

function useChosenColumns(
  bucketSlug: string,
  type: string | undefined,
  view: string | undefined,
): readonly string[] | undefined {
  // A text, which stays the same while the columns are unchanged.
  const text = usePreference(columnsKey(bucketSlug, type, view), (storage) =>
    savedColumns(storage, bucketSlug, type, view)?.join('\n'),
  )
  return useMemo(() => text?.split('\n'), [text])
}
