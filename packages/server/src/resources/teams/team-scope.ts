import {
  type TeamPermission,
  teamPermissionsOf,
  type TeamRole,
  teamRoles,
  teamPermissionsOfScope,
  whyNotInScope,
  whyNotInTeam,
} from '@typecase/contract/roles'

import type { Reader } from '../../database/database.ts'
import { forbidden, notFound } from '../../http/failure.ts'
import type { Caller } from '../../http/principal.ts'
import '../projects/tables.ts'
import { wasRemoved } from './former-members.ts'

/** A project or workspace with a team. */
export interface TeamScope {
  readonly resource: 'project' | 'workspace'
  readonly id: string
}

export const scopeTables = { project: 'projects', workspace: 'workspaces' } as const

/** Returns a team scope in the form of the audit log. */
export const auditScope = ({ resource, id }: TeamScope) =>
  resource === 'project' ? { projectId: id } : { workspaceId: id }

declare const checked: unique symbol

/** Proof that a user belongs to a team, with their role in it. Only `openTeam` creates it. */
export interface TeamAccess extends TeamScope {
  readonly [checked]: true
  readonly userId: string
  readonly role: TeamRole
  can(permission: TeamPermission): boolean
}

const names = { project: 'Project', workspace: 'Workspace' } as const

/**
 * Opens the team of a project or a workspace for a signed-in user.
 * @param db the transaction of a write, if the access must still hold when that commits
 * @throws Failure `not_found` when it does not exist or is not theirs, `forbidden` when their role lacks the permission
 * or they are no longer a member
 */
export async function openTeam(
  db: Reader,
  caller: Caller,
  scope: TeamScope,
  permission: TeamPermission = 'team:read',
): Promise<TeamAccess> {
  const { resource, id } = scope
  const { userId } = caller
  const role = await roleIn(db, scope, userId)
  if (!role) {
    if (!(await wasRemoved(db, scope, userId)) || !(await isThere(db, scope)))
      throw notFound(names[resource])
    throw forbidden(`You are no longer a member of this ${resource}.`)
  }
  if (!(await isWithinToken(db, caller, scope))) throw notFound(names[resource])
  const rolePermissions = teamPermissionsOf[role]
  if (!rolePermissions.includes(permission))
    throw forbidden(whyNotInTeam(role, permission, resource))
  assertWithinScope(caller, permission)
  const permissions = rolePermissions.filter((one) => isWithinScope(caller, one))
  const can = (permission: TeamPermission) => permissions.includes(permission)
  // The brand exists only in the type system, and this is the only place that applies it.
  return { resource, id, userId, role, can } as TeamAccess
}

/**
 * Refuses tokens with a narrow scope or a list of buckets in a call that concerns none of the user's projects and
 * workspaces, such as their account or a new project.
 * @throws Failure `forbidden`
 */
export function assertMayUseAccount(caller: Caller, permission: TeamPermission): void {
  if (caller.bucketIds) throw forbidden(ONLY_BUCKETS)
  assertWithinScope(caller, permission)
}

const ONLY_BUCKETS =
  'This token opens the buckets that it names and nothing else. Use one for all buckets.'

const isWithinScope = (
  { tokenScope = 'admin', bucketIds }: Caller,
  permission: TeamPermission,
): boolean =>
  teamPermissionsOfScope[tokenScope].includes(permission) &&
  (!bucketIds || permission === 'team:read')

/** Checks that the caller's token includes a permission. @throws Failure `forbidden` */
function assertWithinScope(caller: Caller, permission: TeamPermission): void {
  if (isWithinScope(caller, permission)) return
  const { tokenScope = 'admin' } = caller
  const isOfScope = !teamPermissionsOfScope[tokenScope].includes(permission)
  throw forbidden(isOfScope ? whyNotInScope(tokenScope, permission) : ONLY_BUCKETS)
}

/** Whether a caller's token covers a project or workspace: it does if one of the token's buckets belongs to it. */
async function isWithinToken(db: Reader, caller: Caller, { id }: TeamScope): Promise<boolean> {
  return (await teamsWithinToken(db, caller))?.has(id) ?? true
}

/** Returns the ids of the projects and workspaces that a caller's token covers; undefined if it is not limited. */
export async function teamsWithinToken(
  db: Reader,
  { bucketIds }: Caller,
): Promise<ReadonlySet<string> | undefined> {
  if (!bucketIds) return undefined
  const rows = await db
    .selectFrom('buckets')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    .select(['projects.id', 'projects.workspace_id'])
    .where('buckets.id', 'in', bucketIds)
    .execute()
  return new Set(rows.flatMap(({ id, workspace_id }) => [id, workspace_id ?? id]))
}

/**
 * Returns the strongest role of a user, direct or through the workspace; undefined for a closed account. Teams of
 * projects and workspaces share a table, so the id of a project must not open it as a workspace.
 */
export async function roleIn(
  db: Reader,
  { resource, id }: TeamScope,
  userId: string,
): Promise<TeamRole | undefined> {
  const rows = await db
    .selectFrom('team_roles')
    .innerJoin('users', 'users.id', 'team_roles.user_id')
    .select('role')
    .where('team_id', '=', id)
    .where('user_id', '=', userId)
    .where('users.status', '=', 'active')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom(scopeTables[resource]).select('id').where('id', '=', id)),
    )
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

/** Returns the title of a project or workspace. @throws Failure `not_found` if it was deleted */
export async function titleOf(db: Reader, scope: TeamScope): Promise<string> {
  const title = await findTitle(db, scope)
  if (title === undefined) throw notFound(names[scope.resource])
  return title
}

/** Finds the title of a project or workspace; undefined if it was deleted. */
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
