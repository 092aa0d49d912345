import type { CmsObject } from '@typecase/contract/objects'
import { GridCell, GridCheckbox, GridRow } from '@typecase/ui/data-grid'
import { memo, type MouseEvent } from 'react'

import { ObjectCell, type RowLook } from './object-cell.tsx'
import type { GridColumn } from './use-columns.ts'

export interface PickKeys {
  readonly isExtending: boolean
  readonly isToggling: boolean
}

interface ObjectRowProps {
  object: CmsObject
  columns: readonly GridColumn[]
  look: RowLook
  rowIndex: number
  top: number
  isSelected: boolean
  isCurrent: boolean
  isTabStop: boolean
  /** Handles a click, which opens the row, or selects it with Shift or Mod. */
  onPick: (id: string, keys: PickKeys) => void
  onCheck: (id: string, isExtending: boolean) => void
}

/** A row. It is memoized, because each key press changes the current row and the others need not render. */
export const ObjectRow = memo(function ObjectRow({
  object,
  columns,
  look,
  rowIndex,
  top,
  isSelected,
  isCurrent,
  isTabStop,
  onPick,
  onCheck,
}: ObjectRowProps) {
  const { id, title } = object
  const isPinned = columns.some(({ pinnedAt }) => pinnedAt !== undefined)
  function handleClick(event: MouseEvent) {
    // Other buttons keep the link's behaviour, such as opening a new tab.
    if (event.defaultPrevented || event.button !== 0) return
    const isToggling = event.metaKey || event.ctrlKey
    event.preventDefault()
    onPick(id, { isExtending: event.shiftKey, isToggling })
  }
  return (
    <GridRow
      rowIndex={rowIndex}
      top={top}
      isSelected={isSelected}
      isCurrent={isCurrent}
      tabIndex={isTabStop ? 0 : -1}
      data-id={id}
      onClick={handleClick}
    >
      <GridCell
        columnIndex={1}
        pinnedAt={isPinned ? 0 : undefined}
        onClick={(event) => event.stopPropagation()}
      >
        <GridCheckbox
          aria-label={`Select ${title || 'Untitled'}`}
          isSelected={isSelected}
          onChange={(_isSelected, { shiftKey }) => onCheck(id, shiftKey)}
        />
      </GridCell>
      {columns.map((column) => (
        <ObjectCell key={column.field.path} column={column} object={object} look={look} />
      ))}
    </GridRow>
  )
})
