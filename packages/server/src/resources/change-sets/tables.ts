import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    change_sets: {
      id: string
      bucket_id: string
      /** The bucket's version at the first write; newer change sets have higher versions. */
      version: number
      kind: string
      title: string
      count: Generated<number>
      /** Number of objects whose public version the change set added or changed. */
      live_count: Generated<number>
      job_id: string | null
      undone_by: string | null
      undo_of: string | null
      created_at: string
      created_by: string | null
      /** Whether the change was made with a key of the bucket. */
      by_key: Generated<number>
      /** The extension that proposed the change. */
      extension_id: string | null
      /** The assistant that acted for its author. */
      client: string | null
      /** The object type whose fields the change set changed, with JSON of the fields before and after. */
      type_id: string | null
      fields_before: string | null
      fields_after: string | null
    }
    change_set_items: {
      bucket_id: string
      change_set_id: string
      /** The position of the item in the order of the changes. */
      place: number
      object_id: string
      type: string
      title: string
      /** The `state_rev` of the object before and after. */
      rev_before: number | null
      rev_after: number
      /** The `rev` of the revision that holds the previous state. */
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
      /** JSON of the changed fields; `after` has the same form. */
      before: string
      after: string
      /** The previous file of a replaced media. */
      file_id: string | null
    }
  }
}
