import type { FieldChange } from '@typecase/contract/field-changes'

import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { labelRelations } from '../objects/queries/references/relation-labels.ts'
import { type ObjectState, parseState } from '../objects/model/state.ts'
import { changedFields } from '../objects/model/state-diff.ts'
import { readObjects } from '../objects/store/store.ts'
import { type ItemRow, itemsWithStates } from './store.ts'

/**
 * Reads a change set's changes to objects field by field, with a page of objects at a time, in the order of the
 * changes.
 */
export async function readChanges(
  db: Reader,
  access: BucketAccess,
  changeSetId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ changes: FieldChange[]; total: number }> {
  const items = itemsWithStates(db, access, changeSetId)
  const rows = await items
    // The state that the object's next change replaced is the state that this change produced.
    .select((eb) =>
      eb
        .selectFrom('revisions as later')
        .select('later.state')
        .whereRef('later.bucket_id', '=', 'i.bucket_id')
        .whereRef('later.object_id', '=', 'i.object_id')
        .whereRef('later.rev', '>', 'i.revision_rev')
        .orderBy('later.rev')
        .limit(1)
        .as('next'),
    )
    .orderBy('i.place')
    .limit(limit)
    .offset(skip)
    .execute()
  const total = await countOf(items)
  const newest = rows.filter(({ revision_rev, next }) => revision_rev !== null && next === null)
  const ids = newest.map(({ object_id }) => object_id)
  const objects = await readObjects(db, access, ids, 'any')
  const changes = rows.flatMap((row): FieldChange[] => {
    const { object_id, title } = row
    const after = row.next === null ? objects.get(object_id)?.state : parseState(row.next)
    return changesOf(row, after).map((change) => ({ object_id, title, ...change }))
  })
  await labelRelations(db, access, changes)
  return { changes, total }
}

function changesOf(
  { rank_before, rank_after, rev_before, revision_rev, title, ...item }: ItemRow,
  after: ObjectState | undefined,
): Omit<FieldChange, 'object_id' | 'title'>[] {
  if (rank_before !== null) return [{ field: 'order', before: rank_before, after: rank_after }]
  if (rev_before === null) return [{ field: 'object', before: null, after: title }]
  const before = item.before === null ? undefined : parseState(item.before)
  // If the object was permanently deleted, there is no state to compare with.
  if (!before) return []
  if (revision_rev === null) {
    const wasDeleted = before.deleted_at !== null
    return [{ field: 'deleted', before: wasDeleted, after: !wasDeleted }]
  }
  // Moves to the trash leave no revision, so a later deletion and its time are ignored.
  return after ? changedFields(before, { ...after, deleted_at: before.deleted_at }) : []
}
