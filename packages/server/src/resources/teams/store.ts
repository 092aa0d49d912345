import type { TeamMember } from '@typecase/contract/teams'
import { rolesGivenBy, type TeamRole } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { avatarUrl } from '../users/user-view.ts'
import '../users/tables.ts'
import { readGrants, setGrants } from './grants.ts'
import { strongest, type TeamAccess, type TeamScope } from './team-scope.ts'

/** A database row for a person in a team and one of their roles. */
export interface TeamRow {
  readonly user_id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar: string | null
  readonly role: TeamRole
  /** 1 if the role in a project comes from its workspace. */
  readonly from_workspace: number
}

/** Reads the people of a team who have an active account, with one row for each of their roles. */
export const teamRows = (db: Reader, { id }: TeamScope): Promise<TeamRow[]> =>
  db
    .selectFrom('team_roles')
    .innerJoin('users', 'users.id', 'team_roles.user_id')
    .select(['users.id as user_id', 'email', 'first_name', 'last_name', 'avatar'])
    .select(['role', 'from_workspace'])
    .where('team_id', '=', id)
    .where('users.status', '=', 'active')
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('users.id')
    .execute()

/** Reads the members of a team in the form that its members see. */
export async function readTeam(
  { settings }: Pick<App, 'settings'>,
  db: Reader,
  access: TeamAccess,
): Promise<TeamMember[]> {
  const rows = await teamRows(db, access)
  const grants = await readGrants(db, access.id)
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return [...byUser.values()].flatMap((rowsOfUser): TeamMember[] => {
    const [row] = rowsOfUser
    const role = strongest(rowsOfUser.map((one) => one.role))
    if (!row || !role) return []
    const direct = rowsOfUser.find(({ from_workspace }) => from_workspace === 0)
    const isSelf = row.user_id === access.userId
    return [
      {
        user_id: row.user_id,
        first_name: row.first_name,
        last_name: row.last_name,
        avatar_url: avatarUrl(settings.PUBLIC_URL, row.avatar),
        email: isSelf || access.can('team:write') ? row.email : null,
        role,
        ...(access.resource === 'project' && { project_role: role }),
        from_workspace: !direct,
        bucket_roles: role === 'user' ? (grants.get(row.user_id) ?? []) : [],
        may_change:
          direct !== undefined && (isSelf || rolesGivenBy[access.role].includes(direct.role)),
      },
    ]
  })
}

/** Returns the direct role of a member, ignoring the workspace; undefined for others. */
export async function directRole(
  db: Reader,
  { id }: TeamScope,
  userId: string,
): Promise<TeamRole | undefined> {
  const row = await db
    .selectFrom('team_members')
    .select('role')
    .where('team_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role
}

/** Adds a member to a team. A project is added at the end of that person's list of projects. */
export async function addTeamMember(
  db: Reader,
  { resource, id }: TeamScope,
  userId: string,
  role: TeamRole,
): Promise<void> {
  const { rank } = await db
    .selectFrom('team_members')
    .select((eb) => eb.fn.coalesce(eb.fn.max('rank'), eb.lit(-1)).as('rank'))
    .where('user_id', '=', userId)
    .where('resource', '=', resource)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('team_members')
    .values({ resource, team_id: id, user_id: userId, role, rank: rank + 1 })
    .execute()
}

/** Changes the direct role of a member. */
export async function setRole(
  db: Reader,
  { id }: TeamScope,
  userId: string,
  role: TeamRole,
): Promise<void> {
  await db
    .updateTable('team_members')
    .set({ role })
    .where('team_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** Removes a member from a team, including their grants in its buckets. */
export async function dropMember(db: Reader, { id }: TeamScope, userId: string): Promise<void> {
  await setGrants(db, id, userId, [])
  await db
    .deleteFrom('team_members')
    .where('team_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** Whether a team has a direct admin with an active account. */
export async function hasAdmin(db: Reader, scope: TeamScope): Promise<boolean> {
  const rows = await teamRows(db, scope)
  return rows.some(({ role, from_workspace }) => role === 'admin' && from_workspace === 0)
}

/** Returns the ids of the buckets that a team works in. */
export async function bucketsOf(db: Reader, { id }: TeamScope): Promise<string[]> {
  const rows = await db
    .selectFrom('buckets')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    .select('buckets.id')
    .where((eb) => eb.or([eb('projects.id', '=', id), eb('projects.workspace_id', '=', id)]))
    .execute()
  return rows.map((row) => row.id)
}

/** Selects the projects of a workspace; none for the id of a project. */
export const projectsIn = (db: Reader, workspaceId: string) =>
  db
    .selectFrom('projects')
    .select(['id', 'title', 'archived'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'not in', (eb) => eb.selectFrom('erasures').select('project_id'))
    .orderBy('title')
    .orderBy('id')
    .execute()
