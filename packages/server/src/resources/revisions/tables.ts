export interface RevisionTable {
  id: string
  object_id: string
  bucket_id: string
  rev: number
  change_set_id: string | null
  created_at: string
  created_by: string | null
  /** JSON of an `ObjectState`. */
  state: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    revisions: RevisionTable
  }
}
