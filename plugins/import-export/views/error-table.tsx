import type { ImportError, ImportReport } from '@typecase/contract/import-export'
import { Button } from '@typecase/ui/button'
import { formatNumber } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import styles from './import-page.module.css'

interface ErrorTableProps {
  report: ImportReport
  /** The title of the job, which names the file. */
  title: string
}

/** Shows the problems of a file by row, field and rule, and offers them as a download. */
export function ErrorTable({ report, title }: ErrorTableProps) {
  const { errors, total_errors: total } = report
  return (
    <div className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>
          {total > errors.length
            ? `The first ${formatNumber(errors.length)} of ${formatCount(total, 'problem')}`
            : formatCount(total, 'problem')}
        </h3>
        <Button
          icon="download"
          onPress={() => download(`${nameOf(title)}-problems.csv`, errorsAsCsv(errors))}
        >
          Download as CSV
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is reached by keyboard */}
      <div className={styles.scroll} role="region" aria-label="Problems" tabIndex={0}>
        <table className={styles.problems}>
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">Field</th>
              <th scope="col">Problem</th>
              <th scope="col">Rule</th>
            </tr>
          </thead>
          <tbody>
            {errors.map((error) => (
              <tr key={`${error.row} ${error.path} ${error.message}`}>
                <th scope="row">
                  {locationOf(error, report.format)}
                  {error.title ? <span className={styles.rowTitle}>{error.title}</span> : null}
                </th>
                <td>{error.path ? <code>{error.path}</code> : null}</td>
                <td>{error.message}</td>
                <td>{error.rule ? <code>{error.rule}</code> : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const LISTS: readonly (readonly [path: string, one: string])[] = [
  ['object_types', 'Object type'],
  ['object_type_folders', 'Folder'],
  ['media', 'Media'],
]

/** Returns the position in the file, counted as people count there. */
function locationOf({ row, path }: ImportError, format: ImportReport['format']): string {
  if (row === 0) return 'The file'
  if (format === 'csv') return `Row ${row}`
  if (format === 'ndjson') return `Line ${row}`
  const list = LISTS.find(([start]) => path === start || path.startsWith(`${start}.`))
  return `${list?.[1] ?? 'Object'} ${row}`
}

/** Returns the problems of a file as a table for spreadsheets. */
export function errorsAsCsv(errors: readonly ImportError[]): string {
  const rows = errors.map(({ row, title = '', path, message, rule = '' }) =>
    [String(row), title, path, message, rule].map(cell).join(','),
  )
  // The byte order mark identifies the text as UTF-8 for spreadsheets.
  return `\uFEFFrow,title,field,problem,rule\r\n${rows.join('\r\n')}\r\n`
}

/** Quotes a cell if needed, and keeps a leading sign from starting a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the name of an imported file without its extension. @param title the title of the job */
export const nameOf = (title: string): string =>
  title
    .replace(/^(Import|Check) /, '')
    .replace(/\.(json|csv|tsv|xlsx|ndjson|jsonl|xml|zip|tar|tgz|gz)\b.*$/, '')

/** Saves a text as a file through the browser's download. */
export function download(name: string, text: string): void {
  const type = name.endsWith('.csv') ? 'text/csv' : 'text/plain'
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
