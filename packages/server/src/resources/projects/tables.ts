import type { Generated } from 'kysely'

export interface ProjectTable {
  id: string
  title: string
  slug: string
  description: Generated<string>
  workspace_id: string | null
  archived: Generated<number>
  billing: Generated<string>
  created_by: string | null
  created_at: string
  modified_at: string
  rev: Generated<number>
}

declare module '../../database/tables.ts' {
  interface Tables {
    projects: ProjectTable
    project_members: {
      project_id: string
      user_id: string
      role: 'admin' | 'manager' | 'user'
      rank: number
    }
  }
}
