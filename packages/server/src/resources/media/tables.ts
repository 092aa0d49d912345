import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    media: {
      id: string
      bucket_id: string
      name: string
      original_name: string
      size: Generated<number>
      type: string
      folder: string | null
      title: Generated<string>
      alt_text: Generated<string>
      width: number | null
      height: number | null
      /** JSON. */
      metadata: Generated<string>
      /** Set only for imported media whose bytes remain on another server. */
      location: string | null
      created_at: string
      created_by: string | null
      modified_at: string
      modified_by: string | null
      rev: Generated<number>
      deleted_at: string | null
      deleted_by: string | null
      /** The bucket's version at the last write. */
      version: number
      /** Null for imported media whose bytes remain on another server. */
      file_id: string | null
      duration_ms: number | null
      blurhash: string | null
      color: string | null
      /** How often its file was replaced. */
      replaced: Generated<number>
    }
  }
}
