import {
  addProjectMember,
  addWorkspaceMember,
  type Candidate,
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

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { invalid, notFound } from '../../http/failure.ts'
import { type Commit, handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { type Actor, actorOf } from '../audit/audit-log.ts'
import { countInvite, sendInvite } from '../invites/send-invite.ts'
import { avatarUrl } from '../users/user-view.ts'
import { addMember, type MemberWish, removeMember, updateMember } from './change-team.ts'
import { projectsIn, readTeam, teamRows } from './store.ts'
import { openTeam, type TeamPlace } from './team-place.ts'

const project = (id: string): TeamPlace => ({ resource: 'project', id })
const workspace = (id: string): TeamPlace => ({ resource: 'workspace', id })

/** People that a search answers unless asked otherwise. */
const FOUND = 20

export function routes(app: App): Route[] {
  const { db } = app

  async function list(principal: UserPrincipal, place: TeamPlace) {
    const members = await readTeam(app, db.read, await openTeam(db.read, principal, place))
    return { members, total: members.length }
  }

  async function memberSeen(
    reader: Reader,
    actor: Actor,
    place: TeamPlace,
    userId: string,
  ): Promise<TeamMember> {
    const members = await readTeam(app, reader, await openTeam(reader, actor, place))
    const member = members.find((one) => one.user_id === userId)
    if (!member) throw notFound('Member')
    return member
  }

  /** Adds by id who is beside the team already, and invites everybody else by address. */
  async function add(
    actor: Actor,
    place: TeamPlace,
    { user_id, email }: { user_id?: string; email?: string },
    wish: MemberWish,
    commit: Commit,
  ) {
    if ((user_id === undefined) === (email === undefined)) {
      throw invalid('email', 'exactly one of email and user_id must be sent', 'scope')
    }
    if (email !== undefined) await countInvite(app, actor, place, { email, role: wish.role })
    return commit(async (write) => {
      if (email !== undefined) {
        return { invite: await sendInvite(app, write, actor, place, email, wish) }
      }
      const userId = user_id ?? ''
      await addMember(app, write, actor, place, userId, wish)
      return { member: await memberSeen(write.db, actor, place, userId) }
    })
  }

  const update = (actor: Actor, place: TeamPlace, userId: string, asked: Partial<MemberWish>) =>
    db.write(async (write) => {
      await updateMember(app, write, actor, place, userId, asked)
      return { member: await memberSeen(write.db, actor, place, userId) }
    })

  const remove = (actor: Actor, place: TeamPlace, userId: string) =>
    db.write(async (write) => {
      await removeMember(app, write, actor, place, userId)
      return { message: userId === actor.userId ? 'You left.' : 'Member removed.' }
    })

  async function search(
    principal: UserPrincipal,
    place: TeamPlace,
    { q, limit = FOUND }: { q: string; limit?: number },
  ) {
    await openTeam(db.read, principal, place, 'team:write')
    const people = await peopleAround(place)
    const wanted = q.trim().toLocaleLowerCase()
    const members = people.filter(({ first_name, last_name, email }) =>
      `${first_name} ${last_name} ${email}`.toLocaleLowerCase().includes(wanted),
    )
    return { members: members.slice(0, limit), total: members.length }
  }

  /** The team, then those who can be added to it by their id, each once. */
  async function peopleAround(place: TeamPlace): Promise<Candidate[]> {
    const teams = [place, ...(await placesBeside(place))]
    const rows = await Promise.all(teams.map((one) => teamRows(db.read, one)))
    const people = new Map<string, Candidate>()
    for (const [at, team] of rows.entries()) {
      for (const { user_id, first_name, last_name, email, avatar, from_workspace } of team) {
        // Those of the workspace are met in its own team.
        if (people.has(user_id) || (at === 0 && from_workspace === 1)) continue
        const avatar_url = avatarUrl(app.settings.PUBLIC_URL, avatar)
        const shown = { user_id, first_name, last_name, email, avatar_url }
        people.set(user_id, { ...shown, is_member: at === 0 })
      }
    }
    return [...people.values()]
  }

  async function placesBeside({ resource, id }: TeamPlace): Promise<TeamPlace[]> {
    if (resource === 'workspace') {
      return (await projectsIn(db.read, id)).map((one) => project(one.id))
    }
    const row = await db.read
      .selectFrom('projects')
      .select('workspace_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.workspace_id ? [workspace(row.workspace_id)] : []
  }

  return [
    handle(listProjectTeam, ({ principal, query }) => list(principal, project(query.project_id))),
    handle(listWorkspaceTeam, ({ principal, query }) =>
      list(principal, workspace(query.workspace_id)),
    ),

    handle(addProjectMember, (call) => {
      const { project_id, role, bucket_roles, ...who } = call.body
      return add(actorOf(call), project(project_id), who, { role, bucket_roles }, call.commit)
    }),
    handle(addWorkspaceMember, (call) => {
      const { workspace_id, role, ...who } = call.body
      return add(actorOf(call), workspace(workspace_id), who, { role }, call.commit)
    }),

    handle(updateProjectMember, (call) => {
      const { project_id, user_id, ...asked } = call.body
      return update(actorOf(call), project(project_id), user_id, asked)
    }),
    handle(updateWorkspaceMember, (call) => {
      const { workspace_id, user_id, ...asked } = call.body
      return update(actorOf(call), workspace(workspace_id), user_id, asked)
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
