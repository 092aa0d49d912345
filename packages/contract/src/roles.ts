import { type } from 'arktype'

import { id } from './ids.ts'

/**
 * The one table of roles. The server's checks, the reasons that the dashboard shows, the page “People and roles” and
 * the authorization tests all use it.
 */

/** Roles in a project or a workspace, strongest first (decisions §4). Their alphabetical order is the same. */
export const teamRoles = ['admin', 'manager', 'user'] as const
export type TeamRole = (typeof teamRoles)[number]
/** A role in a project or a workspace. */
export const teamRole = () => type("'admin' | 'manager' | 'user'")
/** The older name of `teamRole`. */
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

/** Admins and managers are also admins of every bucket; users have the buckets that were granted to them. */
export const teamPermissionsOf: Record<TeamRole, readonly TeamPermission[]> = {
  user,
  manager,
  admin: [...manager, 'settings:write', 'billing:write', 'audit:read'],
}

/** The roles that each role may grant, revoke and change. No one may grant more than they have. */
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
  /** Every role has it together with `media:write`; token scopes separate the two. */
  'media:delete': 'delete media',
  'comments:write': 'comment',
  'import:write': 'import',
  'webhooks:write': 'see or change webhooks',
} as const
/** The dashboard shows an action without its permission as disabled, and says why. */
export type Permission = keyof typeof permissionWords

const contributor: Permission[] = ['bucket:read', 'objects:write', 'comments:write']
const media: Permission[] = ['media:write', 'media:delete']
const editor: Permission[] = [
  ...contributor,
  'objects:others',
  'objects:publish',
  'objects:delete',
  ...media,
]
const developer: Permission[] = [...editor, 'types:write', 'import:write', 'webhooks:write']

/** The permissions of each bucket role. The server uses this table to refuse calls, the dashboard to explain why. */
export const permissionsOf: Record<BucketRole, readonly Permission[]> = {
  contributor,
  editor,
  developer,
  admin: [...developer, 'bucket:settings'],
}

/**
 * Scopes of access tokens, narrowest first. A scope reduces the role of the token's user. `read` allows only calls that
 * change nothing, whichever permission they need.
 */
export const tokenScopes = ['read', 'draft', 'publish', 'admin'] as const
export type TokenScope = (typeof tokenScopes)[number]
/** The scope of an access token. */
export const tokenScope = () => type.enumerated(...tokenScopes)

/** The purpose of each scope, in words that follow “may”. */
export const scopeWords: Record<TokenScope, string> = {
  read: 'read',
  draft: 'read, and write drafts, comments and media',
  publish: 'read, write, publish, schedule and delete',
  admin: 'do all that your role permits',
}

const everything = Object.keys(permissionWords) as Permission[]

/** The error message for a change with a `read` token. */
export const onlyReads =
  'This token can only read. Use one with the scope “draft”, “publish” or “admin”.'

/** The permissions that each scope leaves in a bucket. */
export const permissionsOfScope: Record<TokenScope, readonly Permission[]> = {
  read: everything,
  draft: [...contributor, 'objects:others', 'media:write'],
  publish: editor,
  admin: everything,
}

const everythingInTeam = Object.keys(teamPermissionWords) as TeamPermission[]

/** The permissions that each scope leaves in projects and workspaces. */
export const teamPermissionsOfScope: Record<TokenScope, readonly TeamPermission[]> = {
  read: everythingInTeam,
  draft: ['team:read'],
  publish: ['team:read'],
  admin: everythingInTeam,
}

/** What a bucket lets assistants do: everything that their users permitted, write drafts, or nothing. */
export const assistantSettings = ['on', 'drafts', 'off'] as const
export type AssistantSetting = (typeof assistantSettings)[number]
/** A bucket's setting for assistants. */
export const assistantSetting = () => type.enumerated(...assistantSettings)

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
  /** Set for an editor who may only save drafts, like every contributor. */
  readonly publishing_restrictions?: 'draft_only' | null
  readonly additional_permissions?: readonly (typeof additionalPermissions)[number][]
  /** Slugs of the object types that a contributor may write; null for all. */
  readonly object_types?: readonly string[] | null
  /** The scope of the calling access token. */
  readonly scope?: TokenScope
  /** Set if the bucket limits the calling assistant to drafts. */
  readonly assistants?: 'drafts'
}

/** The grant of a member with the role `user` in one bucket. */
export const bucketGrant = () =>
  type({
    bucket_id: id(),
    role: bucketRole(),
    /** `draft_only`: an editor who may not publish. */
    'publishing_restrictions?': "'draft_only' | null",
    'additional_permissions?': "'media:write'[]",
    /** Slugs of the object types that a contributor may write; null or omitted for all. */
    'object_types?': '(0 < string <= 200)[] <= 500 | null',
  })
export type BucketGrant = ReturnType<typeof bucketGrant>['infer']

/** The buckets that a person may use, with a role in each. */
export const bucketGrants = () => bucketGrant().array().atMostLength(500)

/** Returns the permissions of a role with its options, limited by the scope of the token. */
export function permissionsIn(grant: Grant): readonly Permission[] {
  const { scope = 'admin', assistants } = grant
  const limits = [permissionsOfScope[scope], ...(assistants ? [permissionsOfScope.draft] : [])]
  return permissionsOfPerson(grant).filter((permission) =>
    limits.every((limit) => limit.includes(permission)),
  )
}

function permissionsOfPerson(grant: Grant): readonly Permission[] {
  const { role, publishing_restrictions, additional_permissions = [] } = grant
  const additional = additional_permissions.includes('media:write') ? media : []
  return [...permissionsOf[role], ...additional].filter(
    (permission) => !(publishing_restrictions === 'draft_only' && permission === 'objects:publish'),
  )
}

/** Describes a role: `editor, drafts only`. A token that permits less is named: `editor, with a “draft” token`. */
export function describeRole(grant: Grant): string {
  const { role, publishing_restrictions, scope, assistants } = grant
  const parts = [
    role,
    publishing_restrictions === 'draft_only' && role !== 'contributor' && 'drafts only',
    assistants && 'with assistants limited to drafts',
    (scope === 'draft' || scope === 'publish') && `with a “${scope}” token`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Returns the message for an action that a bucket role, a token or the setting for assistants does not permit. */
export function whyNot(grant: Grant, permission: Permission): string {
  const action = permissionWords[permission]
  const { scope, assistants, ...personal } = grant
  if (!permissionsIn(personal).includes(permission))
    return `Your role (${describeRole(personal)}) may not ${action}.`
  if (assistants && !permissionsOfScope.draft.includes(permission))
    return `Assistants may only write drafts in this bucket, and not ${action}. An admin can change that in its settings.`
  const needed = tokenScopes.find(
    (other) => other !== 'read' && permissionsOfScope[other].includes(permission),
  )
  return `The scope of this token (${scope}) may not ${action}; it needs ${needed}.`
}

/** Returns the message for an action that a role in a project or a workspace does not permit. */
export function whyNotInTeam(role: TeamRole, permission: TeamPermission, where: string): string {
  const needed = teamRoles.findLast((other) => teamPermissionsOf[other].includes(permission))
  return `Your role in this ${where} (${role}) may not ${teamPermissionWords[permission]}; it needs ${needed}.`
}

/** Returns the message for an action in a project or a workspace that the scope of a token does not permit. */
export const whyNotInScope = (scope: TokenScope, permission: TeamPermission): string =>
  `The scope of this token (${scope}) may not ${teamPermissionWords[permission]}; it needs admin.`
