import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    vercel_connections: {
      bucket_id: string
      /** Null if the bucket has no token; empty if the key that sealed it is lost. */
      token_sealed: string | null
      team_id: string | null
      modified_at: string
      rev: Generated<number>
    }
    vercel_links: {
      bucket_id: string
      project_id: string
      title: string
      /** Which token has access to the project. */
      source: 'bucket' | 'installation'
      created_at: string
      created_by: string | null
    }
  }
}
