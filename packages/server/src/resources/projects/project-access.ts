import type { TeamPermission, TeamRole } from '@typecase/contract/roles'

import type { Reader } from '../../database/database.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { openTeam } from '../teams/team-scope.ts'

declare const checked: unique symbol

/** Proof that someone belongs to a project, with the role they have there. Only had from `openProject`. */
export interface ProjectAccess {
  readonly [checked]: true
  readonly projectId: string
  readonly userId: string
  readonly role: TeamRole
}

/**
 * Opens a project for a signed-in user.
 * @throws Failure `not_found` when it is missing or not theirs, `forbidden` when their role is too weak or they were removed
 */
export async function openProject(
  db: Reader,
  principal: UserPrincipal,
  projectId: string,
  permission: TeamPermission = 'team:read',
): Promise<ProjectAccess> {
  const scope = { resource: 'project', id: projectId } as const
  const { userId, role } = await openTeam(db, principal, scope, permission)
  // The brand exists only in the types; this is the one place that gives it.
  return { projectId, userId, role } as ProjectAccess
}
