import type { ImportMode, ImportReport } from '@typecase/contract/import-export'

import { Failure } from '../../../http/failure.ts'
import { MAX_TABLE_BYTES } from '../../../limits.ts'
import type { Issues } from './issues.ts'
import { readText } from './source-text.ts'

export type TableFormat = 'csv' | 'json' | 'ndjson'

/** How many characters of the table the report includes. */
const HEAD = 64 * 1024

/** The failure of a table that needs a mapping and has none. */
export class UnmappedTable extends Failure {
  readonly format: TableFormat

  constructor(format: TableFormat) {
    super(
      'invalid',
      'The file is neither a bucket nor an export of objects with all fields. A table needs a mapping.',
    )
    this.format = format
  }
}

/** Returns the report of a table that was not imported, with the table's beginning, for a proposal of its mapping. */
export async function unmappedReport(
  { format, message }: UnmappedTable,
  file: { path: string; name: string },
  mode: ImportMode,
  issues: Issues,
): Promise<ImportReport> {
  const none = { added: 0, updated: 0, unchanged: 0 }
  return {
    mode,
    format,
    head: { name: file.name, text: await headOf(file.path) },
    object_types: none,
    objects: { ...none, deleted: 0 },
    media: { added: 0, unchanged: 0 },
    relations: { resolved: 0, missing: 0 },
    errors: [{ row: 0, path: 'mapping', message, rule: 'required' }],
    total_errors: 1,
    invalid_rows: 0,
    warnings: issues.warnings.map(({ same: _, ...warning }) => warning),
    sample: [],
  }
}

/** Returns the first lines of a table; of a workbook, those of its first sheet. A longer line is cut. */
async function headOf(path: string): Promise<string> {
  let text = ''
  for await (const part of readText(path, { limit: MAX_TABLE_BYTES })) {
    text += part
    if (text.length > HEAD) break
  }
  if (text.length <= HEAD) return text
  const start = text.slice(0, HEAD)
  // The cut may split a surrogate pair.
  return start.slice(0, start.lastIndexOf('\n') + 1) || start.toWellFormed()
}
