import {
  type TeamPermission,
  teamPermissionsOf,
  type TeamRole,
  teamRoles,
  whyNotInTeam,
} from '@typecase/contract/roles'

import type { Reader } from '../../database/database.ts'
import { forbidden, notFound } from '../../http/failure.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import '../projects/tables.ts'
import { wasRemoved } from './former-members.ts'

/** A project or workspace with a team. */
export interface TeamScope {
  readonly resource: 'project' | 'workspace'
  readonly id: string
}

export const scopeTables = { project: 'projects', workspace: 'workspaces' } as const

/** The scope of an act in the audit log. */
export const auditScope = ({ resource, id }: TeamScope) =>
  resource === 'project' ? { projectId: id } : { workspaceId: id }

declare const checked: unique symbol

/** Proof that someone belongs to a team, with the role they have there. Only had from `openTeam`. */
export interface TeamAccess extends TeamScope {
  readonly [checked]: true
  readonly userId: string
  readonly role: TeamRole
  can(permission: TeamPermission): boolean
}

const names = { project: 'Project', workspace: 'Workspace' } as const

/**
 * Opens the team of a project or a workspace for a signed-in user.
 * @param db a write’s, where it must still hold when that commits
 * @throws Failure `not_found` when it is missing or not theirs, `forbidden` when their role lacks the permission, or they were
 *   members once
 */
export async function openTeam(
  db: Reader,
  { userId }: Pick<UserPrincipal, 'userId'>,
  scope: TeamScope,
  permission: TeamPermission = 'team:read',
): Promise<TeamAccess> {
  const { resource, id } = scope
  const role = await roleIn(db, scope, userId)
  if (!role) {
    if (!(await wasRemoved(db, scope, userId)) || !(await isThere(db, scope)))
      throw notFound(names[resource])
    throw forbidden(`You are no longer a member of this ${resource}.`)
  }
  const permissions = teamPermissionsOf[role]
  if (!permissions.includes(permission)) throw forbidden(whyNotInTeam(role, permission, resource))
  const can = (permission: TeamPermission) => permissions.includes(permission)
  // The brand exists only in the types; this is the one place that gives it.
  return { resource, id, userId, role, can } as TeamAccess
}

/** The role that someone has, directly or through the workspace; none for a closed account. */
export async function roleIn(
  db: Reader,
  { id }: TeamScope,
  userId: string,
): Promise<TeamRole | undefined> {
  const rows = await db
    .selectFrom('team_roles')
    .innerJoin('users', 'users.id', 'team_roles.user_id')
    .select('role')
    .where('team_id', '=', id)
    .where('user_id', '=', userId)
    .where('users.status', '=', 'active')
    .execute()
  return strongest(rows.map(({ role }) => role))
}

export const strongest = (roles: readonly TeamRole[]): TeamRole | undefined =>
  teamRoles.find((role) => roles.includes(role))

async function isThere(db: Reader, scope: TeamScope): Promise<boolean> {
  if ((await findTitle(db, scope)) === undefined) return false
  const erasure = await db
    .selectFrom('erasures')
    .select('project_id')
    .where('project_id', '=', scope.id)
    .executeTakeFirst()
  return erasure === undefined
}

/** The title of an existing project or workspace. */
export async function titleOf(db: Reader, scope: TeamScope): Promise<string> {
  const title = await findTitle(db, scope)
  if (title === undefined) throw notFound(names[scope.resource])
  return title
}

/** The same of one that may be deleted. */
export async function findTitle(
  db: Reader,
  { resource, id }: TeamScope,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(scopeTables[resource])
    .select('title')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.title
}
