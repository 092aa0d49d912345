import type { Reader } from '../../database/database.ts'
import { updateRow } from '../../database/row-statements.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { Write } from '../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from '../buckets/bucket-access.ts'
import type { StoredObject } from './state.ts'

/** Room between neighbours: about twenty objects can be put into one place before their neighbours are spread out. */
export const RANK_GAP = 2 ** 20

/** Neighbours that are spread out when there is no room between two of them: more where these stand close, too. */
const SPREAD = 16
/** Room that they have to have then. */
const LEAST_GAP = 2 ** 10

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
  return spread(write, access, type, lower)
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
 * Spreads neighbours out evenly, with a place for one more right above a rank. Nobody's order changes, so no `rev` does;
 * the places that change sets remember move alike, which keeps them true.
 * @returns the rank of that place
 */
async function spread(
  write: Write,
  access: BucketAccess,
  type: string,
  lower: number,
): Promise<number> {
  for (let count = SPREAD; ; count *= 4) {
    const { below, above, floor, ceiling } = await neighbours(write.db, access, type, lower, count)
    const gap = Math.floor((ceiling - floor) / (below.length + above.length + 2))
    if (gap < LEAST_GAP) continue
    const moves = new Map([[floor, floor]])
    for (const [place, rank] of below.entries()) moves.set(rank, floor + gap * (place + 1))
    const room = floor + gap * (below.length + 1)
    for (const [place, rank] of above.entries()) moves.set(rank, room + gap * (place + 1))
    moves.set(ceiling, ceiling)
    await moveRanks(write, access, type, moves)
    return room
  }
}

/** The ranks around a place, in ascending order, and those of the next ones beyond, which stay. */
async function neighbours(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
  lower: number,
  count: number,
) {
  const ranks = async (condition: string) => {
    const rows = await selectRows<{ rank: number }>(db, {
      text: `SELECT rank FROM objects WHERE bucket_id = ? AND type = ? AND rank ${condition} LIMIT ?`,
      values: [bucketId, type, lower, count + 1],
    })
    return rows.map(({ rank }) => rank)
  }
  const below = await ranks('<= ? ORDER BY rank DESC')
  const above = await ranks('> ? ORDER BY rank')
  // At an end of the order there is as much room as one likes.
  const room = RANK_GAP * (count + 1)
  const floor = below[count] ?? (below.at(-1) ?? lower) - room
  const ceiling = above[count] ?? (above.at(-1) ?? lower) + room
  return {
    below: below.slice(0, count).toReversed(),
    above: above.slice(0, count),
    floor,
    ceiling,
  }
}

/** @param moves the new rank of each old one, both in ascending order; the first and the last stay */
async function moveRanks(
  write: Write,
  access: BucketAccess,
  type: string,
  moves: ReadonlyMap<number, number>,
): Promise<void> {
  const { db } = write
  const version = await bumpVersion(write, access)
  const scope = [access.bucketId, type]
  // In an order in which each comes to a rank that is free: those that rise from the top down, the others from below.
  const rising = [...moves].filter(([from, to]) => to > from).toReversed()
  const falling = [...moves].filter(([from, to]) => to < from)
  for (const [from, to] of [...rising, ...falling]) {
    await selectRows(db, {
      text: 'UPDATE objects SET rank = ?, version = ? WHERE bucket_id = ? AND type = ? AND rank = ?',
      values: [to, version, ...scope, from],
    })
    await selectRows(db, {
      text: 'UPDATE published_objects SET rank = ? WHERE seq = (SELECT seq FROM objects WHERE bucket_id = ? AND type = ? AND rank = ?)',
      values: [to, ...scope, to],
    })
  }
  await moveRemembered(db, access, type, moves)
}

/** Moves the places that change sets remember with the ranks around them. */
async function moveRemembered(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
  moves: ReadonlyMap<number, number>,
): Promise<void> {
  const ranks = [...moves.keys()]
  const [first = 0, last = 0] = [ranks[0], ranks.at(-1)]
  for (const column of ['rank_before', 'rank_after']) {
    const rows = await selectRows<{ seq: number; rank: number }>(db, {
      text: `SELECT seq, ${column} AS rank FROM change_set_items
        WHERE type = ? AND rank_before IS NOT NULL AND ${column} > ? AND ${column} < ?
          AND change_set_id IN (SELECT id FROM change_sets WHERE bucket_id = ?)`,
      values: [type, first, last, bucketId],
    })
    for (const { seq, rank } of rows) {
      await selectRows(db, {
        text: `UPDATE change_set_items SET ${column} = ? WHERE seq = ?`,
        values: [movedRank(rank, moves), seq],
      })
    }
  }
}

/** Where a rank among those that move comes to: between two of them, at the same part of the way. */
function movedRank(rank: number, moves: ReadonlyMap<number, number>): number {
  let [from, to] = [-Infinity, -Infinity]
  for (const [nextFrom, nextTo] of moves) {
    if (nextFrom === rank) return nextTo
    if (nextFrom > rank) return to + Math.floor(((rank - from) / (nextFrom - from)) * (nextTo - to))
    ;[from, to] = [nextFrom, nextTo]
  }
  return rank
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
