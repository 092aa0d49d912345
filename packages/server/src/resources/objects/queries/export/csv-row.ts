import type { Cell } from './cell-text.ts'

/** A row as RFC 4180 has it. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(toText).join(',')}\r\n`

function toText(cell: Cell): string {
  if (cell === null) return ''
  return /^$|[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
