import { keepListContext } from '@typecase/content/object/list-context'
import { statusOf } from '@typecase/content/object/status'
import { QueryView } from '@typecase/content/react/query-view'
import { objectRoute } from '@typecase/content/routes'
import { formatAge } from '@typecase/content/words/age'
import { Focus } from '@typecase/plugin-sdk/focus'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { CountBadge } from '@typecase/ui/count-badge'
import { formatDateTime, formatNumber } from '@typecase/ui/format'
import { Link } from '@typecase/ui/link'
import { Row, RowList, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { StatusBadge } from '@typecase/ui/status-badge'
import { useEffect, useEffectEvent, useRef } from 'react'

import { toggleSplit } from '../commands/split.ts'
import styles from './split-list.module.css'
import { useSplitList } from './use-split-list.ts'

interface SplitListProps {
  bucketSlug: string
  objectID: string | undefined
  type: string | undefined
}

/** Shows the list that contains the open object, beside its editor. */
export default function SplitList(props: SplitListProps) {
  const { list, currentID, query } = useSplitList(props)
  return (
    <aside aria-label="List" className={styles.panel}>
      <header className={styles.head}>
        <h2 className={styles.title}>{list?.title ?? 'Objects'}</h2>
        {list ? <CountBadge value={list.total} /> : null}
        <span className={styles.space} />
        <CommandButton command={toggleSplit} variant="quiet" isIconOnly>
          Hide the list
        </CommandButton>
      </header>
      <QueryView
        isSmall
        query={query}
        what="list"
        loading={<SkeletonRows label="list" count={12} />}
      >
        {(data) =>
          data.rows.length === 0 ? (
            <p className={styles.note}>This list is empty.</p>
          ) : (
            <Rows {...data} bucketSlug={props.bucketSlug} currentID={currentID} />
          )
        }
      </QueryView>
    </aside>
  )
}

type SplitData = NonNullable<ReturnType<typeof useSplitList>['query']['data']>

interface RowsProps extends SplitData {
  bucketSlug: string
  currentID: string | undefined
}

function Rows({ list: context, rows, bucketSlug, currentID }: RowsProps) {
  const { href } = useService(Navigation)
  const focus = useService(Focus)
  const root = useRef<HTMLDivElement>(null)
  const keys = useListKeys(
    rows.map(({ object }) => object.id),
    { initialID: currentID },
  )
  const follow = useEffectEvent((id = '') => {
    const link = root.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
    if (root.current?.contains(document.activeElement)) focus.moveTo(link)
    else link?.scrollIntoView({ block: 'nearest' })
  })
  // When a key of the editor opens the next object, the list follows.
  useEffect(() => follow(currentID), [currentID])

  return (
    <div ref={root}>
      <RowList list={keys.list} aria-label={context.title}>
        {rows.map(({ object, main_object_status }) => {
          const { id, title, modified_at } = object
          const { status, text } = statusOf({ ...object, main_object_status })
          const isOpen = id === currentID
          return (
            <Row
              key={id}
              isCurrent={id === keys.currentID}
              isSelected={isOpen}
              className={styles.row}
            >
              <RowName
                details={
                  <>
                    <StatusBadge status={status}>{text}</StatusBadge>
                    <time
                      className={styles.age}
                      dateTime={modified_at}
                      title={formatDateTime(modified_at)}
                    >
                      {formatAge(modified_at)}
                    </time>
                  </>
                }
              >
                <Link
                  variant="quiet"
                  href={href(objectRoute, { params: { bucketSlug, objectID: id } })}
                  data-row={id}
                  excludeFromTabOrder={!keys.isTabStop(id)}
                  // Opening an object from a type's list makes this the list that the editor moves through. Enter opens the
                  // link when it goes down, before the press ends.
                  onPressStart={() => keepListContext(context)}
                  {...(isOpen && { 'aria-current': 'page' as const })}
                >
                  {title || 'Untitled'}
                </Link>
              </RowName>
            </Row>
          )
        })}
      </RowList>
      {context.total > rows.length ? (
        <p className={styles.note}>
          <Link href={context.path} variant="quiet">
            {`All ${formatNumber(context.total)} in the list`}
          </Link>
        </p>
      ) : null}
    </div>
  )
}
