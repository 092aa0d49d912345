import type { ImportError } from '@typecase/contract/import-export'

/** What is wrong with a file, as a table for a spreadsheet. */
export function errorsAsCsv(errors: readonly ImportError[]): string {
  const rows = errors.map(({ row, title = '', path, message, rule = '' }) =>
    [String(row), title, path, message, rule].map(cell).join(','),
  )
  // With the mark, spreadsheets know that it is UTF-8.
  return `\uFEFFrow,title,field,problem,rule\r\n${rows.join('\r\n')}\r\n`
}

/** Quoted where needed; a leading sign is kept from becoming a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a text to the browser as a file to keep. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
