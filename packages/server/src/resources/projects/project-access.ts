import type { Database } from '../../database/database.ts'
import { forbidden, notFound } from '../../http/failure.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import './tables.ts'

export type ProjectRole = 'admin' | 'manager' | 'user'

declare const checked: unique symbol

/** Proof that someone belongs to a project, with the role they have there. Only had from `openProject`. */
export interface ProjectAccess {
  readonly [checked]: true
  readonly projectId: string
  readonly userId: string
  readonly role: ProjectRole
}

const strength: Record<ProjectRole, number> = { user: 0, manager: 1, admin: 2 }

/**
 * Opens a project for a signed-in user.
 * @param needed the weakest role that may do it (decisions §4)
 * @throws Failure `not_found` when it is missing or not theirs, `forbidden` when their role is weaker
 */
export async function openProject(
  db: Database,
  { userId }: UserPrincipal,
  projectId: string,
  needed: ProjectRole = 'user',
): Promise<ProjectAccess> {
  const row = await db.read
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('Project')
  if (strength[row.role] < strength[needed]) {
    throw forbidden(`Your role in this project (${row.role}) may not do this; it needs ${needed}.`)
  }
  // The brand exists only in the types; this is the one place that gives it.
  return { projectId, userId, role: row.role } as ProjectAccess
}
