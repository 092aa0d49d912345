import type { Candidate } from '@typecase/contract/teams'
import { teamPermissionsOf } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { avatarUrl } from '../users/user-view.ts'
import { projectsIn, teamRows } from './store.ts'
import { roleIn, type TeamAccess, type TeamScope } from './team-scope.ts'

/** A team whose members can be added to another team directly, and whether the caller sees their addresses there. */
interface VisibleTeam extends TeamScope {
  readonly showsEmails: boolean
}

/**
 * Lists the team, followed by everyone who can be added by id, without duplicates: only people with whom the caller
 * shares a team, and their addresses only if that team shows them.
 */
export async function readCandidates(
  { settings }: Pick<App, 'settings'>,
  db: Reader,
  access: TeamAccess,
): Promise<Candidate[]> {
  const members = await teamRows(db, access)
  const emails = new Map(members.map(({ user_id, email }) => [user_id, email]))
  const otherTeams = await teamsNextTo(db, access.userId, access)
  const people = new Map<string, Candidate>()
  const add = (rows: Awaited<ReturnType<typeof teamRows>>, isMember: boolean, hasEmails = true) => {
    for (const { user_id, first_name, last_name, email, avatar } of rows) {
      if (people.has(user_id)) continue
      people.set(user_id, {
        user_id,
        first_name,
        last_name,
        email: hasEmails ? email : (emails.get(user_id) ?? null),
        avatar_url: avatarUrl(settings.PUBLIC_URL, avatar),
        is_member: isMember,
      })
    }
  }
  // Members through the workspace are listed with the workspace's team.
  add(
    members.filter(({ from_workspace }) => from_workspace === 0 || otherTeams.length === 0),
    true,
  )
  for (const team of otherTeams) add(await teamRows(db, team), false, team.showsEmails)
  return [...people.values()]
}

/** Whether a user can be added to a team by their id, because the caller shares another team with them. */
export async function isCandidate(
  db: Reader,
  callerId: string,
  scope: TeamScope,
  userId: string,
): Promise<boolean> {
  for (const team of await teamsNextTo(db, callerId, scope)) {
    if (await roleIn(db, team, userId)) return true
  }
  return false
}

/**
 * Returns the teams to take candidates from: for a project, its workspace if the caller is a member of it; for a
 * workspace, its projects, in all of which its managers work.
 */
async function teamsNextTo(
  db: Reader,
  callerId: string,
  { resource, id }: TeamScope,
): Promise<VisibleTeam[]> {
  if (resource === 'workspace') {
    const projects = await projectsIn(db, id)
    return projects.map((project) => ({ resource: 'project', id: project.id, showsEmails: true }))
  }
  const row = await db
    .selectFrom('projects')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.workspace_id) return []
  const workspace = { resource: 'workspace', id: row.workspace_id } as const
  const role = await roleIn(db, workspace, callerId)
  if (!role) return []
  return [{ ...workspace, showsEmails: teamPermissionsOf[role].includes('team:write') }]
}
