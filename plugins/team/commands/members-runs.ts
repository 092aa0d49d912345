import { projectsRoute } from '@typecase/content/routes'
import { CurrentWorkspace } from '@typecase/content/workspace'
import type { BucketGrant } from '@typecase/contract/roles'
import type { TeamMember } from '@typecase/contract/teams'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import type { Go } from '@typecase/plugin-sdk/route'
import { Session } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import type { TeamScope } from '../team-scope.ts'
import { projectTeamRoute, teamRoute } from '../routes.ts'
import * as team from '../queries.ts'
import { nameOf } from '../words.ts'
import * as commands from './members.ts'

interface Open {
  readonly open?: 'invite'
  readonly member?: string
}

/** Opens the page of a team, with one of its dialogs. */
export function goToTeam(go: Go, { resource, resource_id }: TeamScope, search: Open = {}) {
  return resource === 'project'
    ? go(projectTeamRoute, { params: { projectID: resource_id }, search })
    : go(teamRoute, { search })
}

export const openWorkspaceTeam: CommandModule = { run: (_args, { go }) => go(teamRoute) }

export const openProjectTeam: CommandModule<ArgsOf<typeof commands.projectTeamArgs>> = {
  run: ({ project_id }, { go }) => go(projectTeamRoute, { params: { projectID: project_id } }),
}

async function memberOf(
  services: Services,
  scope: TeamScope,
  user_id: string,
): Promise<TeamMember> {
  const members = await team.readTeam(services, scope)
  const member = members.find((one) => one.user_id === user_id)
  if (!member) throw new Refusal('This person is no longer in the team.')
  return member
}

export const addMember: CommandModule<ArgsOf<typeof commands.addMemberArgs>> = {
  run: async ({ user_id, role, ...scope }, { services, go }) => {
    const { member } = await team.addToTeam(services, scope, { user_id }, { role })
    await team.refreshTeam(services)
    const isWithoutBuckets = scope.resource === 'project' && role === 'user'
    // A user of a project has no access until they get a role in a bucket.
    if (isWithoutBuckets) await goToTeam(go, scope, { member: user_id })
    return { message: `Added ${member ? nameOf(member) : 'the member'} to the team.` }
  },
}

export const editMember: CommandModule<ArgsOf<typeof commands.memberArgs>> = {
  run: ({ user_id, ...scope }, { go }) => goToTeam(go, scope, { member: user_id }),
}

async function save(
  { user_id, role, bucket_roles, ...scope }: TeamScope & team.Wish & { readonly user_id: string },
  { services }: RunContext,
): Promise<Outcome> {
  const before = await memberOf(services, scope, user_id)
  const member = await team.updateMember(services, scope, user_id, {
    ...(role && { role }),
    ...(bucket_roles && { bucket_roles }),
  })
  await team.refreshTeam(services)
  return {
    message: `The role of ${nameOf(member)} is changed`,
    undo: refTo(commands.changeRole, { ...scope, user_id, ...heldBy(before, scope) }),
  }
}

/** Returns the roles that an undo restores. */
const heldBy = ({ role, bucket_roles }: TeamMember, { resource }: TeamScope) => ({
  role,
  ...(resource === 'project' && role === 'user' && { bucket_roles }),
})

export const changeRole: CommandModule<ArgsOf<typeof commands.changeRoleArgs>> = {
  run: save,
}

export const changeBucketRole: CommandModule<ArgsOf<typeof commands.changeBucketRoleArgs>> = {
  async run({ user_id, bucket_id, role: choice, ...scope }, context) {
    const { bucket_roles } = await memberOf(context.services, scope, user_id)
    const others = bucket_roles.filter((one) => one.bucket_id !== bucket_id)
    return save(
      { ...scope, user_id, bucket_roles: [...others, ...grantsOf(bucket_id, choice)] },
      context,
    )
  },
}

function grantsOf(
  bucket_id: string,
  choice: ArgsOf<typeof commands.changeBucketRoleArgs>['role'],
): BucketGrant[] {
  if (choice === 'none') return []
  if (choice !== 'editor:draft_only') return [{ bucket_id, role: choice }]
  return [{ bucket_id, role: 'editor', publishing_restrictions: 'draft_only' }]
}

const isMe = (services: Services, user_id: string): boolean =>
  user_id === services.get(Session).getSnapshot().data?.id

export const removeMember: CommandModule<ArgsOf<typeof commands.memberArgs>> = {
  confirmation: async ({ user_id, ...scope }, { services }) => {
    if (isMe(services, user_id)) return leaving(scope)
    const member = await memberOf(services, scope, user_id)
    return {
      title: `Remove ${nameOf(member)}?`,
      text:
        scope.resource === 'workspace'
          ? 'They lose access to the workspace and all its projects immediately. Their work stays.'
          : 'They lose access to the project and its buckets immediately. Their work stays.',
      action: 'Remove',
    }
  },
  run: async ({ user_id, ...scope }, context) => {
    const { services } = context
    if (isMe(services, user_id)) return leave(scope, context)
    const member = await memberOf(services, scope, user_id)
    await team.removeMember(services, scope, user_id)
    await team.refreshTeam(services)
    return { message: `Removed ${nameOf(member)}.` }
  },
}

const leaving = (scope: TeamScope): CommandQuestion => ({
  title: `Leave this ${scope.resource}?`,
  text: 'You can only come back if someone invites you again. Anything you pay for here runs until the end of its period and is not renewed.',
  action: 'Leave',
})

async function leave(scope: TeamScope, { services, go }: RunContext): Promise<Outcome> {
  const me = services.get(Session).getSnapshot().data?.id
  if (me === undefined) return {}
  await team.removeMember(services, scope, me)
  await go(projectsRoute)
  if (scope.resource === 'workspace' && services.has(CurrentWorkspace)) {
    services.get(CurrentWorkspace).set(DEFAULT_WORKSPACE)
  }
  await team.refreshTeam(services)
  return { message: `You left the ${scope.resource}` }
}

export const leaveTeam: CommandModule<ArgsOf<typeof commands.leaveArgs>> = {
  confirmation: async (scope) => leaving(scope),
  run: leave,
}
