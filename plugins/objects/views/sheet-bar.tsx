import { formatCount } from '@typecase/ui/count'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Icon } from '@typecase/ui/icon'
import { Toolbar, ToolRow } from '@typecase/ui/toolbar'
import { formatNumber } from '@typecase/ui/format'

import { clearCells, discardCells, fillDown, saveSheet } from '../commands/sheet.ts'
import { countEdits, type Table } from '../sheet/cell-edits.ts'
import { cellCount, edgesOf } from '../sheet/cell-range.ts'
import { whyNotTyped } from '../sheet/cell-values.ts'
import styles from './sheet.module.css'
import type { Sheet } from './use-sheet.ts'

const noun = 'cell'

/** Shows the number of unsaved cells, the error of the active cell, and the actions for the selected cells. */
export function SheetBar({ table, sheet }: { table: Table; sheet: Sheet }) {
  const { range, edits, noteID, message } = sheet
  const { cells, wrong } = countEdits(edits)
  const object = table.objects[range.active.row]
  const field = table.fields[range.active.column]
  const problem = object && field && edits[object.id]?.cells[field.path]?.problem
  const note = problem ?? message ?? (field && whyNotTyped(field))
  const selected = cellCount(edgesOf(range))
  return (
    <Toolbar aria-label="Sheet" look="bar">
      <span className={styles.count}>
        {selected > 1 ? `${formatCount(selected, noun)} selected` : null}
      </span>
      {cells > 0 ? (
        <span className={styles.count}>
          {formatCount(cells, noun)} not saved
          {wrong > 0 ? `, ${formatNumber(wrong)} wrong` : ''}
        </span>
      ) : null}
      <span id={noteID} role="status" className={styles.note} data-bad={problem ? true : undefined}>
        {problem ? <Icon name="circle-alert" size={14} /> : null}
        {note}
      </span>
      <ToolRow>
        <CommandButton command={fillDown} isPlain />
        <CommandButton command={clearCells} isPlain />
        {cells > 0 ? (
          <CommandButton command={discardCells} variant="quiet" isPlain>
            Discard
          </CommandButton>
        ) : null}
        <CommandButton command={saveSheet} variant="primary" isPlain>
          Save
        </CommandButton>
      </ToolRow>
    </Toolbar>
  )
}
