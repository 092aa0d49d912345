import { lineOf } from '@typecase/content/line-query'
import { FilterBar, type FilterBarHandle } from '@typecase/content/react/filter-bar'
import { listObjects } from '@typecase/contract/objects'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Api, Navigation } from '@typecase/plugin-sdk/services'
import { useMemo, useRef } from 'react'

import { filterForm, filterLine } from '../list/list-page.ts'
import { listSearch, withType } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'
import type { ObjectListState } from './use-object-list.ts'

/** Shows the filters of a list of objects. */
export function ObjectFilters({ list }: { list: ObjectListState }) {
  const { bucketSlug, rest, unreadable, schema, query, typeSlug, view, address } = list
  const { go } = useService(Navigation)
  const api = useService(Api)
  const bar = useRef<FilterBarHandle>(null)
  const line = useMemo(() => unreadable ?? lineOf(rest, schema), [unreadable, rest, schema])
  usePageHandle(filterLine, { focus: () => bar.current?.focusLine() })
  usePageHandle(filterForm, { addFilter: () => bar.current?.addFilter() })

  function apply(next: ListQuery) {
    const { skip: _, ...rest } = address
    void go(objectsRoute, { search: listSearch({ ...rest, query: withType(next, typeSlug) }) })
  }

  async function count(next: ListQuery, signal: AbortSignal): Promise<number> {
    const query = JSON.stringify(withType(next, typeSlug))
    const input = { slug: bucketSlug, query, limit: 1, props: 'id' }
    return (await api.call(listObjects, { query: input }, { signal })).total
  }

  return (
    <FilterBar
      handle={bar}
      list={view.id ?? typeSlug}
      type={typeSlug}
      line={line}
      placeholder="Filter: status is draft"
      bucketSlug={bucketSlug}
      query={rest}
      schema={schema}
      onApply={apply}
      count={count}
      noun="objects"
    >
      <Slot name="list.filter" props={{ bucketSlug, query }} isInline />
    </FilterBar>
  )
}
