import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    releases: {
      bucket_id: string
      id: string
      title: string
      /** UNIX ms. */
      publish_at: number | null
      published_at: string | null
      failure: string | null
      /** The job that publishes it, while it runs. */
      job_id: string | null
      /** The change set of its publication, or of the undo; cleared when its objects change. */
      change_set_id: string | null
      /** The number of objects in the release. */
      count: Generated<number>
      created_at: string
      created_by: string | null
      modified_at: string
      rev: Generated<number>
    }
    release_objects: {
      bucket_id: string
      release_id: string
      object_id: string
      place: number
      /** The title when the object was added, for an object that was deleted since. */
      title: string
    }
  }
}
