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
  /** Goes with `media:write` in every role; scopes of tokens tell the two apart. */
  'media:delete': 'delete media',
  'comments:write': 'comment',
  'import:write': 'import',
  'webhooks:write': 'see or change webhooks',
} as const
/** An action without its permission stays visible, disabled, and says why. */
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

/** The permissions of each bucket role. Both sides read this table: the server to refuse, the dashboard to explain. */
export const permissionsOf: Record<BucketRole, readonly Permission[]> = {
  contributor,
  editor,
  developer,
  admin: [...developer, 'bucket:settings'],
}

/**
 * Scopes of access tokens, narrowest first. A scope takes permissions away from the role of the token's user; `read`
 * leaves the calls that change nothing, whichever permission they need.
 */
export const tokenScopes = ['read', 'draft', 'publish', 'admin'] as const
export type TokenScope = (typeof tokenScopes)[number]
/** The scope of an access token. */
export const tokenScope = () => type.enumerated(...tokenScopes)

/** What each scope is for, in words that follow “may”. */
export const scopeWords: Record<TokenScope, string> = {
  read: 'read',
  draft: 'read, and write drafts, comments and media',
  publish: 'read, write, publish, schedule and delete',
  admin: 'do all that your role permits',
}

const everything = Object.keys(permissionWords) as Permission[]

/** The message for a change with a token of the scope `read`. */
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

/** What a bucket lets assistants do: all that their users permitted, write drafts, or nothing. */
export const assistantSettings = ['on', 'drafts', 'off'] as const
export type AssistantSetting = (typeof assistantSettings)[number]
/** A setting of a bucket for assistants. */
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
  /** Editors who only save drafts. Contributors always do. */
  readonly publishing_restrictions?: 'draft_only' | null
  readonly additional_permissions?: readonly (typeof additionalPermissions)[number][]
  /** Slugs of the object types that a contributor writes; null for all. */
  readonly object_types?: readonly string[] | null
  /** The scope of the access token that acts. */
  readonly scope?: TokenScope
  /** The bucket lets the assistant that acts write drafts only. */
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
    /** Slugs of the object types that a contributor writes; null or left out for all. */
    'object_types?': '(0 < string <= 200)[] <= 500 | null',
  })
export type BucketGrant = ReturnType<typeof bucketGrant>['infer']

/** The buckets that someone may use, with a role in each. */
export const bucketGrants = () => bucketGrant().array().atMostLength(500)

/** The permissions of a role with its options, as far as the scope of a token leaves them. */
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

/** `editor, drafts only`; with a token that permits less: `editor, with a “draft” token` */
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

/** The message for an action that a role in a bucket does not permit, or its limit by a token or for assistants. */
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

/** The message for an action that a role in a project or a workspace does not permit. */
export function whyNotInTeam(role: TeamRole, permission: TeamPermission, where: string): string {
  const needed = teamRoles.findLast((other) => teamPermissionsOf[other].includes(permission))
  return `Your role in this ${where} (${role}) may not ${teamPermissionWords[permission]}; it needs ${needed}.`
}

/** The message for an action in projects and workspaces that the scope of a token does not permit. */
export const whyNotInScope = (scope: TokenScope, permission: TeamPermission): string =>
  `The scope of this token (${scope}) may not ${teamPermissionWords[permission]}; it needs admin.`
