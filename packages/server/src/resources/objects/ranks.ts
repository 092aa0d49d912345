import type { Reader } from '../../database/database.ts'
import { updateRow } from '../../database/row-statements.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { Write } from '../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from '../buckets/bucket-access.ts'
import type { StoredObject } from './state.ts'

/** Room between neighbours: about twenty objects can be put into one place before ranks are moved apart. */
export const RANK_GAP = 2 ** 20

/** Beyond every rank: where ranks wait while a whole range moves, since each row is checked for uniqueness alone. */
const ASIDE = 2 ** 52

/** The rank of a new object: on top of the others of its type. */
export async function nextRank(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
): Promise<number> {
  const [row] = await selectRows<{ rank: number | null }>(db, {
    // The casts say that these are no numbers: where they might be, SQLite plans anew at each run.
    text: 'SELECT max(rank) AS rank FROM objects WHERE bucket_id = CAST(? AS TEXT) AND type = CAST(? AS TEXT)',
    values: [bucketId, type],
  })
  return (row?.rank ?? 0) + RANK_GAP
}

/** Where to put an object: right below one that stands above it in the dashboard's order, or right above one. */
export type Neighbour = { above: StoredObject } | { below: StoredObject }

/** The rank that puts an object beside a neighbour of its type; its own when it stands there already. */
export async function rankBeside(
  write: Write,
  access: BucketAccess,
  moved: StoredObject,
  neighbour: Neighbour,
): Promise<number> {
  const [lower, upper] =
    'above' in neighbour
      ? [await nextBelow(write.db, access, neighbour.above, moved), neighbour.above.rank]
      : [neighbour.below.rank, await nextAbove(write.db, access, neighbour.below, moved)]
  const isThere = (lower ?? -Infinity) < moved.rank && moved.rank < (upper ?? Infinity)
  if (isThere) return moved.rank
  if (upper === undefined) return (lower ?? 0) + RANK_GAP
  if (lower === undefined) return upper - RANK_GAP
  return between(write, access, moved.type, lower, upper)
}

/** A rank that an object had before, or the next free one above it. */
export async function rankAgain(
  write: Write,
  access: BucketAccess,
  moved: StoredObject,
  rank: number,
): Promise<number> {
  const [taken] = await selectRows<{ seq: number }>(write.db, {
    text: 'SELECT seq FROM objects WHERE bucket_id = ? AND type = ? AND rank = ? AND seq != ?',
    values: [access.bucketId, moved.type, rank, moved.seq],
  })
  if (!taken) return rank
  const upper = await nextAbove(write.db, access, { ...moved, rank }, moved)
  return upper === undefined ? rank + RANK_GAP : between(write, access, moved.type, rank, upper)
}

/**
 * What change sets remember of an object's place at one rank holds for another from now on: somebody else took the
 * one, so that it went to the other instead. Otherwise it would look as if it had been moved again.
 */
export async function rememberAt(
  db: Reader,
  { id, type }: StoredObject,
  taken: number,
  instead: number,
): Promise<void> {
  for (const column of ['rank_before', 'rank_after']) {
    await selectRows(db, {
      text: `UPDATE change_set_items SET ${column} = ?
        WHERE type = ? AND rank_before IS NOT NULL AND object_id = ? AND ${column} = ?`,
      values: [instead, type, id, taken],
    })
  }
}

async function between(
  write: Write,
  access: BucketAccess,
  type: string,
  lower: number,
  upper: number,
): Promise<number> {
  if (upper - lower > 1) return lower + Math.floor((upper - lower) / 2)
  await liftFrom(write, access, type, upper)
  return lower + RANK_GAP / 2
}

async function nextBelow(
  db: Reader,
  { bucketId }: BucketAccess,
  { type, rank }: StoredObject,
  except: StoredObject,
): Promise<number | undefined> {
  const [row] = await selectRows<{ rank: number }>(db, {
    text: 'SELECT rank FROM objects WHERE bucket_id = ? AND type = ? AND rank < ? AND rank != ? ORDER BY rank DESC LIMIT 1',
    values: [bucketId, type, rank, except.rank],
  })
  return row?.rank
}

async function nextAbove(
  db: Reader,
  { bucketId }: BucketAccess,
  { type, rank }: StoredObject,
  except: StoredObject,
): Promise<number | undefined> {
  const [row] = await selectRows<{ rank: number }>(db, {
    text: 'SELECT rank FROM objects WHERE bucket_id = ? AND type = ? AND rank > ? AND rank != ? ORDER BY rank LIMIT 1',
    values: [bucketId, type, rank, except.rank],
  })
  return row?.rank
}

/**
 * Makes room below a rank: lifts it and all above it by one gap. Nobody's order changes, so no `rev` does; the places
 * that change sets remember are lifted alike, which keeps them true. A failure takes the whole write back (OR FAIL).
 */
async function liftFrom(
  write: Write,
  access: BucketAccess,
  type: string,
  rank: number,
): Promise<void> {
  const { db } = write
  const { bucketId } = access
  const scope = [bucketId, type, rank]
  const version = await bumpVersion(write, access)
  const where = 'WHERE bucket_id = ? AND type = ? AND rank >= ?'
  await selectRows(db, {
    text: `UPDATE OR FAIL objects SET rank = rank + ${RANK_GAP + ASIDE}, version = ? ${where}`,
    values: [version, ...scope],
  })
  await selectRows(db, {
    text: `UPDATE OR FAIL objects SET rank = rank - ${ASIDE} ${where}`,
    values: [bucketId, type, ASIDE / 2],
  })
  await selectRows(db, {
    text: `UPDATE OR FAIL published_objects SET rank = rank + ${RANK_GAP} ${where}`,
    values: scope,
  })
  for (const column of ['rank_before', 'rank_after']) {
    await selectRows(db, {
      text: `UPDATE change_set_items SET ${column} = ${column} + ${RANK_GAP}
        WHERE type = ? AND rank_before IS NOT NULL AND ${column} >= ?
          AND change_set_id IN (SELECT id FROM change_sets WHERE bucket_id = ?)`,
      values: [type, rank, bucketId],
    })
  }
}

/** Puts an object at a rank, its published version with it. Not a change of content: `rev` stays. */
export async function setRank(
  db: Reader,
  object: StoredObject,
  rank: number,
  version: number,
): Promise<StoredObject> {
  await updateRow(db, 'objects', object.seq, { rank, version })
  await updateRow(db, 'published_objects', object.seq, { rank })
  return { ...object, rank, version }
}
