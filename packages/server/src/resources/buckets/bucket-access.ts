import { type BucketRole, type Permission, permissionsOf } from '@typecase/contract/roles'

import type { Database } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { sessionOf } from '../../database/session.ts'
import type { Write } from '../../database/write-queue.ts'
import { forbidden, notFound } from '../../http/failure.ts'
import type { Principal, UserPrincipal } from '../../http/principal.ts'
import './tables.ts'
import '../projects/tables.ts'

declare const checked: unique symbol

/**
 * Proof that someone may work in a bucket: every store of content takes one and adds the bucket to its SQL itself.
 * It can only be had from `openBucket` and its siblings here, each of which checks; so no path reaches another
 * tenant's rows.
 */
export interface BucketAccess {
  readonly [checked]: true
  readonly bucketId: string
  readonly slug: string
  readonly role: BucketRole
  /** Who acts: the author of revisions and change sets. Null where no person does: a key of the bucket, a schedule. */
  readonly userId: string | null
  /** Whether a key of the bucket acts. */
  readonly isKey: boolean
  can(permission: Permission): boolean
}

/** What a person needs for an action that their role does not have, in words. */
const needs: Record<Permission, string> = {
  'bucket:read': 'see this bucket',
  'bucket:settings': 'change the settings of this bucket',
  'types:write': 'change object types',
  'objects:write': 'write objects',
  'objects:publish': 'publish objects',
  'objects:delete': 'delete objects',
  'media:write': 'change media',
  'comments:write': 'comment',
  'import:write': 'import',
}

interface Roles {
  /** Null for those who are not of the project. */
  project_role: 'admin' | 'manager' | 'user' | null
  role: BucketRole | null
}

/** Every call begins with this statement. Without joins: those with bound values SQLite plans anew at each run. */
const membership = prepared((db, of: { userId: string; slug: string }) =>
  db
    .selectFrom('buckets')
    .select(['id', 'slug'])
    .select((eb) => [
      eb
        .selectFrom('project_members')
        .select('project_members.role')
        .whereRef('project_members.project_id', '=', 'buckets.project_id')
        .where('user_id', '=', of.userId)
        .as('project_role'),
      eb
        .selectFrom('bucket_members')
        .select('bucket_members.role')
        .whereRef('bucket_members.bucket_id', '=', 'buckets.id')
        .where('user_id', '=', of.userId)
        .as('role'),
    ])
    .where('slug', '=', of.slug),
)

/**
 * Opens a bucket for a signed-in user.
 * @throws Failure `not_found` when it is missing or not theirs, `forbidden` when their role lacks the permission
 */
export async function openBucket(
  db: Database,
  principal: UserPrincipal,
  slug: string,
  permission: Permission = 'bucket:read',
): Promise<BucketAccess> {
  const [row] = await membership(db.read, { userId: principal.userId, slug })
  const role = row && roleOf(row)
  if (!row || !role) throw notFound('Bucket')
  const access = grant(row.id, row.slug, role, principal.userId)
  assertMay(access, permission)
  return access
}

/** The buckets of somebody's projects, with what they are in each. */
const memberships = prepared((db, of: { userId: string; first: string }) =>
  db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .innerJoin('buckets', 'buckets.project_id', 'projects.id')
    .select(['buckets.id', 'buckets.slug', 'buckets.title', 'project_members.role as project_role'])
    .select((eb) =>
      eb
        .selectFrom('bucket_members')
        .select('bucket_members.role')
        .whereRef('bucket_members.bucket_id', '=', 'buckets.id')
        .where('bucket_members.user_id', '=', of.userId)
        .as('role'),
    )
    .where('project_members.user_id', '=', of.userId)
    .where((eb) => eb.or([eb('projects.archived', '=', 0), eb('buckets.slug', '=', of.first)]))
    .orderBy((eb) => eb('buckets.slug', '=', of.first), 'desc')
    .orderBy('buckets.modified_at', 'desc')
    .orderBy('buckets.id', 'desc'),
)

/**
 * Opens all buckets of a signed-in user, archived projects aside: the one named, then those that changed last.
 * @throws Failure `not_found` when the one named is missing or not theirs
 */
export async function openBuckets(
  db: Database,
  { userId }: UserPrincipal,
  first?: string,
): Promise<{ access: BucketAccess; title: string }[]> {
  const rows = await memberships(db.read, { userId, first: first ?? '' })
  const opened = rows.flatMap((row) => {
    const role = roleOf(row)
    return role ? [{ access: grant(row.id, row.slug, role, userId), title: row.title }] : []
  })
  if (first !== undefined && opened[0]?.access.slug !== first) throw notFound('Bucket')
  return opened
}

/** Admins and managers of the project hold every bucket; others the ones they were given (decisions §4). */
const roleOf = ({ project_role, role }: Roles): BucketRole | null =>
  project_role && (project_role === 'user' ? role : 'admin')

/** @throws Failure `forbidden` when a role lacks the permission */
export function assertMay(access: BucketAccess, permission: Permission): void {
  if (access.can(permission)) return
  throw forbidden(`Your role (${access.role}) may not ${needs[permission]}.`)
}

/** Opens the bucket that a key belongs to. A read key reads; a write key does what a developer may. */
export function openBucketByKey(
  principal: Extract<Principal, { kind: 'key' }>,
  slug: string,
): BucketAccess {
  return grant(
    principal.bucketId,
    slug,
    principal.access === 'write' ? 'developer' : 'contributor',
    null,
    true,
  )
}

/**
 * Opens a bucket for work that was allowed when it was put into the queue: jobs and schedules.
 * @param role given where the work depends on what the one who asked for it may do
 */
export function openBucketForJob(
  bucketId: string,
  slug: string,
  userId: string | null,
  role: BucketRole = 'admin',
): BucketAccess {
  return grant(bucketId, slug, role, userId)
}

/** Opens a bucket that the same write has just made, for the one who makes it. */
export function openNewBucket(bucketId: string, slug: string, userId: string): BucketAccess {
  return grant(bucketId, slug, 'admin', userId)
}

function grant(
  bucketId: string,
  slug: string,
  role: BucketRole,
  userId: string | null,
  isKey = false,
): BucketAccess {
  const permissions = permissionsOf[role]
  const access = {
    bucketId,
    slug,
    role,
    userId,
    isKey,
    can: (permission: Permission) => permissions.includes(permission),
  }
  // The brand exists only in the types; this is the one place that gives it.
  return access as BucketAccess
}

const raiseVersion = prepared((db, of: { bucketId: string }) =>
  db
    .updateTable('buckets')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', of.bucketId)
    .returning('version'),
)

const versionOf = prepared((db, of: { bucketId: string }) =>
  db.selectFrom('buckets').select('version').where('id', '=', of.bucketId),
)

/** Marks a bucket as changed within a write. @returns its new version, to be stored with the rows written */
export async function bumpVersion({ db }: Write, { bucketId }: BucketAccess): Promise<number> {
  sessionOf(db).onBucket?.(bucketId)
  const [row] = await raiseVersion(db, { bucketId })
  if (!row) throw notFound('Bucket')
  return row.version
}

/** The version of a bucket as last committed: it grows with every write to what the bucket holds. */
export async function readVersion(
  db: Database,
  { bucketId }: Pick<BucketAccess, 'bucketId'>,
): Promise<number> {
  const [row] = await versionOf(db.read, { bucketId })
  if (!row) throw notFound('Bucket')
  return row.version
}

/** Reads that are run again before an answer may be made of two states, where somebody writes all the time. */
const READS = 3

/** Runs reads that belong together again when the bucket was changed meanwhile: the number of objects of a type, and the type. */
export async function readTogether<T>(
  db: Database,
  access: BucketAccess,
  read: () => Promise<T>,
): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    const before = await readVersion(db, access)
    const found = await read()
    if (reads === READS || (await readVersion(db, access)) === before) return found
  }
}
