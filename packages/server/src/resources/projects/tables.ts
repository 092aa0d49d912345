import type { TeamRole } from '@typecase/contract/roles'
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
  /** The payer, if the project is billed separately. */
  payer_id: string | null
  created_at: string
  modified_at: string
  rev: Generated<number>
}

declare module '../../database/tables.ts' {
  interface Tables {
    projects: ProjectTable
    workspaces: {
      id: string
      title: string
      slug: string
      logo: string | null
      created_by: string | null
      payer_id: string | null
      created_at: string
      modified_at: string
      rev: Generated<number>
    }
    team_members: {
      resource: 'project' | 'workspace'
      team_id: string
      user_id: string
      role: TeamRole
      /** The position in the person's own order of projects. */
      rank: Generated<number>
    }
    /** A view of the members of each team. Those of a project include the admins and managers of its workspace. */
    team_roles: {
      resource: 'project' | 'workspace'
      team_id: string
      user_id: string
      role: TeamRole
      from_workspace: number
    }
  }
}
