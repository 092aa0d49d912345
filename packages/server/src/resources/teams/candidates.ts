import type { Candidate } from '@typecase/contract/teams'
import { teamPermissionsOf } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { avatarUrl } from '../users/user-view.ts'
import { projectsIn, teamRows } from './store.ts'
import { roleIn, type TeamAccess, type TeamScope } from './team-scope.ts'

/** A team whose members can be added to another one at once, and whether the caller sees their addresses there. */
interface VisibleTeam extends TeamScope {
  readonly showsEmails: boolean
}

/**
 * The team, then everyone who can be added by id, each once: only people the caller shares a team with, and addresses
 * only as that team shows them.
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
  // Members who come from the workspace are listed by the workspace's team.
  add(
    members.filter(({ from_workspace }) => from_workspace === 0 || otherTeams.length === 0),
    true,
  )
  for (const team of otherTeams) add(await teamRows(db, team), false, team.showsEmails)
  return [...people.values()]
}

/** Whether someone can be added to a team by their id: the caller shares another team with them. */
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

/** The workspace of a project, for its members; the projects of a workspace, in all of which its managers work. */
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
