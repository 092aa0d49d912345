export interface TranslationCheckTable {
  bucket_id: string
  object_id: string
  /** Such as `title` or `metadata.teaser`. */
  field: string
  checked_at: string
  checked_by: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    translation_checks: TranslationCheckTable
  }
}
