import type { ChangeSet } from '@typecase/contract/change-sets'
import type { FieldChange } from '@typecase/contract/field-changes'

import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { importKinds } from './retention.ts'
import './tables.ts'
import type { MediaColumns, MediaFields, MediaFile } from '../media/media-fields.ts'
import { excerpts } from '../objects/model/state-diff.ts'

/** A change set's changes to one media: the changed fields before and after. */
export interface ChangedMedia {
  place: number
  media_id: string
  title: string
  before: MediaFields
  after: MediaFields
}

export async function keepChangedMedia(
  db: Reader,
  { bucketId }: BucketAccess,
  changeSetId: string,
  { place, media_id, title, before, after }: ChangedMedia,
): Promise<void> {
  const fields = { before: JSON.stringify(before), after: JSON.stringify(after) }
  await db
    .insertInto('change_set_media')
    .values({
      bucket_id: bucketId,
      change_set_id: changeSetId,
      place,
      media_id,
      title,
      ...fields,
      file_id: (before['file'] as MediaFile | undefined)?.file_id ?? null,
    })
    .execute()
}

type Row = Omit<ChangedMedia, 'before' | 'after'> & { before: string; after: string }

// Only `keepChangedMedia` writes these rows, so the casts are safe.
const toItem = (row: Row): ChangedMedia => ({
  ...row,
  before: JSON.parse(row.before) as MediaFields,
  after: JSON.parse(row.after) as MediaFields,
})

const ofChangeSet = (db: Reader, { bucketId }: BucketAccess, changeSetId: string) =>
  db
    .selectFrom('change_set_media')
    .select(['place', 'media_id', 'title', 'before', 'after'])
    .where('bucket_id', '=', bucketId)
    .where('change_set_id', '=', changeSetId)

/** Reads the media of a change set, last change first; see `readItems`. */
export async function readChangedMedia(
  db: Reader,
  access: BucketAccess,
  changeSetId: string,
  limit: number,
  below = Number.MAX_SAFE_INTEGER,
): Promise<ChangedMedia[]> {
  const rows = await ofChangeSet(db, access, changeSetId)
    .where('place', '<', below)
    .orderBy('place', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toItem)
}

/**
 * Reads a change set's changes to media field by field, with a page of media at a time, in the order of the changes.
 */
export async function readMediaChanges(
  db: Reader,
  access: BucketAccess,
  { id, kind }: Pick<ChangeSet, 'id' | 'kind'>,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ changes: FieldChange[]; total: number }> {
  const all = ofChangeSet(db, access, id)
  const isImport = importKinds.includes(kind)
  const rows = await all.orderBy('place').limit(limit).offset(skip).execute()
  const total = await countOf(all)
  const changes = rows.map(toItem).flatMap(({ media_id: object_id, title, before, after }) =>
    Object.keys(before).map((field) =>
      // An import records its new media as deleted before, because its undo moves them to the trash.
      isImport && field === 'deleted' && before[field] === true
        ? { object_id, title, field: 'object', before: null, after: title }
        : {
            object_id,
            title,
            field,
            ...excerpts(displayValue(field, before), displayValue(field, after)),
          },
    ),
  )
  return { changes, total }
}

/** Formats a file as its name, and media on another server as its URL there. */
function displayValue(field: string, of: MediaFields): unknown {
  if (field === 'file') return (of[field] as MediaFile).original_name
  if (field !== 'address') return of[field]
  const { name, location } = of[field] as Pick<MediaColumns, 'name' | 'location'>
  return location === null ? name : `${location}/${name}`
}
