import type { Metafield } from '@typecase/contract/metafields'
import { useVirtualRows } from '@typecase/plugin-sdk/react/virtual-rows'
import { useEffect, useRef, useState } from 'react'

import type { Path } from '@typecase/content/object/path'
import { RepeaterRow, type RowActions } from './repeater-row.tsx'
import styles from './repeater.module.css'
import { useRowDrag } from './use-row-drag.ts'

/** More rows than this scroll in a separate box, which renders only the visible ones. */
const ALL_AT_ONCE = 30
const CLOSED_HEIGHT = 37
const OPEN_HEIGHT = 260

export interface RowListProps {
  label: string
  fields: readonly Metafield[]
  path: Path
  ids: readonly string[]
  open: ReadonlySet<string>
  actions: RowActions
  /** A row to bring into view, or -1. */
  targetIndex: number
}

export function RowList(props: RowListProps) {
  if (props.ids.length === 0) return null
  return props.ids.length > ALL_AT_ONCE ? <VirtualRows {...props} /> : <AllRows {...props} />
}

function AllRows({ label, fields, path, ids, open, actions }: RowListProps) {
  const { drag, target } = useRowDrag(actions.move)
  return (
    <ol className={styles.rows} aria-label={`Rows of ${label}`}>
      {ids.map((id, index) => (
        <li key={id} data-row={index} className={styles.item} data-target={markOf(target, index)}>
          <RepeaterRow
            {...{ id, index, fields, path, actions, drag }}
            count={ids.length}
            isOpen={open.has(id)}
          />
        </li>
      ))}
    </ol>
  )
}

function VirtualRows({ label, fields, path, ids, open, actions, targetIndex }: RowListProps) {
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(-1)
  const { drag, target } = useRowDrag(actions.move, box)
  const { items, height, scrollTo, measure } = useVirtualRows({
    count: ids.length,
    box: () => box.current,
    height: (index) => (open.has(ids[index] ?? '') ? OPEN_HEIGHT : CLOSED_HEIGHT),
    keyOf: (index) => ids[index] ?? index,
    pinnedIndex: focused,
    overscan: 6,
  })

  useEffect(() => {
    if (targetIndex >= 0) scrollTo(targetIndex, { align: 'center' })
  }, [targetIndex, scrollTo])

  return (
    <div ref={box} className={styles.box}>
      <ol
        className={styles.rows}
        aria-label={`Rows of ${label}`}
        style={{ height: height, position: 'relative' }}
      >
        {items.map(({ index, key, start }) => (
          // The handler only tracks the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as said
          <li
            key={key}
            ref={measure}
            data-index={index}
            data-row={index}
            data-target={markOf(target, index)}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}
            onFocus={() => setFocused(index)}
            onBlur={() => setFocused(-1)}
          >
            <RepeaterRow
              id={ids[index] ?? ''}
              {...{ index, fields, path, actions, drag }}
              count={ids.length}
              isOpen={open.has(ids[index] ?? '')}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}

function markOf(
  target: { from: number; to: number } | undefined,
  index: number,
): 'before' | 'after' | undefined {
  if (!target || target.to !== index || target.from === index) return undefined
  return target.to < target.from ? 'before' : 'after'
}
