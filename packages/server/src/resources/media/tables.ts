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
      /** Set for media that an import only refers to: the bytes live there. */
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
      /** None for media that an import only refers to. */
      file_id: string | null
      duration_ms: number | null
      blurhash: string | null
      color: string | null
      /** Number of replacements of its file. */
      replaced: Generated<number>
    }
  }
}
