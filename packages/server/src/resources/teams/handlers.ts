import { foldComposed } from '@typecase/content-query/composed'
import {
  addProjectMember,
  addWorkspaceMember,
  deleteProjectMember,
  deleteWorkspaceMember,
  listProjectTeam,
  listWorkspaceTeam,
  searchProjectMember,
  searchWorkspaceMember,
  type TeamMember,
  updateProjectMember,
  updateWorkspaceMember,
} from '@typecase/contract/teams'

import type { Invite } from '@typecase/contract/invites'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { invalid, notFound } from '../../http/failure.ts'
import { type Commit, handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { type Actor, actorOf } from '../audit/audit-log.ts'
import { countInvite, sendInvite } from '../invites/send-invite.ts'
import { readCandidates } from './candidates.ts'
import { addMember, type MemberWish, removeMember, updateMember } from './change-team.ts'
import { readTeam } from './store.ts'
import { openTeam, type TeamScope } from './team-scope.ts'

const project = (id: string): TeamScope => ({ resource: 'project', id })
const workspace = (id: string): TeamScope => ({ resource: 'workspace', id })

const INVITATION_SENT = 'Invitation sent.'

/** Default number of people in a search result. */
const FOUND = 20

export function routes(app: App): Route[] {
  const { db } = app

  async function list(principal: UserPrincipal, scope: TeamScope) {
    const members = await readTeam(app, db.read, await openTeam(db.read, principal, scope))
    const team = members.map((member) => ({ ...member, id: member.user_id }))
    return { members, team, total: members.length }
  }

  async function memberSeen(
    reader: Reader,
    actor: Actor,
    scope: TeamScope,
    userId: string,
  ): Promise<TeamMember> {
    const members = await readTeam(app, reader, await openTeam(reader, actor, scope))
    const member = members.find((one) => one.user_id === userId)
    if (!member) throw notFound('Member')
    return member
  }

  /** Adds a user by id if the caller knows them from another team, or invites a person by address. */
  async function add(
    actor: Actor,
    scope: TeamScope,
    { user_id, email }: { user_id?: string; email?: string },
    wish: MemberWish,
    commit: Commit,
  ) {
    if ((user_id === undefined) === (email === undefined)) {
      throw invalid('email', 'exactly one of email and user_id must be sent', 'scope')
    }
    if (email !== undefined) await countInvite(app, actor, scope, { email, role: wish.role })
    return commit(async (write) => {
      if (email !== undefined) {
        const invite = await sendInvite(app, write, actor, scope, email, wish)
        return { invite, message: INVITATION_SENT }
      }
      const userId = user_id ?? ''
      await addMember(app, write, actor, scope, userId, wish)
      return { member: await memberSeen(write.db, actor, scope, userId), message: 'Member added.' }
    }, 'serializable')
  }

  /** Invites several people by address, either all of them or none. */
  async function inviteAll(
    actor: Actor,
    scope: TeamScope,
    users: readonly (MemberWish & { email: string })[],
    commit: Commit,
  ) {
    for (const { email, role } of users) await countInvite(app, actor, scope, { email, role })
    return commit(async (write) => {
      const invites: Invite[] = []
      for (const { email, ...wish } of users)
        invites.push(await sendInvite(app, write, actor, scope, email, wish))
      return { invites, message: INVITATION_SENT }
    }, 'serializable')
  }

  const update = (actor: Actor, scope: TeamScope, userId: string, wish: Partial<MemberWish>) =>
    db.write(async (write) => {
      await updateMember(app, write, actor, scope, userId, wish)
      const member = await memberSeen(write.db, actor, scope, userId)
      return { member, message: 'Member updated.' }
    }, 'serializable')

  const remove = (actor: Actor, scope: TeamScope, userId: string) =>
    db.write(async (write) => {
      await removeMember(app, write, actor, scope, userId)
      return { message: userId === actor.userId ? 'You left.' : 'Member removed.' }
    }, 'serializable')

  async function search(
    principal: UserPrincipal,
    scope: TeamScope,
    { q, limit = FOUND }: { q: string; limit?: number },
  ) {
    const access = await openTeam(db.read, principal, scope, 'team:write')
    const people = await readCandidates(app, db.read, access)
    const needle = foldComposed(q.trim())
    const members = people.filter(({ first_name, last_name, email }) =>
      foldComposed(`${first_name} ${last_name} ${email ?? ''}`).includes(needle),
    )
    return { members: members.slice(0, limit), total: members.length }
  }

  return [
    handle(listProjectTeam, ({ principal, query }) => list(principal, project(query.project_id))),
    handle(listWorkspaceTeam, ({ principal, query }) =>
      list(principal, workspace(query.workspace_id)),
    ),

    handle(addProjectMember, (call) => {
      const { project_id, role, bucket_roles, users, ...who } = call.body
      const scope = project(project_id)
      if (users) {
        if (role !== undefined || bucket_roles || who.email !== undefined || who.user_id)
          throw invalid('users', 'users must be sent without email, user_id and role', 'scope')
        const wishes = users.map(({ project_role, ...user }) => ({ ...user, role: project_role }))
        return inviteAll(actorOf(call), scope, wishes, call.commit)
      }
      if (role === undefined) throw invalid('role', 'role is a required field', 'required')
      return add(actorOf(call), scope, who, { role, bucket_roles }, call.commit)
    }),
    handle(addWorkspaceMember, (call) => {
      const { workspace_id, role, ...who } = call.body
      return add(actorOf(call), workspace(workspace_id), who, { role }, call.commit)
    }),

    handle(updateProjectMember, (call) => {
      const { project_id, user_id, ...wish } = call.body
      return update(actorOf(call), project(project_id), user_id, wish)
    }),
    handle(updateWorkspaceMember, (call) => {
      const { workspace_id, user_id, ...wish } = call.body
      return update(actorOf(call), workspace(workspace_id), user_id, wish)
    }),

    handle(deleteProjectMember, (call) =>
      remove(actorOf(call), project(call.query.project_id), call.query.user_id),
    ),
    handle(deleteWorkspaceMember, (call) =>
      remove(actorOf(call), workspace(call.query.workspace_id), call.query.user_id),
    ),

    handle(searchProjectMember, ({ principal, query }) =>
      search(principal, project(query.project_id), query),
    ),
    handle(searchWorkspaceMember, ({ principal, query }) =>
      search(principal, workspace(query.workspace_id), query),
    ),
  ]
}
