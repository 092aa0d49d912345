import {
  type AssistantSetting,
  type BucketRole,
  type Grant,
  type Permission,
  permissionsIn,
  describeRole,
  type TeamRole,
  whyNot,
} from '@typecase/contract/roles'

import type { Database, Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { Write } from '../../database/write-queue.ts'
import { type Failure, forbidden, notFound } from '../../http/failure.ts'
import type { Caller, Principal, UserPrincipal } from '../../http/principal.ts'
import { assertGranted } from '../extensions/extension-caller.ts'
import './tables.ts'
import '../projects/tables.ts'
import { wasRemoved } from '../teams/former-members.ts'

declare const checked: unique symbol

/**
 * Proof that a caller may work in a bucket. Every content store takes one and adds the bucket to its SQL itself. Only
 * `openBucket` and the functions next to it create one, after a check, so no code path reaches another tenant's rows.
 */
export interface BucketAccess {
  readonly [checked]: true
  readonly bucketId: string
  readonly slug: string
  readonly role: BucketRole
  /** The role with its restrictions and extra permissions, in the form that a job stores. */
  readonly grant: Grant
  /** Describes the role, as in “Your role (editor, drafts only)”. */
  readonly describeRole: string
  /** The author of revisions and change sets. Null without a person: for a bucket key or a schedule. */
  readonly userId: string | null
  /** Whether the caller uses a key of the bucket. */
  readonly isKey: boolean
  /** The extension through which the user calls. */
  readonly extension: string | null
  /** The name of the assistant that acts for the user. */
  readonly client: string | null
  /** Whether its changes fire webhooks: for keys only if the call asks for it, for imports never. */
  readonly firesWebhooks: boolean
  can(permission: Permission): boolean
}

interface Roles {
  /** Null for people outside the project and its workspace. */
  project_role: TeamRole | null
  workspace_role: TeamRole | null
  role: BucketRole | null
  /** JSON of the restrictions and extra permissions of the role. */
  options: string | null
}

/** Selects buckets with the user's role in each, in its project and in its workspace. */
const bucketsWithRoles = (db: Reader, { userId }: { userId: string }) =>
  db
    .selectFrom('buckets')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    .select(['buckets.id', 'buckets.slug', 'buckets.title', 'project_id'])
    .select(['projects.title as project_title', 'buckets.assistants'])
    .select((eb) => {
      const inTeam = (id: 'projects.id' | 'projects.workspace_id') =>
        eb
          .selectFrom('team_members')
          .select('team_members.role')
          .whereRef('team_id', '=', id)
          .where('user_id', '=', userId)
      const inBucket = eb
        .selectFrom('bucket_members')
        .whereRef('bucket_members.bucket_id', '=', 'buckets.id')
        .where('user_id', '=', userId)
      return [
        inTeam('projects.id').as('project_role'),
        inTeam('projects.workspace_id').as('workspace_role'),
        inBucket.select('bucket_members.role').as('role'),
        inBucket.select('bucket_members.options').as('options'),
      ]
    })

/** Every call of the dashboard begins with this statement. */
const membership = prepared((db, of: { userId: string; slug: string }) =>
  bucketsWithRoles(db, of).where('buckets.slug', '=', of.slug),
)

/**
 * Opens a bucket for a signed-in user.
 * @throws Failure `not_found` when it does not exist or belongs to a project of others; `forbidden` when the user's
 * role lacks the permission, their extension or assistant may not act in it, or they are no longer a member
 */
export async function openBucket(
  db: Database,
  principal: UserPrincipal,
  slug: string,
  permission: Permission = 'bucket:read',
): Promise<BucketAccess> {
  const [row] = await membership(db.read, { userId: principal.userId, slug })
  if (row && !isWithinToken(principal, row)) throw notFound('Bucket')
  const grant = row && grantOf(row)
  if (!row || !grant) throw await whyClosed(db, principal, row)
  const { extension } = principal
  if (extension) await assertGranted(db.read, row.id, extension)
  if (principal.client && row.assistants === 'off') throw forbidden(ASSISTANTS_OFF)
  const access = openAs(principal, row, grant)
  assertMay(access, permission)
  return access
}

const ASSISTANTS_OFF =
  'Assistants are turned off in this bucket. An admin can turn them on in its settings.'

/**
 * Returns the reason why a bucket is closed to a user. Members of its project may know that it exists, and removed
 * members learn that they were removed.
 */
async function whyClosed(
  db: Database,
  { userId }: UserPrincipal,
  row: (Roles & { project_id: string }) | undefined,
): Promise<Failure> {
  if (!row) return notFound('Bucket')
  if (row.project_role) {
    return forbidden('You have no role in this bucket. Ask an admin or a manager of its project.')
  }
  if (await wasRemoved(db.read, { id: row.project_id }, userId)) {
    return forbidden('You are no longer a member of the project that this bucket belongs to.')
  }
  return notFound('Bucket')
}

/** Selects the buckets of a user's projects, with their role in each. */
const memberships = prepared((db, of: { userId: string; first: string }) =>
  bucketsWithRoles(db, of)
    .where('projects.id', 'in', (eb) =>
      eb.selectFrom('team_roles').select('team_id').where('user_id', '=', of.userId),
    )
    .where((eb) => eb.or([eb('projects.archived', '=', 0), eb('buckets.slug', '=', of.first)]))
    .orderBy((eb) => eb('buckets.slug', '=', of.first), 'desc')
    .orderBy('buckets.modified_at', 'desc')
    .orderBy('buckets.id', 'desc'),
)

/**
 * Opens all buckets of a signed-in user except those of archived projects. The bucket `first` comes first, even if its
 * project is archived; the others follow by latest change.
 * @throws Failure `not_found` when the bucket `first` does not exist or is not theirs, `forbidden` as for `openBucket`
 */
export async function openBuckets(
  db: Database,
  principal: UserPrincipal,
  first?: string,
): Promise<{ access: BucketAccess; title: string; projectTitle: string }[]> {
  const rows = await memberships(db.read, { userId: principal.userId, first: first ?? '' })
  const buckets = rows.flatMap((row) => {
    const isClosed = principal.client && row.assistants === 'off'
    const grant = isWithinToken(principal, row) && !isClosed && grantOf(row)
    if (!grant) return []
    const { title, project_title: projectTitle } = row
    return [{ access: openAs(principal, row, grant), title, projectTitle }]
  })
  if (first !== undefined && buckets[0]?.access.slug !== first) {
    await openBucket(db, principal, first)
    throw notFound('Bucket')
  }
  return buckets
}

/** Whether a caller's token covers a bucket. A token that names no buckets covers all of them. */
export const isWithinToken = (
  { bucketIds }: Pick<UserPrincipal, 'bucketIds'>,
  { id }: { readonly id: string },
): boolean => bucketIds?.includes(id) ?? true

/** Opens a bucket with the permissions that both the user's role and the token's scope allow. */
function openAs(
  { userId, tokenScope, client, extension }: UserPrincipal,
  { id: bucketId, slug, assistants }: { id: string; slug: string; assistants: AssistantSetting },
  granted: Grant,
): BucketAccess {
  const grant = {
    ...granted,
    ...(tokenScope !== undefined && { scope: tokenScope }),
    ...(client && assistants === 'drafts' && { assistants }),
  }
  return open({ bucketId, slug, grant, userId, extension: extension?.id, client: client?.name })
}

/**
 * Returns the user's grant. Admins and managers of the project or its workspace have full access to every bucket;
 * others only to the buckets granted to them (decisions §4).
 */
function grantOf({ project_role, workspace_role, role, options }: Roles): Grant | null {
  const isOverAll = [project_role, workspace_role].some(
    (heldRole) => heldRole && heldRole !== 'user',
  )
  if (isOverAll) return { role: 'admin' }
  if (!project_role || !role) return null
  // Only the server writes this column, so the cast is safe.
  return { role, ...(JSON.parse(options ?? '{}') as Omit<Grant, 'role'>) }
}

/** Checks that a role has a permission. @throws Failure `forbidden` */
export function assertMay(access: BucketAccess, permission: Permission): void {
  if (access.can(permission)) return
  throw forbidden(whyNot(access.grant, permission))
}

/** Opens the bucket of a key. A read key may read; a write key has the rights of a developer. */
export function openBucketByKey(
  principal: Extract<Principal, { kind: 'key' }>,
  slug: string,
): BucketAccess {
  const role = principal.access === 'write' ? 'developer' : 'contributor'
  return open({ bucketId: principal.bucketId, slug, grant: { role }, userId: null, isKey: true })
}

/**
 * Opens a bucket for work that was authorised when it was enqueued: jobs and schedules.
 * @param grant the requester's, if the work depends on it
 * @param client name of the assistant that made the request
 */
export function openBucketForJob(
  bucketId: string,
  slug: string,
  userId: string | null,
  grant: Grant = { role: 'admin' },
  client: string | null = null,
): BucketAccess {
  return open({ bucketId, slug, grant, userId, client })
}

/**
 * Limits the access of a job to the grant of the person who requested it.
 * @param extension the extension that made the request
 */
export const withGrant = (
  { bucketId, slug, userId, client }: BucketAccess,
  grant: Grant = { role: 'admin' },
  extension?: string,
): BucketAccess => open({ bucketId, slug, grant, userId, client, extension })

/** Opens a bucket that the same write has just created, for its creator. */
export function openNewBucket(
  bucketId: string,
  slug: string,
  { userId, client }: Caller,
): BucketAccess {
  return open({ bucketId, slug, grant: { role: 'admin' }, userId, client: client?.name })
}

interface AccessOptions extends Pick<BucketAccess, 'bucketId' | 'slug' | 'grant' | 'userId'> {
  isKey?: boolean
  extension?: string | undefined
  client?: string | null | undefined
}

function open({
  bucketId,
  slug,
  grant,
  userId,
  isKey = false,
  extension,
  client,
}: AccessOptions): BucketAccess {
  const permissions = permissionsIn(grant)
  const access = {
    bucketId,
    slug,
    role: grant.role,
    grant,
    describeRole: describeRole(grant),
    userId,
    isKey,
    extension: extension ?? null,
    client: client ?? null,
    firesWebhooks: !isKey,
    can: (permission: Permission) => permissions.includes(permission),
  }
  // The brand exists only in the type system, and this is the only place that applies it.
  return access as BucketAccess
}

/** Returns the same access with webhooks turned on or off. */
export const withWebhooks = (access: BucketAccess, firesWebhooks: boolean): BucketAccess => ({
  ...access,
  firesWebhooks,
})

const raiseVersion = prepared((db, of: { bucketId: string }) =>
  db
    .updateTable('buckets')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', of.bucketId)
    .returning(['version', 'has_webhooks']),
)

/** The state of the changed bucket that its write needs. */
export interface BumpedBucket {
  /** The new version, to be stored with the rows written. */
  readonly version: number
  /** Whether the write fires webhooks. Raising the version returns it without another query. */
  readonly firesWebhooks: boolean
}

const versionOf = prepared((db, of: { bucketId: string }) =>
  db.selectFrom('buckets').select('version').where('id', '=', of.bucketId),
)

/** Marks a bucket as changed within a write. */
export async function bumpBucket(
  { db }: Write,
  { bucketId, firesWebhooks }: BucketAccess,
): Promise<BumpedBucket> {
  const [row] = await raiseVersion(db, { bucketId })
  if (!row) throw notFound('Bucket')
  return { version: row.version, firesWebhooks: firesWebhooks && row.has_webhooks === 1 }
}

/** Marks a bucket as changed within a write. @returns its new version, to be stored with the rows written */
export const bumpVersion = async (write: Write, access: BucketAccess): Promise<number> =>
  (await bumpBucket(write, access)).version

/** Reads the last committed version of a bucket, which increases with every write to its content. */
export async function readVersion(
  db: Database,
  { bucketId }: Pick<BucketAccess, 'bucketId'>,
): Promise<number> {
  const [row] = await versionOf(db.read, { bucketId })
  if (!row) throw notFound('Bucket')
  return row.version
}

/** Maximum number of attempts. While others write constantly, the last one may return a mix of two states. */
const READS = 3

/**
 * Repeats reads that must match (such as an object type and the number of its objects) if the bucket changed in
 * between.
 */
export async function readConsistently<T>(
  db: Database,
  access: BucketAccess,
  read: () => Promise<T>,
): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    const before = await readVersion(db, access)
    const result = await read()
    if (reads === READS || (await readVersion(db, access)) === before) return result
  }
}
