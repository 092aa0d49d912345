import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    change_sets: {
      id: string
      bucket_id: string
      /** The bucket's version at its first write: the newest has the highest. */
      version: number
      kind: string
      title: string
      count: Generated<number>
      /** Objects whose public version it put there or changed. */
      live_count: Generated<number>
      job_id: string | null
      undone_by: string | null
      undo_of: string | null
      created_at: string
      created_by: string | null
      /** Whether a key of the bucket made it. */
      by_key: Generated<number>
      /** The extension that proposed it. */
      extension_id: string | null
      /** The assistant that acted for its author. */
      client: string | null
      /** The object type whose fields it changed, with JSON of these. */
      type_id: string | null
      fields_before: string | null
      fields_after: string | null
    }
    change_set_items: {
      bucket_id: string
      change_set_id: string
      /** In the order in which it changed them. */
      place: number
      object_id: string
      type: string
      title: string
      /** `state_rev`s of the object. */
      rev_before: number | null
      rev_after: number
      /** The `rev` of the revision that holds the state before. */
      revision_rev: number | null
      rank_before: number | null
      rank_after: number | null
      /** JSON of an `ObjectState`. */
      before: string | null
    }
    change_set_media: {
      bucket_id: string
      change_set_id: string
      place: number
      media_id: string
      title: string
      /** JSON of the texts that were changed, as `after`. */
      before: string
      after: string
      /** The former file of a replaced media. */
      file_id: string | null
    }
  }
}
