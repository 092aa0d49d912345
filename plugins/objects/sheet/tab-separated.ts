/** Cells as spreadsheets copy them: tabs between columns, line breaks between rows, quotes around cells with either. */
export type Cells = readonly (readonly string[])[]

/**
 * Parses cells copied from a spreadsheet. A quote opens a quoted cell only at its start; inside, `""` is a literal
 * quote.
 */
export function readCells(text: string): Cells {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '' && isClosed(text, at)) isQuoted = true
    else if (letter === '\t') endCell()
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text.charAt(at + 1) === '\n') at += 1
      endCell()
      rows.push([])
    } else cell += letter
  }
  endCell()
  // Spreadsheets also end the last line with a line break.
  const last = rows.at(-1)
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop()
  return rows
}

/** Whether a quote is closed where a cell may end. An unclosed one is plain text: `"5` may mean inches. */
function isClosed(text: string, from: number): boolean {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    const next = text.charAt(at + 1)
    if (next === '"') at += 1
    else return next === '' || next === '\t' || next === '\n' || next === '\r'
  }
  return false
}

export const writeCells = (cells: Cells): string =>
  cells.map((row) => row.map(quote).join('\t')).join('\n')

const quote = (text: string): string =>
  /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
