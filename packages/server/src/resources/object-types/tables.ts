import type { Generated } from 'kysely'

export interface ObjectTypeTable {
  id: string
  bucket_id: string
  slug: string
  title: string
  singular: string
  emoji: string
  singleton: number
  /** JSON: `{slug_field, content_editor}`. */
  options: string
  /** JSON: the list of metafields, each with an id. */
  metafields: string
  localization: number
  /** JSON: a list of locales. */
  locales: string
  priority_locale: string | null
  preview_link: string
  folder: string | null
  rank: number
  created_at: string
  modified_at: string
  rev: Generated<number>
  deleted_at: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    object_types: ObjectTypeTable
  }
}
