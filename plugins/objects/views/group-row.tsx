import { GridCell, GridCheckbox, GridGroupTitle, GridRow } from '@typecase/ui/data-grid'
import { formatNumber } from '@typecase/ui/format'

import type { GroupHead } from '../list/groups.ts'

interface GroupRowProps {
  head: GroupHead
  title: string
  rowIndex: number
  top: number
  /** Number of columns in the grid. */
  columns: number
  isCurrent: boolean
  isTabStop: boolean
  /** How much of the group is selected. */
  coverage: 'all' | 'some' | 'none'
  onToggle: (head: GroupHead) => void
  onSelect: (head: GroupHead) => void
}

/** The head row of a group, with its title and size, above its rows or in place of them. */
export function GroupRow({
  head,
  title,
  rowIndex,
  top,
  columns,
  isCurrent,
  isTabStop,
  coverage,
  onToggle,
  onSelect,
}: GroupRowProps) {
  const { id, group, count, isCollapsed } = head
  return (
    <GridRow
      rowIndex={rowIndex}
      top={top}
      isCurrent={isCurrent}
      tabIndex={isTabStop ? 0 : -1}
      data-id={id}
      style={{ background: 'var(--sunken)' }}
      onClick={() => onToggle(head)}
    >
      <GridCell columnIndex={1} onClick={(event) => event.stopPropagation()}>
        {group ? (
          <GridCheckbox
            aria-label={`Select group ${title}`}
            isSelected={coverage === 'all'}
            isIndeterminate={coverage === 'some'}
            onChange={() => onSelect(head)}
          />
        ) : null}
      </GridCell>
      <GridCell
        columnIndex={2}
        look="main"
        aria-colspan={columns - 1}
        style={{ gridColumn: '2 / -1' }}
      >
        <GridGroupTitle
          title={title}
          size={formatNumber(count)}
          isExpanded={group ? !isCollapsed : undefined}
          onToggle={() => onToggle(head)}
        />
      </GridCell>
    </GridRow>
  )
}
