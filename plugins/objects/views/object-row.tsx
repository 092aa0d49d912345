import type { CmsObject } from '@typecase/contract/objects'
import { GridCell, GridCheckbox, GridRow } from '@typecase/ui/data-grid'
import { flexRender, type Row, type TableFeatures } from '@tanstack/react-table'
import { Fragment, type MouseEvent } from 'react'

export interface PickKeys {
  readonly isExtending: boolean
  readonly isToggling: boolean
}

interface ObjectRowProps {
  row: Row<TableFeatures, CmsObject>
  rowIndex: number
  top: number
  isSelected: boolean
  isCurrent: boolean
  isTabStop: boolean
  /** A click: opens, or selects with Shift or Mod held. */
  onPick: (id: string, keys: PickKeys) => void
  onCheck: (id: string, isExtending: boolean) => void
}

export function ObjectRow({
  row,
  rowIndex,
  top,
  isSelected,
  isCurrent,
  isTabStop,
  onPick,
  onCheck,
}: ObjectRowProps) {
  const { id, title } = row.original
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
      <GridCell columnIndex={1} onClick={(event) => event.stopPropagation()}>
        <GridCheckbox
          aria-label={`Select ${title || 'Untitled'}`}
          isSelected={isSelected}
          onChange={(_isSelected, { shiftKey }) => onCheck(id, shiftKey)}
        />
      </GridCell>
      {row.getAllCells().map((cell) => (
        <Fragment key={cell.id}>
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </Fragment>
      ))}
    </GridRow>
  )
}
