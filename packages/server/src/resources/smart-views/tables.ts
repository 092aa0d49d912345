import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    smart_views: {
      id: string
      bucket_id: string
      /** The owner; null for a shared view. */
      private_to: string | null
      title: string
      icon: string | null
      query_string: string
      /** JSON. */
      columns: string | null
      sort: string | null
      grouping: string | null
      type: string | null
      rank: number
      created_by: string | null
      modified_by: string | null
      created_at: string
      modified_at: string
      rev: Generated<number>
    }
  }
}
