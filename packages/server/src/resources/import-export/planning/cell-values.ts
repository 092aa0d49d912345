import { isRecord } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'

import {
  type Cell,
  clearedValue,
  readCell,
  writeCell,
} from '../../objects/queries/export/cell-text.ts'
import {
  keysOf,
  type Leaves,
  leavesOf,
  METADATA,
} from '../../objects/queries/export/export-columns.ts'
import { valueAt } from '../../objects/queries/export/exported-object.ts'

type Values = Record<string, unknown>

const leavesByType = new WeakMap<readonly Metafield[], Leaves>()

function leavesIn(fields: readonly Metafield[]): Leaves {
  const leaves = leavesByType.get(fields) ?? leavesOf(fields)
  leavesByType.set(fields, leaves)
  return leaves
}

/**
 * Parses the cells of a row. A cell equal to the export of the stored value keeps that value, even if a spreadsheet
 * changed its quotes.
 * @param cells cells by the path of their column; values other than texts are already parsed
 * @param stored the values of the row's object; undefined for a new one
 */
export function valuesInCells(
  fields: readonly Metafield[],
  cells: Readonly<Values>,
  stored: Readonly<Values> | undefined,
): Values {
  const leaves = leavesIn(fields)
  const values: Values = {}
  for (const [path, cell] of Object.entries(cells)) {
    const field = leaves.get(path)
    // A type without fields accepts any key, including dots.
    const keys = fields.length === 0 ? [path.slice(METADATA.length)] : keysOf(path)
    const value = isCell(cell)
      ? valueIn(cell, field, stored && { value: valueAt(stored, keys) })
      : cell
    if (value !== undefined) put(values, keys, value, stored ?? {})
  }
  return values
}

const isCell = (cell: unknown): cell is Cell => cell === null || typeof cell === 'string'

function valueIn(
  cell: Cell,
  field: Metafield | undefined,
  stored: { value: unknown } | undefined,
): unknown {
  if (!stored) return readCell(cell, field)
  if ((writeCell(stored.value, field) ?? '') === (cell ?? '')) return stored.value
  return cell === null ? clearedValue(field) : readCell(cell, field)
}

/** Sets a value. A group keeps the stored values that have no column in the file. */
function put(into: Values, [key = '', below]: string[], value: unknown, stored: Readonly<Values>) {
  if (below === undefined) {
    into[key] = value
    return
  }
  const group = into[key] ?? stored[key]
  into[key] = { ...(isRecord(group) && group), [below]: value }
}
