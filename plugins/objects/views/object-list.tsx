import { PerspectiveNote } from '@typecase/content/react/perspective'
import { lookOfList } from '@typecase/content/smart-views'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation, Selection, Storage } from '@typecase/plugin-sdk/services'
import { useEffect, useRef } from 'react'

import { openObject } from '../commands/open.ts'
import { keepListContext } from '@typecase/content/object/list-context'
import { listSearch } from '../list/url-query.ts'
import { isDashboardOrder, sortWithin } from '../list/page.ts'
import { columnsKey } from '../list/preferences.ts'
import { objectsRoute } from '../routes.ts'
import { ObjectFilters } from './object-filters.tsx'
import { ListContent } from './list-content.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListHead } from './list-head.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TypeTabs } from './type-tabs.tsx'
import { type ObjectListState, useObjectList } from './use-object-list.ts'
import styles from './object-list.module.css'

/** Shows the objects of a bucket, of one of its types, or of a smart view. */
export default function ObjectList() {
  const list = useObjectList()
  useListFacts(list)
  useListContext(list)
  useLook(list)
  useSelectionOfList(list)
  usePreload()
  return (
    <div className={styles.page}>
      <PerspectiveNote bucketSlug={list.bucketSlug} />
      <ListHead list={list} />
      <TypeTabs list={list} />
      <ObjectFilters list={list} />
      <ListContent list={list} />
      <ListFooter list={list} />
      {list.isSheet ? null : <SelectionBar list={list} />}
    </div>
  )
}

/** Preloads the code that Enter runs, because users press keys faster than code loads. */
function usePreload(): void {
  useEffect(() => void openObject.load().catch(() => undefined), [])
}

/** Provides the facts about the list to commands. */
function useListFacts(list: ObjectListState): void {
  const { query, page, total, type, sort, group, view, isDrafts } = list
  useProvideFacts({
    // A command on all objects of a query finds drafts, so other perspectives provide no query.
    ...(isDrafts && { 'view.query': query, 'view.total': total }),
    'objects.type': type?.slug,
    'objects.isGrouped': group !== undefined,
    'objects.isArranged': isDrafts && group === undefined && isDashboardOrder(sort),
    'objects.rowCount': page.data?.objects.length,
    'list.smartViewID': view.id,
    'page.part': view.id ?? type?.slug,
  })
}

/** Provides the part of the list that a smart view can store. */
function useLook({
  bucketSlug,
  typeSlug,
  query,
  sort,
  group,
  chosenColumns,
  view,
}: ObjectListState): void {
  const { go } = useService(Navigation)
  const storage = useService(Storage)
  usePageHandle(lookOfList, {
    query,
    sort,
    group,
    columns: chosenColumns,
    reset: async () => {
      if (view.id === undefined) return
      storage.remove(columnsKey(bucketSlug, typeSlug, view.id))
      await go(objectsRoute, { search: listSearch({ smartViewID: view.id }), isReplace: true })
    },
  })
}

/** Lets the editor go to the next object of this list. */
function useListContext({
  bucketSlug,
  groups: { visibleQuery: query },
  sort,
  group,
  skip,
  limit,
  type,
  view,
  page,
}: ObjectListState): void {
  const { current } = useService(Navigation)
  const { data, isPlaceholderData } = page
  const title = view.title ?? type?.title ?? 'Objects'
  const order = sortWithin(group, sort)
  useEffect(() => {
    if (!data || isPlaceholderData) return
    keepListContext({
      bucketSlug,
      path: current() as `/${string}`,
      title,
      query,
      ...(order && { sort: order }),
      ids: data.objects.map(({ object }) => object.id),
      skip,
      total: data.total,
      limit,
    })
  }, [bucketSlug, title, query, order, skip, limit, data, isPlaceholderData, current])
}

/** Clears the selection when the query changes, because the selected rows are then out of sight. */
function useSelectionOfList({ query }: ObjectListState): void {
  const selection = useService(Selection)
  const key = JSON.stringify(query)
  const last = useRef(key)
  useEffect(() => {
    if (last.current !== key) selection.clear('object')
    last.current = key
  }, [selection, key])
}
