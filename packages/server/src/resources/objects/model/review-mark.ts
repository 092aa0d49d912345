import type { ReviewMark } from '@typecase/contract/objects'

import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { ObjectState, StoredObject } from './state.ts'

/**
 * Returns the review mark of an object's next state: an assistant's edit sets it, a person's edit clears it. Access
 * keys, schedules, and writes that keep the author of the last edit, such as a move to the trash, do not change it.
 * @param isFormer whether the state is one that the object had before
 */
export function markAfter(
  { client, userId }: Pick<BucketAccess, 'client' | 'userId'>,
  before: StoredObject | null,
  after: ObjectState,
  isFormer: boolean,
): ReviewMark | null {
  const mark = after.unreviewed ?? null
  if (before && isByAuthorOf(before.state, after)) return mark
  const earlier = before?.state.unreviewed
  if (client === null) return isFormer || userId === null ? mark : null
  // An assistant that undoes its own edit restores a state that a person has seen.
  if (isFormer && earlier) return mark
  const rev = earlier?.rev ?? before?.rev ?? 0
  return { client, user_id: userId, at: after.modified_at, rev }
}

const isByAuthorOf = (before: ObjectState, after: ObjectState): boolean =>
  before.modified_at === after.modified_at && before.modified_by === after.modified_by

export const isSameMark = (a: ObjectState, b: ObjectState): boolean =>
  a.unreviewed?.at === b.unreviewed?.at && a.unreviewed?.rev === b.unreviewed?.rev
