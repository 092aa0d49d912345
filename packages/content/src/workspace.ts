import {
  type TeamPermission,
  teamPermissionWords,
  type TeamRole,
  teamRoles,
  whyNotInTeam,
} from '@typecase/contract/roles'
import { DEFAULT_WORKSPACE, listWorkspaces } from '@typecase/contract/workspaces'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import { type Services, token } from '@typecase/plugin-sdk/token'
import { contains, has, not, or, type When } from '@typecase/plugin-sdk/when'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /**
     * The project on screen, or that of the bucket on screen; the user's role in it, and the permissions of the role.
     */
    'project.id': string
    'project.role': string
    'project.can': ReadonlySet<string>
    /** The workspace of the project on screen; `default` for the built-in one. */
    'project.workspaceID': string
    /** The open workspace, the user's role in it and their permissions. The built-in workspace has no role. */
    'workspace.id': string
    'workspace.role': string
    'workspace.can': ReadonlySet<string>
  }
}

/** How long a workspace counts as fresh, in ms (specification §9). */
const FRESH = 30_000

/** The current workspace: its projects are listed, and new projects are created in it. */
export interface CurrentWorkspaceService {
  /** An id, or `default`. */
  readonly get: () => string
  set(id: string): void
  readonly subscribe: Subscribe
}
export const CurrentWorkspace = token<CurrentWorkspaceService>('workspaces.current', 1)

/** Returns the id of the current workspace; `default` if no plugin provides workspaces. */
export const currentWorkspace = (services: Services): string =>
  services.has(CurrentWorkspace) ? services.get(CurrentWorkspace).get() : DEFAULT_WORKSPACE

/** Returns query options for the user's workspaces, after the built-in one. */
export const workspacesQuery = (services: Services) => ({
  ...apiQueryOptions(services, listWorkspaces, {}),
  staleTime: FRESH,
})

const isTeamRole = (role: string | undefined): role is TeamRole =>
  teamRoles.some((one) => one === role)

/**
 * Returns why a role in a project or a workspace does not allow an action, as the roles' table says it; undefined
 * without a role.
 */
export const whyRoleMayNot = (
  role: string | undefined,
  permission: string,
  where: 'project' | 'workspace',
): string | undefined =>
  isTeamRole(role) && permission in teamPermissionWords
    ? // The condition above checks this.
      whyNotInTeam(role, permission as TeamPermission, where)
    : undefined

/**
 * The role in the project on screen allows the action. Outside a project the command asks for one; the server decides.
 */
export const mayInProject = (permission: TeamPermission): When =>
  or(contains('project.can', permission), not(has('route.projectID')))
