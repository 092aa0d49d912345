import { Failure } from '../../../../http/failure.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { refusalOfState } from '../../model/contributor-rules.ts'
import type { ObjectState, Stamp, StoredObject } from '../../model/state.ts'
import { versionsWithSlug } from '../../store/versions-with-slug.ts'
import type { ChangedObject } from '../../store/write-objects.ts'
import type { Reader } from '../../../../database/database.ts'
import type { Reason } from '../../../change-sets/store.ts'
import { revisionsOfSet } from '../../../revisions/store.ts'
import type { BulkKind, StepResult } from './change.ts'

/**
 * Returns the changes of an object's other locales that follow from its next state: they take its new slug.
 * @returns the reason if one of them cannot be changed
 */
export async function followingVersions(
  db: Reader,
  access: BucketAccess,
  before: StoredObject,
  after: ObjectState,
  stamp: Stamp,
): Promise<ChangedObject[] | { reason: string }> {
  try {
    const changes = await versionsWithSlug(db, access, before, after.slug, stamp)
    for (const change of changes) {
      const reason = refusalOfState(access, change.before, change.before.state, change.after)
      if (reason !== undefined) return { reason }
    }
    return changes
  } catch (error) {
    if (error instanceof Failure) return { reason: error.message }
    throw error
  }
}

/** Wraps a kind of change so that it skips an object whose other locales cannot take its new slug. */
export const withSharedSlugGuard = <Params>(kind: BulkKind<Params>): BulkKind<Params> => ({
  ...kind,
  step(params) {
    const step = kind.step(params)
    return async (object, model, stamp, context) => {
      const result = await step(object, model, stamp, context)
      if (!result || 'reason' in result || 'copy' in result) return result
      const others = await followingVersions(context.db, context.access, object, result, stamp)
      return 'reason' in others ? others : result
    }
  },
})

/** The rev and slug of an object before another object of the same call changed its slug. */
interface SlugOrigin {
  rev: number
  slug: string
}

/** Returns the objects whose slugs earlier chunks of a job changed along with another locale, by id. */
export async function followedBefore(
  db: Reader,
  access: BucketAccess,
  ids: readonly string[],
  { changeSetId }: Pick<Reason, 'changeSetId'>,
): Promise<Map<string, SlugOrigin>> {
  const rows = changeSetId ? await revisionsOfSet(db, access, ids, changeSetId) : []
  const followed = new Map<string, SlugOrigin>()
  // The call started from the first revision.
  for (const { object_id: id, rev, state } of rows) {
    if (!followed.has(id)) followed.set(id, { rev, slug: state.slug })
  }
  return followed
}

/** Returns an object as the call knows it, with its original slug, so that a change of the slug applies only once. */
export function withRequestedSlug(
  object: StoredObject,
  followed: ReadonlyMap<string, SlugOrigin>,
): StoredObject {
  const before = followed.get(object.id)
  if (!before) return object
  return { ...object, rev: before.rev, state: { ...object.state, slug: before.slug } }
}

/** Returns the result of a step for the original state, but with the slug that the object took from another locale. */
export function withFollowedSlug(
  { state }: StoredObject,
  followed: SlugOrigin | undefined,
  result: NonNullable<StepResult>,
): NonNullable<StepResult> {
  if (!followed || 'reason' in result || 'copy' in result || result.slug !== followed.slug)
    return result
  return { ...result, slug: state.slug }
}
