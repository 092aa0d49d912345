import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { preload } from '@typecase/plugin-sdk/module'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { Suspense, useEffect, useMemo, useState } from 'react'

import { listSearch, withType } from '../list/url-query.ts'
import { lineOf } from '../list/line-query.ts'
import { objectsRoute } from '../routes.ts'
import { QueryLine } from './query-line.tsx'
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
  const [isOpen, setOpen] = useState(false)
  const line = useMemo(() => unreadable ?? lineOf(rest, schema), [unreadable, rest, schema])

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
        <QueryLine list={typeSlug} applied={line} schema={schema} onApply={apply} />
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
