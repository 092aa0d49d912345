import { Failure } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { refusalOfState } from '../contributor-rules.ts'
import type { ObjectState, Stamp, StoredObject } from '../state.ts'
import { versionsWithSlug } from '../versions-with-slug.ts'
import type { ChangedObject } from '../write-objects.ts'
import type { Reader } from '../../../database/database.ts'
import type { BulkKind } from './change.ts'

/**
 * What follows in the other locales of an object from its next state: they take its new slug. An object that moves to
 * another locale leaves its versions.
 * @returns why one of them cannot, where that is so
 */
export async function followingVersions(
  db: Reader,
  access: BucketAccess,
  before: StoredObject,
  after: ObjectState,
  stamp: Stamp,
): Promise<ChangedObject[] | { reason: string }> {
  const { state } = before
  if (after.slug === state.slug || after.locale !== state.locale) return []
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

/** The same kind of change, which leaves an object alone whose other locales cannot take its new slug. */
export const keepingVersions = <Params>(kind: BulkKind<Params>): BulkKind<Params> => ({
  ...kind,
  step(params) {
    const step = kind.step(params)
    return async (object, model, stamp, place) => {
      const made = await step(object, model, stamp, place)
      if (!made || 'reason' in made || 'copy' in made) return made
      const others = await followingVersions(place.db, place.access, object, made, stamp)
      return 'reason' in others ? others : made
    }
  },
})
