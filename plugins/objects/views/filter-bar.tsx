import { lineOf } from '@typecase/content/line-query'
import { QueryLine } from '@typecase/content/react/query-line'
import { listObjects } from '@typecase/contract/objects'
import { Focus } from '@typecase/plugin-sdk/focus'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { Api, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { preload } from '@typecase/plugin-sdk/module'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'

import { filterForm } from '../list/list-page.ts'
import { listSearch, withType } from '../list/url-query.ts'
import { filterLine } from '../list/list-page.ts'
import { objectsRoute } from '../routes.ts'
import type { ObjectListState } from './use-object-list.ts'
import styles from './filter-bar.module.css'

const builder = {
  id: 'The filter builder',
  load: async () => (await import('@typecase/content/react/filter-builder')).FilterBuilder,
}
const FilterBuilder = lazyView(builder.load, builder.id)

/** The query line, and the same filters as a form. */
export function FilterBar({ list }: { list: ObjectListState }) {
  const { bucketSlug, rest, unreadable, schema, query, typeSlug, view, address } = list
  const { go } = useService(Navigation)
  const focus = useService(Focus)
  const input = useRef<HTMLInputElement>(null)
  const api = useService(Api)
  const [isOpen, setOpen] = useState(false)
  const [adding, setAdding] = useState(0)
  const line = useMemo(() => unreadable ?? lineOf(rest, schema), [unreadable, rest, schema])

  usePageHandle(filterLine, { focus: () => focus.moveTo(input.current) })
  // There before the button is pressed, but after the list.
  useEffect(() => preload(builder), [])
  usePageHandle(filterForm, {
    addFilter() {
      setOpen(true)
      setAdding(adding + 1)
    },
  })

  function apply(next: ListQuery) {
    const { skip: _, ...kept } = address
    void go(objectsRoute, { search: listSearch({ ...kept, query: withType(next, typeSlug) }) })
  }

  async function count(next: ListQuery, signal: AbortSignal): Promise<number> {
    const asked = JSON.stringify(withType(next, typeSlug))
    const input = { slug: bucketSlug, query: asked, limit: 1, props: 'id' }
    return (await api.call(listObjects, { query: input }, { signal })).total
  }

  return (
    <div role="group" aria-label="Filters" className={styles.filters}>
      <div className={styles.bar}>
        <QueryLine
          list={view.id ?? typeSlug}
          applied={line}
          schema={schema}
          placeholder="Filter: status is draft"
          inputRef={input}
          onApply={apply}
        />
        <Button
          icon={isOpen ? 'chevron-up' : 'chevron-down'}
          aria-expanded={isOpen}
          isActive={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
      </div>
      {isOpen ? (
        <div className={styles.builder}>
          <Suspense fallback={<SkeletonLines count={1} label="the filter builder" />}>
            <FilterBuilder
              key={`${bucketSlug} ${typeSlug ?? ''}`}
              bucketSlug={bucketSlug}
              query={rest}
              schema={schema}
              onApply={apply}
              count={count}
              noun="objects"
              adding={adding}
            >
              <Slot name="list.filter" props={{ bucketSlug, query }} fallback={null} />
            </FilterBuilder>
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
