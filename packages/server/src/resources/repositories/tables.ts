import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    repositories: {
      bucket_id: string
      id: string
      title: string
      url: string
      default_branch: string
      created_by: string | null
      created_at: string
      modified_at: string
      rev: Generated<number>
    }
    repository_branches: {
      bucket_id: string
      repository_id: string
      name: string
      site_url: string | null
      created_at: string
    }
  }
}
