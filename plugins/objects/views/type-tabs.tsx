import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Navigation } from '@typecase/plugin-sdk/services'
import { TabLink } from '@typecase/ui/tab-link'

import { listSearch, withType } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'
import type { ObjectListState } from './use-object-list.ts'
import styles from './list-head.module.css'

/** Shows the types of the bucket as tabs. Other plugins add views after them. */
export function TypeTabs({ list }: { list: ObjectListState }) {
  const { types, typeSlug, bucketSlug, query, sort, group, chosenColumns: columns, view } = list
  const isType = view.id === undefined
  const all = types.reduce((sum, type) => sum + type.total_objects, 0)
  return (
    <nav className={styles.tabs} aria-label="Object types">
      <TypeTab title="All" count={all} isCurrent={isType && typeSlug === undefined} />
      {types.map(({ id, slug, title, total_objects: count }) => (
        <TypeTab
          key={id}
          slug={slug}
          title={title}
          count={count}
          isCurrent={isType && slug === typeSlug}
        />
      ))}
      <Slot
        name="list.tabs"
        props={{ bucketSlug, type: typeSlug, query, sort, columns, group, smartViewID: view.id }}
        isInline
      />
    </nav>
  )
}

interface TypeTabProps {
  slug?: string
  title: string
  count: number
  isCurrent: boolean
}

function TypeTab({ slug, title, count, isCurrent }: TypeTabProps) {
  const { go, href } = useService(Navigation)
  const options = { search: listSearch({ query: withType({}, slug) }) }
  return (
    <TabLink
      href={href(objectsRoute, options)}
      onGo={() => void go(objectsRoute, options)}
      isCurrent={isCurrent}
      count={count}
    >
      {title}
    </TabLink>
  )
}
