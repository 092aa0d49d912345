import { type } from 'arktype'

import { id } from './ids.ts'

/**
 * The one table of roles. The server's checks, the reasons that the dashboard shows, the page “People and roles” and the
 * authorization tests are made from it.
 */

/** Roles in a project or a workspace, strongest first (decisions §4). Their alphabetical order is the same. */
export const teamRoles = ['admin', 'manager', 'user'] as const
export type TeamRole = (typeof teamRoles)[number]
/** A role in a project or a workspace. */
export const teamRole = () => type("'admin' | 'manager' | 'user'")
/** The older name of the same. */
export const projectRole = teamRole

/** Bucket roles, strongest first (decisions §4). */
export const bucketRoles = ['admin', 'developer', 'editor', 'contributor'] as const
export type BucketRole = (typeof bucketRoles)[number]
/** A role in a bucket. */
export const bucketRole = () => type("'admin' | 'developer' | 'editor' | 'contributor'")

/** Permissions of a role in a project or a workspace, in words that follow “may”. */
export const teamPermissionWords = {
  'team:read': 'see who is in the team',
  'team:write': 'invite people and change their roles',
  'contents:add': 'add buckets to a project, and projects to a workspace',
  'settings:write': 'change settings, move, archive and delete',
  'billing:write': 'change the plan, its add-ons and who receives invoices',
  'audit:read': 'read the audit log',
} as const
export type TeamPermission = keyof typeof teamPermissionWords

const user: TeamPermission[] = ['team:read']
const manager: TeamPermission[] = [...user, 'team:write', 'contents:add']

/** Admins and managers also hold every bucket, as its admin; users hold the ones granted to them. */
export const teamPermissionsOf: Record<TeamRole, readonly TeamPermission[]> = {
  user,
  manager,
  admin: [...manager, 'settings:write', 'billing:write', 'audit:read'],
}

/** The roles that someone may give, take away and change in others. No one gives more than they have. */
export const rolesGivenBy: Record<TeamRole, readonly TeamRole[]> = {
  user: [],
  manager: ['manager', 'user'],
  admin: teamRoles,
}

/** Permissions of a role in a bucket, in words that follow “may”. */
export const permissionWords = {
  'bucket:read': 'see this bucket',
  'bucket:settings': 'change the settings of this bucket',
  'types:write': 'change object types',
  'objects:write': 'write objects',
  'objects:others': 'change objects that others made',
  /** Includes scheduling and ordering objects: both change what the public sees. */
  'objects:publish': 'publish objects',
  'objects:delete': 'delete objects',
  'media:write': 'change media',
  'comments:write': 'comment',
  'import:write': 'import',
  'webhooks:write': 'see or change webhooks',
} as const
/** An action without its permission stays visible, disabled, and says why. */
export type Permission = keyof typeof permissionWords

const contributor: Permission[] = ['bucket:read', 'objects:write', 'comments:write']
const editor: Permission[] = [
  ...contributor,
  'objects:others',
  'objects:publish',
  'objects:delete',
  'media:write',
]
const developer: Permission[] = [...editor, 'types:write', 'import:write', 'webhooks:write']

/** The permissions of each bucket role. Both sides read this table: the server to refuse, the dashboard to explain. */
export const permissionsOf: Record<BucketRole, readonly Permission[]> = {
  contributor,
  editor,
  developer,
  admin: [...developer, 'bucket:settings'],
}

/** Options that narrow or widen a role, for one person in one bucket. Other roles have no options. */
export const grantOptions = {
  contributor: ['publishing_restrictions', 'additional_permissions', 'object_types'],
  editor: ['publishing_restrictions'],
  developer: [],
  admin: [],
} as const satisfies Record<BucketRole, readonly (keyof Grant)[]>

/** Permissions that can be added to a role. */
export const additionalPermissions = ['media:write'] as const satisfies readonly Permission[]

/** One person's role and options in a bucket. */
export interface Grant {
  readonly role: BucketRole
  /** Editors who only save drafts. Contributors always do. */
  readonly publishing_restrictions?: 'draft_only' | null
  readonly additional_permissions?: readonly (typeof additionalPermissions)[number][]
  /** Slugs of the object types that a contributor writes; null for all. */
  readonly object_types?: readonly string[] | null
}

/** The grant of a member with the role `user` in one bucket. */
export const bucketGrant = () =>
  type({
    bucket_id: id(),
    role: bucketRole(),
    /** `draft_only`: an editor who may not publish. */
    'publishing_restrictions?': "'draft_only' | null",
    'additional_permissions?': "'media:write'[]",
    /** Slugs of the object types that a contributor writes; null or left out for all. */
    'object_types?': '(0 < string <= 200)[] <= 500 | null',
  })
export type BucketGrant = ReturnType<typeof bucketGrant>['infer']

/** The buckets that someone may use, with a role in each. */
export const bucketGrants = () => bucketGrant().array().atMostLength(500)

/** The permissions of a role with its options. */
export function permissionsIn(grant: Grant): readonly Permission[] {
  const { role, publishing_restrictions, additional_permissions = [] } = grant
  return [...permissionsOf[role], ...additional_permissions].filter(
    (permission) => !(publishing_restrictions === 'draft_only' && permission === 'objects:publish'),
  )
}

/** `editor, drafts only` */
export function describeRole({ role, publishing_restrictions }: Grant): string {
  return publishing_restrictions === 'draft_only' && role !== 'contributor'
    ? `${role}, drafts only`
    : role
}

/** The message for an action that a role in a bucket does not permit. */
export const whyNot = (grant: Grant, permission: Permission): string =>
  `Your role (${describeRole(grant)}) may not ${permissionWords[permission]}.`

/** The message for an action that a role in a project or a workspace does not permit. */
export function whyNotInTeam(role: TeamRole, permission: TeamPermission, where: string): string {
  const needed = teamRoles.findLast((other) => teamPermissionsOf[other].includes(permission))
  return `Your role in this ${where} (${role}) may not ${teamPermissionWords[permission]}; it needs ${needed}.`
}
