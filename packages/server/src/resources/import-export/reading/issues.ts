import type { ImportReport } from '@typecase/contract/import-export'

/** Rows of a report that are told one by one; the rest is only counted. */
const SHOWN = 500

/** Where the path of what is wrong begins for lists other than that of the objects. */
const LIST = /^(object_types|object_type_folders|media)\b/

/** What is wrong with the rows of a file, and what is only worth a word. */
export interface Issues {
  /** A row that cannot be taken: the import changes nothing, unless such rows are left out. */
  error(row: number, path: string, message: string, rule: string, title?: string): void
  warn(message: string, row?: number): void
  readonly errors: ImportReport['errors']
  readonly warnings: ImportReport['warnings']
  readonly totalErrors: number
  /** Rows that have errors; each list of a bucket.json counts its own. */
  readonly rows: ReadonlySet<string>
}

/** @param before what was found already; it is copied */
export function createIssues(before?: Issues): Issues {
  const errors: ImportReport['errors'] = [...(before?.errors ?? [])]
  const warnings: ImportReport['warnings'] = [...(before?.warnings ?? [])]
  const rows = new Set(before?.rows)
  let totalErrors = before?.totalErrors ?? 0
  return {
    error(row, path, message, rule, title) {
      totalErrors += 1
      rows.add(`${LIST.exec(path)?.[0] ?? ''}${row}`)
      if (errors.length < SHOWN) {
        errors.push({ row, path, message, rule, ...(title && { title: title.slice(0, 200) }) })
      }
    },
    warn(message, row) {
      if (warnings.length < SHOWN) warnings.push({ message, ...(row !== undefined && { row }) })
    },
    errors,
    warnings,
    rows,
    get totalErrors() {
      return totalErrors
    },
  }
}
