import type { Reader } from '@typecase/server/database/database'

import type { Tenant } from './tenant.ts'

/** Tables that no refused call may change. */
const tables = [
  'buckets projects workspaces users invites objects object_types object_type_folders jobs macros',
  'releases repositories repository_branches smart_views vercel_connections vercel_links webhooks',
  'backups backup_schedules webhook_deliveries published_extensions installed_extensions extension_values',
  'team_members bucket_members',
].flatMap((names) => names.split(' '))

/**
 * Returns all data of the tenants as text, with the audit log of one project. The text is sorted, since SQLite and
 * PostgreSQL order rows differently.
 */
export async function snapshotOf(read: Reader, { projectId }: Tenant): Promise<string> {
  const all = await Promise.all(
    // Typed as one of the tables, since the selected columns differ.
    tables.map((table) =>
      read
        .selectFrom(table as 'buckets')
        .selectAll()
        .execute(),
    ),
  )
  const audited = await read
    .selectFrom('audit_log')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute()
  return JSON.stringify(
    [...all, audited].map((rows) => rows.map((row) => JSON.stringify(row)).sort()),
  )
}
