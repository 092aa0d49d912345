import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { useMemo, useState } from 'react'

import { listSearch } from '../list/address.ts'
import { lineOf } from '../list/line-query.ts'
import { withType } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'
import { FilterActions } from '../slots.ts'
import { FilterBuilder } from './filter-builder.tsx'
import styles from './filter-bar.module.css'
import { QueryLine } from './query-line.tsx'
import type { ObjectListState } from './use-object-list.ts'

/** The query line, and the same filters as a form. */
export function FilterBar({ list }: { list: ObjectListState }) {
  const { bucketSlug, rest, unreadable, schema, query, sort, typeSlug, ownLimit } = list
  const { go } = useService(Navigation)
  const [isOpen, setOpen] = useState(false)
  const line = useMemo(() => unreadable ?? lineOf(rest, schema), [unreadable, rest, schema])

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
        <Slot point={FilterActions} props={{ bucketSlug, query }} />
      </div>
      {isOpen ? <FilterBuilder query={rest} schema={schema} onApply={apply} /> : null}
    </div>
  )
}
