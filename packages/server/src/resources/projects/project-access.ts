import type { TeamPermission, TeamRole } from '@typecase/contract/roles'

import type { Reader } from '../../database/database.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { openTeam } from '../teams/team-scope.ts'

declare const checked: unique symbol

/** Proof that a user belongs to a project, with their role in it. Only `openProject` creates it. */
export interface ProjectAccess {
  readonly [checked]: true
  readonly projectId: string
  readonly userId: string
  readonly role: TeamRole
}

/**
 * Opens a project for a signed-in user.
 * @throws Failure `not_found` when it does not exist or is not theirs, `forbidden` when their role lacks the permission
 * or they were removed
 */
export async function openProject(
  db: Reader,
  principal: UserPrincipal,
  projectId: string,
  permission: TeamPermission = 'team:read',
): Promise<ProjectAccess> {
  const scope = { resource: 'project', id: projectId } as const
  const { userId, role } = await openTeam(db, principal, scope, permission)
  // The brand exists only in the type system, and this is the only place that applies it.
  return { projectId, userId, role } as ProjectAccess
}
