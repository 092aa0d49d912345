/** A row of a file: its values by column, or what keeps it from being read. */
export interface FileRecord {
  /** As a person counts: the line of NDJSON, the row of a spreadsheet (the header is row 1). */
  row: number
  values?: Readonly<Record<string, unknown>>
  problem?: string
}
