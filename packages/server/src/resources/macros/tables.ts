import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    macros: {
      id: string
      project_id: string
      title: string
      /** JSON, as `arguments`. */
      steps: string
      arguments: string
      is_shared: number
      created_by: string | null
      created_at: string
      modified_at: string
      rev: Generated<number>
    }
  }
}
