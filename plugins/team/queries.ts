import { deleteInvite, listInvites, resendInvite } from '@typecase/contract/invites'
import { getProject, listProjects } from '@typecase/contract/projects'
import type { BucketGrant, TeamRole } from '@typecase/contract/roles'
import * as teams from '@typecase/contract/teams'
import { getWorkspace, listWorkspaces } from '@typecase/contract/workspaces'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import type { TeamScope } from './team-scope.ts'

/** Role changes made elsewhere are shown as soon as the page is visible again. */
const fresh = { staleTime: 0 }

/** Returns the query of a team, which projects and workspaces have alike. */
export const teamQuery = (services: Services, { resource, resource_id }: TeamScope) => ({
  ...(resource === 'project'
    ? apiQueryOptions(services, teams.listProjectTeam, { query: { project_id: resource_id } })
    : apiQueryOptions(services, teams.listWorkspaceTeam, { query: { workspace_id: resource_id } })),
  ...fresh,
})

/** Limit of invitations, all on one page; older ones are of no use. */
const MAX_INVITES = 200

export const invitesQuery = (services: Services, scope: TeamScope) => ({
  ...apiQueryOptions(services, listInvites, { query: { ...scope, limit: MAX_INVITES } }),
  ...fresh,
})

/** Returns the query for people whose name or address contains the words: members, and others who can be added. */
export const candidatesQuery = (
  services: Services,
  { resource, resource_id }: TeamScope,
  q: string,
) => ({
  ...(resource === 'project'
    ? apiQueryOptions(services, teams.searchProjectMember, {
        query: { project_id: resource_id, q },
      })
    : apiQueryOptions(services, teams.searchWorkspaceMember, {
        query: { workspace_id: resource_id, q },
      })),
  ...fresh,
})

/** Returns the query for the title of the project or workspace. */
export const titleQuery = (services: Services, { resource, resource_id }: TeamScope) =>
  resource === 'project'
    ? {
        ...apiQueryOptions(services, getProject, { query: { project_id: resource_id } }),
        select: ({ project }: { project: { title: string } }) => project.title,
      }
    : {
        ...apiQueryOptions(services, getWorkspace, { query: { workspace_id: resource_id } }),
        select: ({ workspace }: { workspace: { title: string } }) => workspace.title,
      }

export const readTeam = async (services: Services, scope: TeamScope): Promise<teams.TeamMember[]> =>
  (await services.get(Queries).fetchQuery(teamQuery(services, scope))).members

/** Refetches everything that shows people, roles or access after a change. */
export async function refreshTeam(services: Services): Promise<void> {
  const queries = services.get(Queries)
  const changed = [
    teams.listProjectTeam,
    teams.listWorkspaceTeam,
    teams.searchProjectMember,
    teams.searchWorkspaceMember,
    listInvites,
    getProject,
    listProjects,
    listWorkspaces,
  ]
  await Promise.all(changed.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })))
}

export interface Wish {
  readonly role?: TeamRole
  readonly bucket_roles?: readonly BucketGrant[]
}

/** Adds a known person by id, or invites an e-mail address. */
export function addToTeam(
  services: Services,
  { resource, resource_id }: TeamScope,
  who: { user_id: string } | { email: string },
  { role, bucket_roles }: Wish & { role: TeamRole },
) {
  const api = services.get(Api)
  if (resource === 'workspace') {
    return api.call(teams.addWorkspaceMember, { body: { workspace_id: resource_id, ...who, role } })
  }
  const buckets = bucket_roles && { bucket_roles: [...bucket_roles] }
  return api.call(teams.addProjectMember, {
    body: { project_id: resource_id, ...who, role, ...buckets },
  })
}

export async function updateMember(
  services: Services,
  { resource, resource_id }: TeamScope,
  user_id: string,
  { role, bucket_roles }: Wish,
): Promise<teams.TeamMember> {
  const api = services.get(Api)
  const { member } =
    resource === 'workspace'
      ? await api.call(teams.updateWorkspaceMember, {
          body: { workspace_id: resource_id, user_id, role: role ?? 'user' },
        })
      : await api.call(teams.updateProjectMember, {
          body: {
            project_id: resource_id,
            user_id,
            ...(role && { role }),
            ...(bucket_roles && { bucket_roles: [...bucket_roles] }),
          },
        })
  return member
}

export function removeMember(
  services: Services,
  { resource, resource_id }: TeamScope,
  user_id: string,
): Promise<unknown> {
  const api = services.get(Api)
  return resource === 'workspace'
    ? api.call(teams.deleteWorkspaceMember, { query: { workspace_id: resource_id, user_id } })
    : api.call(teams.deleteProjectMember, { query: { project_id: resource_id, user_id } })
}

export const sendAgain = (services: Services, id: string) =>
  services.get(Api).call(resendInvite, { body: { id } })

export const withdraw = (services: Services, id: string) =>
  services.get(Api).call(deleteInvite, { query: { id } })
