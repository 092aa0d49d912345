import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  GridList,
  GridListItem,
  type GridListProps as AriaGridListProps,
} from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { announce } from './announcer.tsx'
import { Icon } from './icon.tsx'
import { isComposing } from './keyboard.ts'
import { nudge, reorder, type Reorder } from './reorder.ts'
import styles from './sortable-list.module.css'

export type { Reorder }

/** The properties that every item of a `SortableList` needs. */
export interface SortableItem {
  id: string
  /** Text of the row for type-ahead and for the drag handle. */
  label: string
}

export interface SortableListProps<T extends SortableItem> extends Omit<
  AriaGridListProps<T>,
  | 'children'
  | 'className'
  | 'style'
  | 'render'
  | 'items'
  | 'dragAndDropHooks'
  | 'renderEmptyState'
  | 'layout'
> {
  'aria-label': string
  items: T[]
  children: (item: T) => ReactNode
  onReorder: (move: Reorder) => void
  isSortDisabled?: boolean | undefined
  /**
   * Whether typing letters moves to the row that begins with them. Disable it where letters are the page's commands.
   */
  hasTypeAhead?: boolean | undefined
  /** Shown if there are no items. */
  empty?: ReactNode
}

/**
 * A list whose rows can be moved with the pointer, with the handle (Enter, then arrow keys, then Enter), or directly:
 * Alt+↑ and Alt+↓ move the focused row. The owner applies `onReorder` to its items.
 */
export function SortableList<T extends SortableItem>({
  items,
  children,
  onReorder,
  isSortDisabled = false,
  hasTypeAhead = true,
  empty = 'Nothing here yet',
  ...rest
}: SortableListProps<T>) {
  const order = items.map((item) => item.id)

  const { dragAndDropHooks } = useDragAndDrop<T>({
    getItems: (_keys, dragged) => dragged.map((item) => ({ 'text/plain': item.label })),
    onReorder: ({ keys, target }) => {
      const position = target.dropPosition === 'before' ? 'before' : 'after'
      const move = reorder(order, [...keys].map(String), String(target.key), position)
      if (move) onReorder(move)
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className={styles.drop ?? ''} />
    ),
  })

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (isComposing(event) || isSortDisabled) return
    if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return
    const row = (event.target as HTMLElement).closest<HTMLElement>('[role="row"][data-key]')
    const item = items.find((candidate) => candidate.id === row?.dataset['key'])
    if (!item) return
    event.preventDefault()
    event.stopPropagation()
    const move = nudge(order, item.id, event.key === 'ArrowUp' ? 'up' : 'down')
    if (!move) return
    onReorder(move)
    announce(`${item.label}, position ${move.order.indexOf(item.id) + 1} of ${order.length}`)
  }

  return (
    // In the capture phase, before the list's own handler would move the focus.
    <div role="presentation" data-movable onKeyDownCapture={handleKeyDown}>
      <GridList<T>
        {...rest}
        // React Aria does not allow adding or removing the hooks during a list's lifetime.
        key={isSortDisabled ? 'fixed' : 'sortable'}
        {...(isSortDisabled ? {} : { dragAndDropHooks })}
        {...(hasTypeAhead ? {} : { disallowTypeAhead: true, 'data-type-ahead': 'off' })}
        items={items}
        className={styles.list ?? ''}
        renderEmptyState={() => <div className={styles.empty}>{empty}</div>}
      >
        {(item) => (
          <GridListItem id={item.id} textValue={item.label} className={styles.row ?? ''}>
            {isSortDisabled ? null : (
              <Button slot="drag" className={styles.handle ?? ''} aria-label={`Move ${item.label}`}>
                <Icon name="grip-vertical" size={14} />
              </Button>
            )}
            <div className={styles.content}>{children(item)}</div>
          </GridListItem>
        )}
      </GridList>
    </div>
  )
}
