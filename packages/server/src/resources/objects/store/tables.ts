import type { Generated } from 'kysely'

import type { Status } from '../model/state.ts'

/** The table that a list reads: newest versions, or public ones. */
export type ListSource = 'objects' | 'published_objects'

/** Columns that `objects` and `published_objects` share. */
interface SharedColumns {
  id: string
  bucket_id: string
  type: string
  slug: string
  title: string
  status: Generated<Status>
  locale: string | null
  thumbnail: string | null
  rank: number
  /** In UNIX ms, like `unpublish_at`. */
  publish_at: number | null
  unpublish_at: number | null
  published_at: string | null
  created_at: string
  created_by: string | null
  modified_at: string
  modified_by: string | null
  deleted_at: string | null
  /** The bucket's version at the last write of the row. */
  version: number
  content: Generated<string>
  /** JSON. */
  metadata: Generated<string>
}

export type PublishedObjectTable = SharedColumns

export interface ObjectTable extends SharedColumns {
  rev: Generated<number>
  state_rev: Generated<number>
  is_published: Generated<number>
  deleted_by: string | null
  /** JSON of a `ReviewMark`. */
  unreviewed: string | null
}

declare module '../../../database/tables.ts' {
  interface Tables {
    objects: ObjectTable
    published_objects: PublishedObjectTable
  }
}
