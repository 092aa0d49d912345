import type { ImportReport } from '@typecase/contract/import-export'

/** Rows of a report that are told one by one; the rest is only counted. */
const SHOWN = 500

/** What is wrong with the rows of a file, and what is only worth a word. */
export interface Issues {
  /** A row that cannot be taken: the import changes nothing, unless such rows are left out. */
  error(row: number, path: string, message: string, rule: string, title?: string): void
  warn(message: string, row?: number): void
  readonly errors: ImportReport['errors']
  readonly warnings: ImportReport['warnings']
  readonly totalErrors: number
}

/** @param before what was found already; it is copied */
export function createIssues(before?: Issues): Issues {
  const errors: ImportReport['errors'] = [...(before?.errors ?? [])]
  const warnings: ImportReport['warnings'] = [...(before?.warnings ?? [])]
  let totalErrors = before?.totalErrors ?? 0
  return {
    error(row, path, message, rule, title) {
      totalErrors += 1
      if (errors.length < SHOWN) {
        errors.push({ row, path, message, rule, ...(title && { title: title.slice(0, 200) }) })
      }
    },
    warn(message, row) {
      if (warnings.length < SHOWN) warnings.push({ message, ...(row !== undefined && { row }) })
    },
    errors,
    warnings,
    get totalErrors() {
      return totalErrors
    },
  }
}
