import type { CmsObject } from '@typecase/contract/objects'
import { GridCell, GridField } from '@typecase/ui/data-grid'
import { StatusBadge } from '@typecase/ui/status-badge'
import type { ReactNode } from 'react'

import { cellText, isRelation, relationIds, valueAt } from '@typecase/content/object/cell-value'
import type { ListField } from '@typecase/content/object/list-fields'
import { statusOf } from '@typecase/content/object/status'
import type { CellEdit } from '../sheet/cell-edits.ts'
import type { CellPosition } from '../sheet/cell-range.ts'
import { cellKindOf } from '../sheet/cell-values.ts'
import styles from './sheet.module.css'
import { useRelationTitles } from './relation-titles.tsx'
import type { Sheet } from './use-sheet.ts'

interface SheetCellProps {
  field: ListField
  /** The object with its unsaved edits applied. */
  object: CmsObject
  cell: CellPosition
  edit: CellEdit | undefined
  isSelected: boolean
  isActive: boolean
  /** The last selected cell, whose corner is the handle that fills the cells below. */
  isLast: boolean
  /** The text that is being typed. */
  typing: string | undefined
  sheet: Sheet
}

/** A cell of the sheet. The active one contains a focused text field: letters start typing, and the clipboard works. */
export function SheetCell(props: SheetCellProps) {
  const { field, cell, edit, isSelected, isActive, isLast, sheet } = props
  const text = useText(props)
  return (
    <GridCell
      columnIndex={cell.column + 2}
      look={field.type === 'number' ? 'number' : 'plain'}
      isInvalid={edit?.problem !== undefined}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      data-edited={edit !== undefined || undefined}
      data-fixed={cellKindOf(field) === 'none' || undefined}
      title={edit?.problem ?? (typeof text === 'string' ? text : undefined)}
      onPointerDown={(event) => sheet.onPointerDown(event, cell)}
      onPointerEnter={(event) => sheet.onPointerEnter(event, cell)}
      onDoubleClick={() => sheet.begin()}
    >
      {isActive ? <ActiveCell {...props} text={text} /> : text}
      {isLast ? (
        // For the pointer only. The keyboard has “Fill down”.
        <span
          aria-hidden="true"
          className={styles.handle}
          title="Drag to fill the cells below"
          onPointerDown={(event) => sheet.onHandleDown(event)}
        />
      ) : null}
    </GridCell>
  )
}

function ActiveCell({
  field,
  object,
  edit,
  typing,
  sheet,
  text,
}: SheetCellProps & { text: ReactNode }) {
  const { setField, noteID } = sheet
  const isTyped = cellKindOf(field) === 'text'
  const displayText = typeof text === 'string' ? text : cellText(valueAt(object, field.path), field)
  return (
    <GridField
      ref={setField}
      aria-label={`${field.title} of ${object.title || 'Untitled'}`}
      aria-invalid={edit?.problem !== undefined || undefined}
      aria-describedby={noteID}
      readOnly={!isTyped}
      value={typing ?? displayText}
      onChange={(event) => sheet.type(event.target.value)}
      onBlur={() => sheet.commit()}
    />
  )
}

/** Returns the content of the cell, which is the typed text if that is not a valid value. */
function useText({ field, object, edit }: SheetCellProps): ReactNode {
  const titles = useRelationTitles()
  if (edit?.problem !== undefined) return edit.text
  if (field.path === 'status') {
    const { status, text } = statusOf(object)
    return <StatusBadge status={status}>{text}</StatusBadge>
  }
  const value = valueAt(object, field.path)
  if (!isRelation(field)) return cellText(value, field)
  return relationIds(value)
    .map((id) => titles.get(id) ?? '…')
    .join(', ')
}
