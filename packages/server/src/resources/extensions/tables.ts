import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    installed_extensions: {
      bucket_id: string
      extension_id: string
      /** The workspace that published it; null for an extension of the product. */
      workspace_id: string | null
      /** JSON of the approved manifest; `permissions` is JSON of its permissions. */
      manifest: string
      permissions: string
      sha256: string
      is_enabled: Generated<number>
      installed_by: string | null
      installed_at: string
      rev: Generated<number>
    }
    extension_values: {
      bucket_id: string
      extension_id: string
      /** A JSON object. */
      data: string
      modified_at: string
      rev: number
    }
  }
}
