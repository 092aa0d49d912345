import type { Reader } from '../../database/database.ts'
import '../audit/audit-log.ts'

/**
 * Whether someone left or was removed as a member: they get a specific error where a stranger gets none. Based on the
 * audit log, as long as it keeps its entries.
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
        // A weaker role in the workspace closes its projects as well.
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
