import { type } from 'arktype'

/** Project and workspace roles (decisions §4). */
export const projectRole = () => type("'admin' | 'manager' | 'user'")
/** Bucket roles, strongest first (decisions §4). */
export const bucketRoles = ['admin', 'developer', 'editor', 'contributor'] as const
export type BucketRole = (typeof bucketRoles)[number]

/** What a person may do in a bucket; an action without its permission stays visible, disabled, and says why. */
export type Permission =
  | 'bucket:read'
  | 'bucket:settings'
  | 'types:write'
  | 'objects:write'
  | 'objects:publish'
  | 'objects:delete'
  | 'media:write'
  | 'comments:write'
  | 'import:write'

const contributor: Permission[] = ['bucket:read', 'objects:write', 'comments:write']
const editor: Permission[] = [...contributor, 'objects:publish', 'objects:delete', 'media:write']
const developer: Permission[] = [...editor, 'types:write', 'import:write']

/** The permissions of each bucket role. Both sides read this table: the server to refuse, the dashboard to explain. */
export const permissionsOf: Record<BucketRole, readonly Permission[]> = {
  contributor,
  editor,
  developer,
  admin: [...developer, 'bucket:settings'],
}
