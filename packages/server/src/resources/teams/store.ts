import type { TeamMember } from '@typecase/contract/teams'
import { rolesGivenBy, type TeamRole } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { avatarUrl } from '../users/user-view.ts'
import '../users/tables.ts'
import { readGrants } from './grants.ts'
import { strongest, type TeamAccess, type TeamScope } from './team-scope.ts'

/** A person in a team, as the database has them. */
export interface TeamRow {
  readonly user_id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar: string | null
  readonly role: TeamRole
  /** Of a project: 1 where the role is that of its workspace. */
  readonly from_workspace: number
}

const person = [
  'users.id as user_id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.avatar',
] as const

/** The people of a team whose accounts are open, each once for every role that they have. */
export function teamRows(db: Reader, { resource, id }: TeamScope): Promise<TeamRow[]> {
  const users = db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
  return resource === 'project'
    ? users
        .innerJoin('project_teams', 'project_teams.user_id', 'users.id')
        .select([...person, 'role', 'from_workspace'])
        .where('project_id', '=', id)
        .execute()
    : users
        .innerJoin('workspace_members', 'workspace_members.user_id', 'users.id')
        .select([...person, 'role'])
        .select((eb) => eb.lit(0).as('from_workspace'))
        .where('workspace_id', '=', id)
        .execute()
}

/** The members of a team, as someone in it sees them. */
export async function readTeam(
  { settings }: Pick<App, 'settings'>,
  db: Reader,
  access: TeamAccess,
): Promise<TeamMember[]> {
  const rows = await teamRows(db, access)
  const grants =
    access.resource === 'project'
      ? await readGrants(db, access.id)
      : new Map<string, TeamMember['bucket_roles']>()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return [...byUser.values()].flatMap((held): TeamMember[] => {
    const [row] = held
    const role = strongest(held.map((one) => one.role))
    if (!row || !role) return []
    const direct = held.find(({ from_workspace }) => from_workspace === 0)
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

/** The direct role of a member, not through a workspace; undefined for others. */
export async function ownRole(
  db: Reader,
  { resource, id }: TeamScope,
  userId: string,
): Promise<TeamRole | undefined> {
  const row =
    resource === 'project'
      ? await db
          .selectFrom('project_members')
          .select('role')
          .where('project_id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      : await db
          .selectFrom('workspace_members')
          .select('role')
          .where('workspace_id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst()
  return row?.role
}

/** Changes the role that a member has by themselves. */
export async function setRole(
  db: Reader,
  { resource, id }: TeamScope,
  userId: string,
  role: TeamRole,
): Promise<void> {
  if (resource === 'project') {
    await db
      .updateTable('project_members')
      .set({ role })
      .where('project_id', '=', id)
      .where('user_id', '=', userId)
      .execute()
  } else {
    await db
      .updateTable('workspace_members')
      .set({ role })
      .where('workspace_id', '=', id)
      .where('user_id', '=', userId)
      .execute()
  }
}

/** Takes a member out of a team, with what they hold in its buckets. */
export async function dropMember(
  db: Reader,
  { resource, id }: TeamScope,
  userId: string,
): Promise<void> {
  if (resource === 'workspace') {
    await db
      .deleteFrom('workspace_members')
      .where('workspace_id', '=', id)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  await db
    .deleteFrom('bucket_members')
    .where('user_id', '=', userId)
    .where('bucket_id', 'in', (eb) =>
      eb.selectFrom('buckets').select('id').where('project_id', '=', id),
    )
    .execute()
  await db
    .deleteFrom('project_members')
    .where('project_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** Whether a team has a direct admin with an active account. */
export async function hasAdmin(db: Reader, scope: TeamScope): Promise<boolean> {
  const rows = await teamRows(db, scope)
  return rows.some(({ role, from_workspace }) => role === 'admin' && from_workspace === 0)
}

/** The buckets that a team works in. */
export async function bucketsOf(db: Reader, { resource, id }: TeamScope): Promise<string[]> {
  const rows = await db
    .selectFrom('buckets')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    .select('buckets.id')
    .where(resource === 'project' ? 'projects.id' : 'projects.workspace_id', '=', id)
    .execute()
  return rows.map((row) => row.id)
}

/** The projects of a workspace. */
export const projectsIn = (db: Reader, workspaceId: string) =>
  db
    .selectFrom('projects')
    .select(['id', 'title', 'archived'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'not in', (eb) => eb.selectFrom('erasures').select('project_id'))
    .orderBy('title')
    .orderBy('id')
    .execute()
