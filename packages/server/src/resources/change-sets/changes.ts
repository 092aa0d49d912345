import type { FieldChange } from '@typecase/contract/field-changes'

import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { labelRelations } from '../objects/queries/references/relation-labels.ts'
import { parseState } from '../objects/model/state.ts'
import { changedFields } from '../objects/model/state-diff.ts'
import { readObjects } from '../objects/store/store.ts'

interface Row {
  object_id: string
  title: string
  rank_before: number | null
  rank_after: number | null
  /** The state before that a revision holds. */
  kept: string | null
  /** The state before of a move to the trash or back, which leaves no revision. */
  moved: string | null
  /** The state that the next change of the object replaced: the one that this change led to. */
  next: string | null
}

/** What a change set did, field by field, a page of objects at a time in the order in which it changed them. */
export async function readChanges(
  db: Reader,
  access: BucketAccess,
  changeSetId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ changes: FieldChange[]; total: number }> {
  const items = db
    .selectFrom('change_set_items as i')
    .where('i.bucket_id', '=', access.bucketId)
    .where('i.change_set_id', '=', changeSetId)
  const rows: Row[] = await items
    .leftJoin('revisions as r', (join) =>
      join
        .onRef('r.bucket_id', '=', 'i.bucket_id')
        .onRef('r.object_id', '=', 'i.object_id')
        .onRef('r.rev', '=', 'i.revision_rev'),
    )
    .select(['i.object_id', 'i.title', 'i.rank_before', 'i.rank_after'])
    .select(['r.state as kept', 'i.before as moved'])
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
  const newest = rows.filter(({ kept, next }) => kept !== null && next === null)
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

type Change = Omit<FieldChange, 'object_id' | 'title'>

function changesOf(row: Row, after: ReturnType<typeof parseState> | undefined): Change[] {
  if (row.rank_before !== null) {
    return [{ field: 'order', before: row.rank_before, after: row.rank_after }]
  }
  if (row.moved !== null) {
    const wasDeleted = parseState(row.moved).deleted_at !== null
    return [{ field: 'deleted', before: wasDeleted, after: !wasDeleted }]
  }
  if (row.kept === null) return [{ field: 'object', before: null, after: row.title }]
  // An object that was deleted for good left nothing to compare with.
  if (!after) return []
  // Moves to the trash leave no revision: what was deleted since does not count, nor does when.
  const before = parseState(row.kept)
  return changedFields(before, { ...after, deleted_at: before.deleted_at })
}
