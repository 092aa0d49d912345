import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    comments: {
      bucket_id: string
      id: string
      object_id: string
      parent_id: string | null
      metafield_id: string | null
      text: string
      /** JSON: names of media. */
      attachments: string
      resolved: Generated<number>
      created_by: string | null
      guest_name: string | null
      guest_email: string | null
      created_at: string
      modified_at: string
      rev: Generated<number>
    }
    comment_reactions: {
      bucket_id: string
      comment_id: string
      emoji: string
      user_id: string
      created_at: string
    }
    comment_mentions: {
      bucket_id: string
      comment_id: string
      user_id: string
      thread_id: string
      read_at: string | null
      mailed_at: string | null
    }
  }
}
