import { type } from 'arktype'

import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { invite } from './invites.ts'
import { message } from './page.ts'
import { bucketGrant, bucketGrants, teamRole } from './roles.ts'

/** A member of a project's or a workspace's team. */
export const teamMember = () =>
  type({
    user_id: id(),
    first_name: 'string',
    last_name: 'string',
    avatar_url: 'string | null',
    /** Visible to people who may change the team, and to the person. */
    email: 'string | null',
    role: teamRole(),
    /** The role of a project's member again, where other clients expect it. */
    'project_role?': teamRole(),
    /** For a project: whether the role comes only from its workspace, where it can be changed. */
    from_workspace: 'boolean',
    /** For a project: the buckets that a `user` may open. Admins and managers may open all. */
    bucket_roles: bucketGrant().array(),
    /** Whether the caller may change or remove this member. */
    may_change: 'boolean',
  })
export type TeamMember = ReturnType<typeof teamMember>['infer']

const teamMembers = () =>
  type({
    members: teamMember().array(),
    /** The members again, under the names that the public command line reads. */
    team: teamMember().and({ id: id() }).array(),
    total: 'number',
  })
const one = () => type({ member: teamMember(), message: 'string' })
/**
 * Either a member, who was already in the workspace or one of its projects, or an invitation that was e-mailed. For a
 * list of `users`, all invitations.
 */
const memberOrInvite = () =>
  type({
    'member?': teamMember(),
    'invite?': invite(),
    'invites?': invite().array(),
    message: 'string',
  })

/** Maximum number of people that one call invites. */
const MAX_INVITED = 20

/** A person who can be added to a team. */
export const candidate = () =>
  type({
    user_id: id(),
    first_name: 'string',
    last_name: 'string',
    avatar_url: 'string | null',
    /** Null if the team in which the caller sees the person hides addresses. */
    email: 'string | null',
    is_member: 'boolean',
  })
export type Candidate = ReturnType<typeof candidate>['infer']
const candidatePage = () => type({ members: candidate().array(), total: 'number' })

const q = () => type('string <= 200')
const page = () => type('1 <= number.integer <= 100')

const projectAliases = { id: 'project_id', project_role: 'role' } as const
const workspaceAliases = { id: 'workspace_id', workspace_role: 'role' } as const

export const listProjectTeam = endpoint({
  id: 'projects.listTeam',
  method: 'GET',
  path: '/projects/listTeam',
  auth: 'user',
  summary:
    'Returns the team of a project: its members, and the admins and managers of its workspace.',
  query: () => type({ project_id: id() }),
  response: teamMembers,
  aliases: projectAliases,
})

export const addProjectMember = endpoint({
  id: 'projects.addTeamMember',
  method: 'POST',
  path: '/projects/addTeamMember',
  auth: 'user',
  summary:
    'Adds a person to a project: with `user_id` at once, if they belong to its workspace; with `email` by an invitation that is e-mailed.',
  body: () =>
    type({
      project_id: id(),
      'user_id?': id(),
      'email?': emailAddress(),
      'role?': teamRole(),
      'bucket_roles?': bucketGrants(),
      /** Several people at once, by address: all of them are invited, or none. */
      'users?': type({
        email: emailAddress(),
        project_role: teamRole(),
        'bucket_roles?': bucketGrants(),
      })
        .array()
        .atLeastLength(1)
        .atMostLength(MAX_INVITED),
    }),
  response: memberOrInvite,
  status: 201,
  aliases: projectAliases,
  mayWrapBody: true,
  errors: ['conflict'],
})

export const updateProjectMember = endpoint({
  id: 'projects.updateTeamMember',
  method: 'PATCH',
  path: '/projects/updateTeamMember',
  auth: 'user',
  summary:
    'Changes the role of a member, or the buckets that they can open: `bucket_roles` replaces all of them. Takes effect with their next call. The last admin cannot lose the role: 409 with the rule `last_admin`.',
  body: () =>
    type({
      project_id: id(),
      user_id: id(),
      'role?': teamRole(),
      'bucket_roles?': bucketGrants(),
    }),
  response: one,
  aliases: projectAliases,
  mayWrapBody: true,
  errors: ['conflict'],
})

export const deleteProjectMember = endpoint({
  id: 'projects.deleteTeamMember',
  method: 'DELETE',
  path: '/projects/deleteTeamMember',
  auth: 'user',
  summary:
    'Removes a member from a project; with the caller’s own id, leaves it. The last admin cannot be removed: 409 with the rule `last_admin`.',
  query: () => type({ project_id: id(), user_id: id() }),
  response: message,
  errors: ['conflict'],
})

export const searchProjectMember = endpoint({
  id: 'projects.searchTeamMember',
  method: 'GET',
  path: '/projects/searchTeamMember',
  auth: 'user',
  summary:
    'Finds people by name or address in the team of a project and, for members of its workspace, in the workspace; people of the workspace can be added by their id.',
  query: () => type({ project_id: id(), q: q(), 'limit?': page() }),
  response: candidatePage,
})

export const listWorkspaceTeam = endpoint({
  id: 'workspaces.listTeam',
  method: 'GET',
  path: '/workspaces/listTeam',
  auth: 'user',
  summary: 'Returns the team of a workspace.',
  query: () => type({ workspace_id: id() }),
  response: teamMembers,
  aliases: workspaceAliases,
})

export const addWorkspaceMember = endpoint({
  id: 'workspaces.addTeamMember',
  method: 'POST',
  path: '/workspaces/addTeamMember',
  auth: 'user',
  summary:
    'Adds a person to a workspace: with `user_id` at once, if they belong to one of its projects; with `email` by an invitation that is e-mailed.',
  body: () =>
    type({ workspace_id: id(), 'user_id?': id(), 'email?': emailAddress(), role: teamRole() }),
  response: memberOrInvite,
  status: 201,
  aliases: workspaceAliases,
  errors: ['conflict'],
})

export const updateWorkspaceMember = endpoint({
  id: 'workspaces.updateTeamMember',
  method: 'PATCH',
  path: '/workspaces/updateTeamMember',
  auth: 'user',
  summary:
    'Changes the role of a member of a workspace. Takes effect with their next call. The last admin cannot lose the role: 409 with the rule `last_admin`.',
  body: () => type({ workspace_id: id(), user_id: id(), role: teamRole() }),
  response: one,
  aliases: workspaceAliases,
  errors: ['conflict'],
})

export const deleteWorkspaceMember = endpoint({
  id: 'workspaces.deleteTeamMember',
  method: 'DELETE',
  path: '/workspaces/deleteTeamMember',
  auth: 'user',
  summary:
    'Removes a member from a workspace and its projects; with the caller’s own id, leaves it. A 409 with the rule `last_admin` names the workspace or the projects that would be left without an admin.',
  query: () => type({ workspace_id: id(), user_id: id() }),
  response: message,
  errors: ['conflict'],
})

export const searchWorkspaceMember = endpoint({
  id: 'workspaces.searchTeamMember',
  method: 'GET',
  path: '/workspaces/searchTeamMember',
  auth: 'user',
  summary:
    'Finds people by name or address in the team of a workspace and of its projects; people of the projects can be added by their id.',
  query: () => type({ workspace_id: id(), q: q(), 'limit?': page() }),
  response: candidatePage,
})
