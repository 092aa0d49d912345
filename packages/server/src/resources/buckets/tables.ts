import type { AssistantSetting, BucketRole } from '@typecase/contract/roles'
import type { Generated } from 'kysely'

export interface BucketTable {
  id: string
  project_id: string
  slug: string
  title: string
  thumbnail: string | null
  is_default: Generated<number>
  version: Generated<number>
  types_version: Generated<number>
  purged_version: Generated<number>
  settings: Generated<string>
  media_folders: Generated<string>
  read_key_hash: string
  read_key_sealed: string
  preview_key_hash: string
  preview_key_sealed: string
  write_key_hash: string
  write_key_sealed: string
  /** JSON: `FormerKey[]`. */
  former_keys: Generated<string>
  read_key_reads_drafts: Generated<number>
  reads_without_key: Generated<number>
  media_is_private: Generated<number>
  media_keeps_location: Generated<number>
  autosaves_drafts: Generated<number>
  assistants: Generated<AssistantSetting>
  thin_revisions_after: Generated<number | null>
  /** JSON: a list of locales. */
  locales: Generated<string>
  /** JSON: `PreviewSite[]`. */
  preview_sites: Generated<string>
  created_at: string
  modified_at: string
  has_webhooks: Generated<number>
  rev: Generated<number>
}

declare module '../../database/tables.ts' {
  interface Tables {
    buckets: BucketTable
    bucket_members: {
      bucket_id: string
      user_id: string
      role: BucketRole
      options: Generated<string>
    }
  }
}
