import type { Reader } from '../../database/database.ts'
import '../audit/audit-log.ts'

/**
 * Whether a user left or was removed as a member, in which case they get a more specific error than a stranger. This
 * uses the audit log, so it holds only as long as its entries are kept.
 */
export async function wasRemoved(
  db: Reader,
  { id }: { readonly id: string },
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', userId)
    .where((eb) => {
      const removed = eb('kind', '=', 'team.remove')
      const workspace = eb.selectFrom('projects').select('workspace_id').where('id', '=', id)
      return eb.or([
        eb.and([eb.or([eb('project_id', '=', id), eb('workspace_id', '=', id)]), removed]),
        // A weaker role in the workspace also closes its projects.
        eb.and([
          eb('project_id', 'is', null),
          eb('workspace_id', '=', workspace),
          eb('kind', 'in', ['team.remove', 'team.update']),
        ]),
      ])
    })
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
