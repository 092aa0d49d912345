import type { Generated } from 'kysely'

import type { Status } from '../objects/model/state.ts'

export interface RevisionTable {
  id: string
  object_id: string
  bucket_id: string
  rev: number
  change_set_id: string | null
  created_at: string
  created_by: string | null
  status: Generated<Status>
  name: string | null
  /** JSON of an `ObjectState`. */
  state: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    revisions: RevisionTable
  }
}
