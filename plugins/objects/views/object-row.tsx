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
  /** A click: opens, or selects with Shift or Mod held. */
  onPick: (id: string, keys: PickKeys) => void
  onCheck: (id: string, isExtending: boolean) => void
}

/** A row. The current one changes with each press of a key: the others are not rendered for that. */
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
    // The link has its own tab and window to open.
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
