import { bucketGrants, bucketRoles, teamRole } from '@typecase/contract/roles'
import type { AskChoice } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { contains, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import {
  askScope,
  hasTeam,
  mayInTeam,
  scopeArgs,
  scopeOf,
  whyNoTeam,
  whyNotHere,
} from '../team-scope.ts'
import { capital, rolesToGive } from '../words.ts'
import { askBucket, askCandidate, askMember, askUser } from './pickers.ts'

const group = 'Team'
const mayWrite = mayInTeam('team:write')
const why = whyNotHere('team:write')

const runs = () => import('./members-runs.ts')

const scope = { resource: "'project' | 'workspace'", resource_id: 'string' } as const

const askRole: AskChoice = {
  kind: 'choice',
  title: 'Role',
  placeholder: 'Which role?',
  choices: (facts) => {
    const here = scopeOf(facts)
    const roles = here ? rolesToGive(facts[`${here.resource}.role`]) : []
    return roles.map((role) => ({ value: role, label: capital(role) }))
  },
}

export const openWorkspaceTeam = defineCommand({
  id: 'team.open-workspace',
  title: 'Team of the workspace',
  keywords: ['go to', 'members', 'people', 'roles'],
  group: 'Go to',
  icon: 'users',
  when: has('workspace.role'),
  why: ({ 'workspace.role': role }) => (role ? undefined : 'No active workspace'),
  effect: 'nav',
  load: async () => (await runs()).openWorkspaceTeam,
})

export const projectTeamArgs = () => type({ project_id: 'string' })

export const openProjectTeam = defineCommand({
  id: 'team.open-project',
  title: 'Team of the project',
  keywords: ['go to', 'members', 'people', 'roles'],
  group: 'Go to',
  icon: 'users',
  when: has('project.id'),
  why: () => 'Open a project first.',
  effect: 'nav',
  args: projectTeamArgs,
  defaults: (facts) => ({ project_id: facts['project.id'] }),
  load: async () => (await runs()).openProjectTeam,
})

export const addMemberArgs = () => type({ ...scope, user_id: 'string', role: teamRole() })

/** Adds a person from the workspace or one of its projects, who needs no invitation. */
export const addMember = defineCommand({
  id: 'team.add-member',
  title: 'Add someone to the team…',
  keywords: ['people', 'member', 'person', 'workspace', 'project'],
  group,
  icon: 'user-plus',
  when: has('session.isLoggedIn'),
  subject: { resource_id: mayWrite },
  why,
  effect: 'write',
  args: addMemberArgs,
  defaults: scopeArgs,
  ask: {
    ...askScope,
    user_id: askCandidate,
    role: askRole,
  },
  load: async () => (await runs()).addMember,
})

export const memberArgs = () => type({ ...scope, user_id: 'string' })

export const editMember = defineCommand({
  id: 'team.edit-member',
  title: 'Edit member…',
  keywords: ['user', 'find', 'search', 'role', 'buckets', 'types', 'drafts only', 'permissions'],
  aliases: ['Find a member'],
  group,
  icon: 'pencil',
  when: mayWrite,
  why,
  effect: 'nav',
  args: memberArgs,
  defaults: scopeArgs,
  ask: { ...askScope, user_id: askMember },
  load: async () => (await runs()).editMember,
})

export const changeRoleArgs = () =>
  type({
    ...scope,
    user_id: 'string',
    role: teamRole(),
    /** The complete list of buckets for a user of a project; unchanged by default. */
    'bucket_roles?': bucketGrants(),
  })

export const changeRole = defineCommand({
  id: 'team.change-role',
  title: 'Change role…',
  keywords: ['member', 'admin', 'manager', 'user', 'promote'],
  group,
  icon: 'shield',
  when: has('session.isLoggedIn'),
  // An undo names the team, so that it works on any page.
  subject: { resource_id: mayWrite },
  why,
  effect: 'write',
  args: changeRoleArgs,
  defaults: scopeArgs,
  ask: { ...askScope, user_id: askMember, role: askRole },
  load: async () => (await runs()).changeRole,
})

/** `editor:draft_only` is an editor who may only save drafts; `none` removes access to the bucket. */
export const bucketChoices = [
  ...bucketRoles.map((role) => ({ value: role, label: capital(role) })),
  { value: 'editor:draft_only', label: 'Editor, drafts only' },
  { value: 'none', label: 'No role' },
] as const

export const changeBucketRoleArgs = () =>
  type({
    ...scope,
    user_id: 'string',
    bucket_id: 'string',
    role: "'admin' | 'developer' | 'editor' | 'contributor' | 'editor:draft_only' | 'none'",
  })

export const changeBucketRole = defineCommand({
  id: 'team.change-bucket-role',
  title: 'Change role in a bucket…',
  keywords: ['member', 'developer', 'editor', 'contributor', 'grant', 'access'],
  group,
  icon: 'shield',
  when: has('session.isLoggedIn'),
  subject: { resource_id: contains('project.can', 'team:write') },
  why: (facts) =>
    facts['project.id'] === undefined ? 'Open a project first.' : whyNotHere('team:write')(facts),
  effect: 'write',
  args: changeBucketRoleArgs,
  defaults: scopeArgs,
  ask: {
    ...askScope,
    user_id: askUser,
    bucket_id: askBucket,
    role: { kind: 'choice', title: 'Role', placeholder: 'Which role?', choices: bucketChoices },
  },
  load: async () => (await runs()).changeBucketRole,
})

export const removeMember = defineCommand({
  id: 'team.remove-member',
  title: 'Remove from team…',
  keywords: ['user', 'kick', 'member', 'person', 'delete', 'revoke'],
  group,
  icon: 'trash-2',
  when: has('session.isLoggedIn'),
  subject: { resource_id: mayWrite },
  why,
  effect: 'destructive',
  args: memberArgs,
  defaults: scopeArgs,
  ask: { ...askScope, user_id: askMember },
  load: async () => (await runs()).removeMember,
})

export const leaveArgs = () => type({ ...scope })

export const leaveTeam = defineCommand({
  id: 'team.leave',
  title: 'Leave team…',
  keywords: ['project', 'workspace', 'quit', 'exit'],
  group,
  icon: 'log-out',
  when: has('session.isLoggedIn'),
  subject: { resource_id: hasTeam },
  why: whyNoTeam,
  effect: 'destructive',
  args: leaveArgs,
  defaults: scopeArgs,
  load: async () => (await runs()).leaveTeam,
})

export const memberCommands: readonly AnyCommand[] = [
  openWorkspaceTeam,
  openProjectTeam,
  addMember,
  editMember,
  changeRole,
  changeBucketRole,
  removeMember,
  leaveTeam,
]
