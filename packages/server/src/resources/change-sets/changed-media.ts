import type { FieldChange } from '@typecase/contract/field-changes'
import type { MediaField } from '@typecase/contract/media'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import { excerpts } from '../objects/state-diff.ts'

type Texts = Partial<Readonly<Record<MediaField, string>>>

/** What a change set did to one media: the texts that it changed, before and after. */
export interface ChangedMedia {
  seq: number
  media_id: string
  title: string
  before: Texts
  after: Texts
}

export async function keepChangedMedia(
  db: Reader,
  changeSetId: string,
  { media_id, title, before, after }: Omit<ChangedMedia, 'seq'>,
): Promise<void> {
  await selectRows(db, {
    text: 'INSERT INTO change_set_media (change_set_id, media_id, title, before, after) VALUES (?, ?, ?, ?, ?)',
    values: [changeSetId, media_id, title, JSON.stringify(before), JSON.stringify(after)],
  })
}

type Row = Omit<ChangedMedia, 'before' | 'after'> & { before: string; after: string }

// Written by `keepChangedMedia` only.
const toItem = (row: Row): ChangedMedia => ({
  ...row,
  before: JSON.parse(row.before) as Texts,
  after: JSON.parse(row.after) as Texts,
})

const COLUMNS = 'seq, media_id, title, before, after'

/** Media of a change set, last one first; see `readItems`. */
export async function readChangedMedia(
  db: Reader,
  changeSetId: string,
  limit: number,
  below = Number.MAX_SAFE_INTEGER,
): Promise<ChangedMedia[]> {
  const rows = await selectRows<Row>(db, {
    text: `SELECT ${COLUMNS} FROM change_set_media WHERE change_set_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    values: [changeSetId, below, limit],
  })
  return rows.map(toItem)
}

/** What a change set did to media, field by field, a page of media at a time in the order in which it changed them. */
export async function readMediaChanges(
  db: Reader,
  changeSetId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ changes: FieldChange[]; total: number }> {
  const rows = await selectRows<Row>(db, {
    text: `SELECT ${COLUMNS} FROM change_set_media WHERE change_set_id = ? ORDER BY seq LIMIT ? OFFSET ?`,
    values: [changeSetId, limit, skip],
  })
  const [count] = await selectRows<{ total: number }>(db, {
    text: 'SELECT count(*) AS total FROM change_set_media WHERE change_set_id = ?',
    values: [changeSetId],
  })
  const changes = rows.map(toItem).flatMap(({ media_id: object_id, title, before, after }) =>
    (Object.keys(before) as MediaField[]).map((field) => ({
      object_id,
      title,
      field,
      ...excerpts(before[field], after[field]),
    })),
  )
  return { changes, total: count?.total ?? 0 }
}
