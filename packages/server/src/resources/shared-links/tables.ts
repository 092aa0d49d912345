import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    shared_links: {
      bucket_id: string
      id: string
      title: string
      release_id: string | null
      /** JSON. */
      object_ids: string
      password_hash: string | null
      takes_comments: number
      /** UNIX ms. */
      expires_at: number
      is_revoked: Generated<number>
      views: Generated<number>
      last_viewed_at: string | null
      created_at: string
      created_by: string | null
    }
  }
}
