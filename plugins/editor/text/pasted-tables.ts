import { rename, unwrap } from './replace-element.ts'

/** Excel lets a long text overflow into the empty cells beside it, without merging them. */
const OVERFLOW = /mso-ignore:\s*colspan/i

/** Turns tables into the editor's form: a grid, with the caption as a paragraph above it. */
export function pastedTables(body: Element, styleOf: (element: Element) => string): void {
  for (const cell of body.querySelectorAll<HTMLTableCellElement>('[colspan]')) {
    if (!OVERFLOW.test(styleOf(cell))) continue
    const empty = Array.from({ length: cell.colSpan - 1 }, () => document.createElement('td'))
    cell.removeAttribute('colspan')
    cell.after(...empty)
  }
  for (const caption of body.querySelectorAll('caption')) {
    caption.closest('table')?.before(rename(caption, 'p'))
  }
  body.querySelectorAll('table').forEach(fillRows)
}

/** Makes all rows equally long. Markdown drops cells beyond the first row, and the editor fills rows from the start. */
function fillRows(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const widths = rows.map(() => 0)
  rows.forEach((row, index) => {
    for (const cell of row.cells) {
      const rest = rows.length - index
      // A span of 0 extends to the last row.
      const height = Math.min(cell.rowSpan || rest, rest)
      if (cell.hasAttribute('rowspan')) cell.setAttribute('rowspan', String(height))
      for (let at = index; at < index + height; at += 1) {
        widths[at] = (widths[at] ?? 0) + cell.colSpan
      }
    }
  })
  const width = widths.reduce((one, other) => Math.max(one, other), 0)
  rows.forEach((row, index) => {
    const tag = row.lastElementChild?.localName ?? 'td'
    for (let at = widths[index] ?? 0; at < width; at += 1) {
      row.append(document.createElement(tag))
    }
  })
}

/** Turns a first row that is bold throughout into column headers. */
export function nameHeaders(table: HTMLTableElement): void {
  const [first, ...rest] = table.rows
  const cells = [...(first?.cells ?? [])]
  const isBold = (cell: Element): boolean => {
    const text = cell.textContent?.trim()
    const bold = [...cell.querySelectorAll('strong, b')].map((mark) => mark.textContent).join('')
    return !text || bold.trim() === text
  }
  const isNamed = cells.some((cell) => cell.textContent?.trim()) && cells.every(isBold)
  if (rest.length === 0 || !isNamed) return
  for (const cell of cells) {
    for (const mark of cell.querySelectorAll('strong, b')) unwrap(mark)
    const header = rename(cell, 'th')
    for (const name of ['colspan', 'rowspan', 'align']) {
      const value = cell.getAttribute(name)
      if (value !== null) header.setAttribute(name, value)
    }
  }
}
