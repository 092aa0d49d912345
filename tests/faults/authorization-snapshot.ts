import type { Reader } from '@typecase/server/database/database'

import type { Place } from './place.ts'

const withIds = [
  'buckets',
  'projects',
  'objects',
  'object_types',
  'jobs',
  'macros',
  'releases',
  'repositories',
  'smart_views',
  'users',
  'workspaces',
  'invites',
] as const
const ofExtensions = ['published_extensions', 'installed_extensions', 'extension_values'] as const

/** All that belongs to tenants, as text, with the audit log of one project. */
export async function snapshotOf(read: Reader, { projectId }: Place): Promise<string> {
  const state = await Promise.all([
    ...withIds.map((table) => read.selectFrom(table).selectAll().orderBy('id').execute()),
    ...ofExtensions.map((table) =>
      read.selectFrom(table).selectAll().orderBy('extension_id').execute(),
    ),
    read.selectFrom('object_type_folders').selectAll().orderBy('bucket_id').execute(),
    read.selectFrom('repository_branches').selectAll().orderBy('repository_id').execute(),
    read.selectFrom('vercel_connections').selectAll().orderBy('bucket_id').execute(),
    read.selectFrom('vercel_links').selectAll().orderBy('project_id').execute(),
    read
      .selectFrom('project_members')
      .selectAll()
      .orderBy('project_id')
      .orderBy('user_id')
      .execute(),
    read
      .selectFrom('workspace_members')
      .selectAll()
      .orderBy('workspace_id')
      .orderBy('user_id')
      .execute(),
    read.selectFrom('bucket_members').selectAll().orderBy('bucket_id').orderBy('user_id').execute(),
    read
      .selectFrom('audit_log')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute(),
  ])
  return JSON.stringify(state)
}
