/** Beginnings that spreadsheets take for a formula, full-width ones too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/
/** What a guard was, or could be mistaken for. */
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/

/**
 * A text that no spreadsheet runs: an apostrophe stands before what it would take for a formula, and before what would
 * look like such an apostrophe. Import takes it away again.
 */
export const guard = (text: string): string =>
  formula.test(text) || guarded.test(text) ? `'${text}` : text

/** What stood there before `guard`. */
export const unguarded = (value: unknown): unknown =>
  typeof value === 'string' && guarded.test(value) ? value.slice(1) : value

/** A row as RFC 4180 has it. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** A list in one cell: with commas, or as JSON where these would not lead back to it. */
export function listCell(items: readonly unknown[]): string {
  const isPlain = items.every(
    (item) => typeof item === 'string' && item !== '' && item.trim() === item && !/[,[]/.test(item),
  )
  return isPlain ? items.join(', ') : JSON.stringify(items)
}
