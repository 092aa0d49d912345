import type { ImportReport } from '@typecase/contract/import-export'

/** Maximum length of each list in a report. */
const MAX_LISTED = 500

/** Path prefixes of errors outside of the list of objects. */
const LIST = /^(object_types|object_type_folders|media)\b/

/** The first of several similar warnings, and how many there are. */
interface Warning {
  message: string
  row?: number
  count?: number
  same: string
}

/** Errors and warnings about the rows of a file. */
export interface Issues {
  /** Adds an error in a row: the import then changes nothing, unless it skips invalid rows. */
  error(row: number, path: string, message: string, rule: string, title?: string): void
  /**
   * Adds a warning. Similar warnings are merged into the first one, with their number.
   * @param same key of similar warnings; by default their message
   */
  warn(message: string, row?: number, same?: string): void
  /** Adds a media whose file stays on another server. */
  addUnfetched(address: string, reason: string): void
  readonly errors: ImportReport['errors']
  readonly unfetchedMedia: NonNullable<ImportReport['unfetched_media']>
  readonly totalUnfetched: number
  readonly warnings: readonly Warning[]
  readonly totalErrors: number
  /** Rows with errors; each list of a bucket.json numbers its own rows. */
  readonly rows: ReadonlySet<string>
}

/** @param before earlier issues, which are copied */
export function createIssues(before?: Issues): Issues {
  const errors: ImportReport['errors'] = [...(before?.errors ?? [])]
  const warnings: Warning[] = (before?.warnings ?? []).map((warning) => ({ ...warning }))
  const byText = new Map(warnings.map((warning) => [warning.same, warning]))
  const rows = new Set(before?.rows)
  let totalErrors = before?.totalErrors ?? 0
  const unfetchedMedia = [...(before?.unfetchedMedia ?? [])]
  let totalUnfetched = before?.totalUnfetched ?? 0
  return {
    error(row, path, message, rule, title) {
      totalErrors += 1
      rows.add(`${LIST.exec(path)?.[0] ?? ''}${row}`)
      if (errors.length < MAX_LISTED) {
        errors.push({ row, path, message, rule, ...(title && { title: title.slice(0, 200) }) })
      }
    },
    warn(message, row, same = message) {
      const first = byText.get(same)
      if (first) first.count = (first.count ?? 1) + 1
      else if (warnings.length < MAX_LISTED) {
        const warning = { message, ...(row !== undefined && { row }), same }
        byText.set(same, warning)
        warnings.push(warning)
      }
    },
    addUnfetched(address, reason) {
      totalUnfetched += 1
      if (unfetchedMedia.length < MAX_LISTED) unfetchedMedia.push({ address, reason })
    },
    errors,
    unfetchedMedia,
    get totalUnfetched() {
      return totalUnfetched
    },
    warnings,
    rows,
    get totalErrors() {
      return totalErrors
    },
  }
}
