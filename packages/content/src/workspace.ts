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
    /** The project on screen, or that of the bucket on screen, the user's role there and what it allows. */
    'project.id': string
    'project.role': string
    'project.can': ReadonlySet<string>
    /** The workspace that the project on screen is in; `default` for the built-in one. */
    'project.workspaceID': string
    /** The open workspace, the user's role there and its permissions; the built-in one has no role. */
    'workspace.id': string
    'workspace.role': string
    'workspace.can': ReadonlySet<string>
  }
}

/** Time that a workspace counts as fresh, ms (specification §9). */
const FRESH = 30_000

/** The workspace one works in: its projects are listed, and new ones are made in it. */
export interface CurrentWorkspaceService {
  /** An id, or `default`. */
  readonly get: () => string
  set(id: string): void
  readonly subscribe: Subscribe
}
export const CurrentWorkspace = token<CurrentWorkspaceService>('workspaces.current', 1)

/** The id of the workspace one works in; `default` while no plugin knows of others. */
export const currentWorkspace = (services: Services): string =>
  services.has(CurrentWorkspace) ? services.get(CurrentWorkspace).get() : DEFAULT_WORKSPACE

/** The workspaces of the user, after the built-in one. */
export const workspacesQuery = (services: Services) => ({
  ...apiQueryOptions(services, listWorkspaces, {}),
  staleTime: FRESH,
})

const isTeamRole = (role: string | undefined): role is TeamRole =>
  teamRoles.some((one) => one === role)

/**
 * The reason why a role in a project or a workspace does not allow something, as the roles' table says it; undefined
 * without a role.
 */
export const whyRoleMayNot = (
  role: string | undefined,
  permission: string,
  where: 'project' | 'workspace',
): string | undefined =>
  isTeamRole(role) && permission in teamPermissionWords
    ? // Checked right above.
      whyNotInTeam(role, permission as TeamPermission, where)
    : undefined

/** The role in the project on screen allows it. Without one the project is prompted for, and the server decides. */
export const mayInProject = (permission: TeamPermission): When =>
  or(contains('project.can', permission), not(has('route.projectID')))
