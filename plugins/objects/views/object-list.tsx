import { bucketQuery } from '@typecase/content/bucket'
import type { PrefetchContext } from '@typecase/plugin-sdk/route'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation, Queries, Selection, Storage } from '@typecase/plugin-sdk/services'
import { useEffect, useRef } from 'react'

import { openObject } from '../commands/open.ts'
import { keepListContext } from '../list-context.ts'
import { readUrlQuery } from '@typecase/content/url-query'
import { type ListSearch } from '../list/url-query.ts'
import { isDashboardOrder, readLimit, readSkip } from '../list/page.ts'
import { keptLimit } from '../list/preferences.ts'
import { objectsQuery } from '../queries.ts'
import { FilterBar } from './filter-bar.tsx'
import { ListContent } from './list-content.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListHead } from './list-head.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TypeTabs } from './type-tabs.tsx'
import { type ObjectListState, useObjectList } from './use-object-list.ts'
import styles from './object-list.module.css'

/** Loads the types and the first rows while the code of the page is still on its way. */
export async function prefetch({
  params: { bucketSlug },
  search,
  services,
}: PrefetchContext<{ bucketSlug: string }, ListSearch>): Promise<void> {
  const queries = services.get(Queries)
  const { query } = readUrlQuery(search.query)
  const limit = readLimit(search.limit, keptLimit(services.get(Storage)))
  const page = {
    query,
    limit,
    skip: readSkip(search.skip),
    ...(search.sort && { sort: search.sort }),
  }
  await Promise.all([
    queries.ensureQueryData(bucketQuery(services, bucketSlug)),
    queries.ensureQueryData(objectsQuery(services, bucketSlug, page)),
  ])
}

/** The objects of a bucket, or of one of its types. */
export default function ObjectList() {
  const list = useObjectList()
  useListFacts(list)
  useListContext(list)
  useSelectionOfList(list)
  usePreload()
  return (
    <div className={styles.page}>
      <ListHead list={list} />
      <TypeTabs list={list} />
      <FilterBar list={list} />
      <ListContent list={list} />
      <ListFooter list={list} />
      <SelectionBar list={list} />
    </div>
  )
}

/** Keys are pressed faster than code arrives: what Enter runs is there before. */
function usePreload(): void {
  useEffect(() => void openObject.load().catch(() => undefined), [])
}

/** What commands may depend on. */
function useListFacts({ query, page, type, sort }: ObjectListState): void {
  useProvideFacts({
    'view.query': query,
    'view.total': page.data?.total,
    'objects.type': type?.slug,
    'objects.isArranged': isDashboardOrder(sort),
    'objects.rowCount': page.data?.objects.length,
  })
}

/** Lets the editor go on to the next object of this list. */
function useListContext({ bucketSlug, query, sort, skip, page }: ObjectListState): void {
  const { current } = useService(Navigation)
  const { data, isPlaceholderData } = page
  useEffect(() => {
    if (!data || isPlaceholderData) return
    keepListContext({
      bucketSlug,
      path: current() as `/${string}`,
      query,
      ...(sort && { sort }),
      ids: data.objects.map(({ object }) => object.id),
      skip,
      total: data.total,
    })
  }, [bucketSlug, query, sort, skip, data, isPlaceholderData, current])
}

/** Another query makes another list: what was selected in the former one is out of sight. */
function useSelectionOfList({ query }: ObjectListState): void {
  const selection = useService(Selection)
  const key = JSON.stringify(query)
  const last = useRef(key)
  useEffect(() => {
    if (last.current !== key) selection.clear('object')
    last.current = key
  }, [selection, key])
}
