import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    object_type_folders: {
      bucket_id: string
      slug: string
      title: string
      emoji: string
      rank: number
      rev: Generated<number>
    }
  }
}
