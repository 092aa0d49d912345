import { lineOf } from '@typecase/content/line-query'
import { QueryLine } from '@typecase/content/react/query-line'
import { Focus } from '@typecase/plugin-sdk/focus'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { preload } from '@typecase/plugin-sdk/module'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'

import { listSearch, withType } from '../list/url-query.ts'
import { filterLine } from '../list/list-page.ts'
import { objectsRoute } from '../routes.ts'
import type { ObjectListState } from './use-object-list.ts'
import styles from './filter-bar.module.css'

const builder = {
  id: 'The filter builder',
  load: async () => (await import('./filter-builder.tsx')).FilterBuilder,
}
const FilterBuilder = lazyView(builder.load, builder.id)

/** The query line, and the same filters as a form. */
export function FilterBar({ list }: { list: ObjectListState }) {
  const { bucketSlug, rest, unreadable, schema, query, sort, typeSlug, ownLimit } = list
  const { go } = useService(Navigation)
  const focus = useService(Focus)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const line = useMemo(() => unreadable ?? lineOf(rest, schema), [unreadable, rest, schema])

  usePageHandle(filterLine, { focus: () => focus.moveTo(input.current) })
  // There before the button is pressed, but after the list.
  useEffect(() => preload(builder), [])

  function apply(next: ListQuery) {
    void go(objectsRoute, {
      search: listSearch({ query: withType(next, typeSlug), sort, limit: ownLimit }),
    })
  }

  return (
    <div role="group" aria-label="Filters" className={styles.filters}>
      <div className={styles.bar}>
        <QueryLine
          list={typeSlug}
          applied={line}
          schema={schema}
          placeholder="Filter: status is draft"
          inputRef={input}
          onApply={apply}
        />
        <Button
          icon="sliders-horizontal"
          aria-label="Filter builder"
          aria-expanded={isOpen}
          isActive={isOpen}
          onPress={() => setOpen(!isOpen)}
        />
        <Slot name="list.filter" props={{ bucketSlug, query }} />
      </div>
      {isOpen ? (
        <Suspense fallback={<SkeletonLines count={1} label="the filter builder" />}>
          <FilterBuilder query={rest} schema={schema} onApply={apply} />
        </Suspense>
      ) : null}
    </div>
  )
}
