import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    change_sets: {
      seq: Generated<number>
      id: string
      bucket_id: string
      kind: string
      title: string
      count: Generated<number>
      job_id: string | null
      undone_by: string | null
      undo_of: string | null
      created_at: string
      created_by: string | null
    }
    change_set_items: {
      seq: Generated<number>
      change_set_id: string
      object_id: string
      type: string
      title: string
      /** `state_rev`s of the object. */
      rev_before: number | null
      rev_after: number
      revision_seq: number | null
      rank_before: number | null
      rank_after: number | null
      /** JSON of an `ObjectState`. */
      before: string | null
    }
    change_set_media: {
      seq: Generated<number>
      change_set_id: string
      media_id: string
      title: string
      /** JSON of the texts that were changed, as `after`. */
      before: string
      after: string
    }
    change_set_fields: { change_set_id: string; type_id: string; before: string; after: string }
    change_set_failures: {
      seq: Generated<number>
      change_set_id: string
      object_id: string
      title: string
      reason: string
    }
  }
}
