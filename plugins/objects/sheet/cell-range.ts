/** The position of a cell in a sheet, by row and column on screen. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** The active cell, and the opposite corner of the selection. */
export interface Range {
  readonly active: CellPosition
  readonly corner: CellPosition
}

export interface Size {
  readonly rows: number
  readonly columns: number
}

export const at = (cell: CellPosition): Range => ({ active: cell, corner: cell })

/** Returns the first and last rows and columns of a range, both included. */
export function edgesOf({ active, corner }: Range) {
  return {
    top: Math.min(active.row, corner.row),
    bottom: Math.max(active.row, corner.row),
    left: Math.min(active.column, corner.column),
    right: Math.max(active.column, corner.column),
  }
}
export type Edges = ReturnType<typeof edgesOf>

export const rangeOf = ({ top, bottom, left, right }: Edges): Range => ({
  active: { row: top, column: left },
  corner: { row: bottom, column: right },
})

export const holds = (
  { top, bottom, left, right }: Edges,
  { row, column }: CellPosition,
): boolean => row >= top && row <= bottom && column >= left && column <= right

export const cellCount = ({ top, bottom, left, right }: Edges): number =>
  (bottom - top + 1) * (right - left + 1)

const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1)

export const positionWithin = (
  { row, column }: CellPosition,
  { rows, columns }: Size,
): CellPosition => ({
  row: within(row, rows),
  column: within(column, columns),
})

const arrows: Readonly<Record<string, CellPosition>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  PageUp: { row: -10, column: 0 },
  PageDown: { row: 10, column: 0 },
}

interface Keys {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Returns the range after a key press: Shift extends it, Ctrl or Cmd goes to the edge. Undefined for other keys. */
export function rangeAfter(range: Range, keys: Keys, size: Size): Range | undefined {
  const { key, shiftKey } = keys
  const isFar = keys.ctrlKey || keys.metaKey
  const from = shiftKey ? range.corner : range.active
  const to = positionAfter(from, key, isFar, size)
  if (!to) return undefined
  const cell = positionWithin(to, size)
  return shiftKey ? { active: range.active, corner: cell } : at(cell)
}

function positionAfter(
  from: CellPosition,
  key: string,
  isFar: boolean,
  size: Size,
): CellPosition | undefined {
  if (key === 'Home') return { row: isFar ? 0 : from.row, column: 0 }
  if (key === 'End') return { row: isFar ? size.rows : from.row, column: size.columns }
  const step = arrows[key]
  if (!step) return undefined
  const far = isFar ? Math.max(size.rows, size.columns) : 1
  return { row: from.row + step.row * far, column: from.column + step.column * far }
}
