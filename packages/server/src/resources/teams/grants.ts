import type { ErrorDetail } from '@typecase/contract/errors'
import { type BucketGrant, type Grant, grantOptions } from '@typecase/contract/roles'

import type { Reader } from '../../database/database.ts'
import { invalid } from '../../http/failure.ts'
import '../buckets/tables.ts'
import '../object-types/tables.ts'

/** Reads the grants of a project's members in its buckets, by user. */
export async function readGrants(
  db: Reader,
  projectId: string,
): Promise<ReadonlyMap<string, BucketGrant[]>> {
  const rows = await db
    .selectFrom('bucket_members')
    .innerJoin('buckets', 'buckets.id', 'bucket_members.bucket_id')
    .select(['user_id', 'bucket_id', 'role', 'options'])
    .where('buckets.project_id', '=', projectId)
    .orderBy('bucket_id')
    .execute()
  const grants = new Map<string, BucketGrant[]>()
  for (const { user_id, bucket_id, role, options } of rows) {
    // Only `setGrants` and `followType` write this column, so the cast is safe.
    const grant = { bucket_id, role, ...(JSON.parse(options) as Omit<Grant, 'role'>) }
    grants.set(user_id, [...(grants.get(user_id) ?? []), grant as BucketGrant])
  }
  return grants
}

/** Replaces a user's grants in the buckets of a project. */
export async function setGrants(
  db: Reader,
  projectId: string,
  userId: string,
  grants: readonly BucketGrant[],
): Promise<void> {
  await db
    .deleteFrom('bucket_members')
    .where('user_id', '=', userId)
    .where('bucket_id', 'in', (eb) =>
      eb.selectFrom('buckets').select('id').where('project_id', '=', projectId),
    )
    .execute()
  for (const { bucket_id, role, ...options } of grants) {
    await db
      .insertInto('bucket_members')
      .values({ bucket_id, user_id: userId, role, options: JSON.stringify(set(options)) })
      .execute()
  }
}

/** Returns the options that have an effect on a role: those that are neither null nor an empty list. */
const set = (options: object) =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )

/**
 * Updates contributors' grants when the slug of an object type changes or the type is deleted, since they have no
 * access to a later type with that slug. A grant without any type left is removed, because an empty list means all
 * types.
 * @param to null for a deleted type
 */
export async function followType(
  db: Reader,
  bucketId: string,
  from: string,
  to: string | null,
): Promise<void> {
  const rows = await db
    .selectFrom('bucket_members')
    .select(['user_id', 'options'])
    .where('bucket_id', '=', bucketId)
    .where('options', '<>', '{}')
    .execute()
  for (const { user_id, options } of rows) {
    // Only `setGrants` and this function write this column, so the cast is safe.
    const storedOptions = JSON.parse(options) as Omit<Grant, 'role'>
    if (!storedOptions.object_types?.includes(from)) continue
    const object_types = storedOptions.object_types.flatMap((slug) =>
      slug === from ? (to ?? []) : slug,
    )
    const mine = { bucket_id: bucketId, user_id }
    if (object_types.length === 0) {
      await db
        .deleteFrom('bucket_members')
        .where((eb) => eb.and(mine))
        .execute()
    } else {
      const changed = { options: JSON.stringify({ ...storedOptions, object_types }) }
      await db
        .updateTable('bucket_members')
        .set(changed)
        .where((eb) => eb.and(mine))
        .execute()
    }
  }
}

/**
 * Checks that grants name buckets of a project, each once, with options that their role supports.
 * @throws Failure `invalid` with a detail for each that does not
 */
export async function assertGrants(
  db: Reader,
  projectId: string,
  grants: readonly BucketGrant[],
): Promise<void> {
  const types = await typesByBucket(db, projectId)
  const seen = new Set<string>()
  const details = grants.flatMap((grant, scope): ErrorDetail[] => {
    const path = `bucket_roles.${scope}`
    const slugs = types.get(grant.bucket_id)
    if (!slugs) return [broken(`${path}.bucket_id`, 'must be a bucket of this project')]
    if (seen.has(grant.bucket_id)) return [broken(`${path}.bucket_id`, 'must not come twice')]
    seen.add(grant.bucket_id)
    return [...brokenOptions(path, grant), ...brokenTypes(path, grant, slugs)]
  })
  if (details.length > 0) throw invalid(details)
}

function brokenOptions(path: string, { bucket_id: _, role, ...options }: BucketGrant) {
  const grants: readonly string[] = grantOptions[role]
  return Object.keys(set(options))
    .filter((name) => !grants.includes(name))
    .map((name) => broken(`${path}.${name}`, `must not be sent for the role ${role}`, 'role'))
}

function brokenTypes(path: string, { object_types }: BucketGrant, slugs: readonly string[]) {
  return (object_types ?? []).flatMap((slug, scope) =>
    slugs.includes(slug)
      ? []
      : [broken(`${path}.object_types.${scope}`, 'must be an object type of this bucket')],
  )
}

const broken = (path: string, words: string, rule = 'reference'): ErrorDetail => ({
  path,
  message: `${path} ${words}`,
  rule,
})

/** Returns the grants whose buckets and types still exist, as an invitation may be days old. */
export async function remainingGrants(
  db: Reader,
  projectId: string,
  grants: readonly BucketGrant[],
): Promise<BucketGrant[]> {
  const types = await typesByBucket(db, projectId)
  return grants.flatMap((grant) => {
    const slugs = types.get(grant.bucket_id)
    if (!slugs) return []
    if (!grant.object_types?.length) return [grant]
    // A grant whose types are all gone is dropped, because an empty list would mean all types.
    const object_types = grant.object_types.filter((one) => slugs.includes(one))
    return object_types.length > 0 ? [{ ...grant, object_types }] : []
  })
}

/** Reads the buckets of a project, each with the slugs of its object types. */
async function typesByBucket(
  db: Reader,
  projectId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('buckets')
    .leftJoin('object_types', (join) =>
      join
        .onRef('object_types.bucket_id', '=', 'buckets.id')
        .on('object_types.deleted_at', 'is', null),
    )
    .select(['buckets.id', 'object_types.slug'])
    .where('buckets.project_id', '=', projectId)
    .execute()
  const types = new Map<string, string[]>()
  for (const { id, slug } of rows) {
    types.set(id, [...(types.get(id) ?? []), ...(slug === null ? [] : [slug])])
  }
  return types
}
