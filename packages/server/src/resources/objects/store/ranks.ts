import type { Reader } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import type { Write } from '../../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from '../../buckets/bucket-access.ts'
import { updateObject } from './object-rows.ts'
import type { StoredObject } from '../model/state.ts'

/** The gap between neighbours: about twenty objects fit between two before neighbours must be spread out. */
export const RANK_GAP = 2 ** 20

/**
 * Number of neighbours on each side to spread out when two have no gap between them; more if these are close together,
 * too.
 */
const SPREAD = 16
/** Minimum gap between neighbours after they are spread out. */
const LEAST_GAP = 2 ** 10

interface TypeOf {
  bucketId: string
  type: string
}

const ofType = (db: Reader, { bucketId, type }: TypeOf) =>
  db.selectFrom('objects').where('bucket_id', '=', bucketId).where('type', '=', type)

const highestRank = prepared((db, of: TypeOf) =>
  ofType(db, of).select('rank').orderBy('rank', 'desc').limit(1),
)

/** Returns the rank for a new object: on top of the others of its type. */
export async function nextRank(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
): Promise<number> {
  const [row] = await highestRank(db, { bucketId, type })
  return (row?.rank ?? 0) + RANK_GAP
}

/** The target of a move: directly below an object in the dashboard's order, or directly above one. */
export type Neighbour = { above: StoredObject } | { below: StoredObject }

/** Returns a rank that places an object next to a neighbour of its type, or its current rank if it is there already. */
export async function rankNextTo(
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

/** Returns a rank that an object had before, or the next free one above it. */
export async function rankAgain(
  write: Write,
  access: BucketAccess,
  moved: StoredObject,
  rank: number,
): Promise<number> {
  const { bucketId } = access
  const taken = await ofType(write.db, { bucketId, type: moved.type })
    .select('id')
    .where('rank', '=', rank)
    .where('id', '!=', moved.id)
    .executeTakeFirst()
  if (!taken) return rank
  const upper = await nextAbove(write.db, access, { ...moved, rank }, moved)
  return upper === undefined ? rank + RANK_GAP : between(write, access, moved.type, rank, upper)
}

/**
 * Replaces an object's rank in change sets with another one, because a different object has taken it. Otherwise, the
 * object would look as if it had been moved again.
 */
export async function rememberAt(
  db: Reader,
  { bucketId }: BucketAccess,
  { id, type }: StoredObject,
  taken: number,
  instead: number,
): Promise<void> {
  for (const column of ['rank_before', 'rank_after'] as const) {
    await db
      .updateTable('change_set_items')
      .set({ [column]: instead })
      .where('bucket_id', '=', bucketId)
      .where('type', '=', type)
      .where('rank_before', 'is not', null)
      .where('object_id', '=', id)
      .where(column, '=', taken)
      .execute()
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
  const row = await ofType(db, { bucketId, type })
    .select('rank')
    .where('rank', '<', rank)
    .where('rank', '!=', except.rank)
    .orderBy('rank', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.rank
}

async function nextAbove(
  db: Reader,
  { bucketId }: BucketAccess,
  { type, rank }: StoredObject,
  except: StoredObject,
): Promise<number | undefined> {
  const row = await ofType(db, { bucketId, type })
    .select('rank')
    .where('rank', '>', rank)
    .where('rank', '!=', except.rank)
    .orderBy('rank', 'asc')
    .limit(1)
    .executeTakeFirst()
  return row?.rank
}

/**
 * Spreads neighbours out evenly and leaves a free rank right above `lower`. The order does not change, so no `rev`
 * does. The ranks in change sets move along, so that they stay valid.
 * @returns the free rank
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
    const rows = await readRanksBetween(
      write.db,
      { bucketId: access.bucketId, type },
      floor,
      ceiling,
    )
    const ranks = [...new Set(rows.map(({ rank }) => rank))].toSorted((a, b) => a - b)
    const between = Map.groupBy(ranks, (rank) => below.concat(above).findLast((at) => at <= rank))
    const most = Math.max(0, ...[...between.values()].map(({ length }) => length))
    // Ranks in change sets must stay distinct, too.
    if (gap < Math.max(LEAST_GAP, most + 1)) continue
    const moves = new Map([[floor, floor]])
    for (const [index, rank] of below.entries()) moves.set(rank, floor + gap * (index + 1))
    const room = floor + gap * (below.length + 1)
    for (const [index, rank] of above.entries()) moves.set(rank, room + gap * (index + 1))
    moves.set(ceiling, ceiling)
    await moveRanks(write, access, type, moves)
    await moveRemembered(write.db, access, rows, movedPositions(ranks, moves))
    return room
  }
}

/** Returns the ranks around `lower` in ascending order, and the next ranks beyond them, which do not move. */
async function neighbours(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
  lower: number,
  count: number,
) {
  const ranks = async (is: '<=' | '>') => {
    const rows = await ofType(db, { bucketId, type })
      .select('rank')
      .where('rank', is, lower)
      .orderBy('rank', is === '>' ? 'asc' : 'desc')
      .limit(count + 1)
      .execute()
    return rows.map(({ rank }) => rank)
  }
  const below = await ranks('<=')
  const above = await ranks('>')
  // There is unlimited room at both ends of the order.
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

/**
 * Moves objects to other ranks. @param moves the new rank for each old one, both in ascending order; the first and the
 * last stay
 */
async function moveRanks(
  write: Write,
  access: BucketAccess,
  type: string,
  moves: ReadonlyMap<number, number>,
): Promise<void> {
  const { db } = write
  const { bucketId } = access
  const version = await bumpVersion(write, access)
  // Move in an order that keeps each target rank free: rising ranks from the top down, falling ones from the bottom up.
  const rising = [...moves].filter(([from, to]) => to > from).toReversed()
  const falling = [...moves].filter(([from, to]) => to < from)
  for (const [from, to] of [...rising, ...falling]) {
    const moved = await ofType(db, { bucketId, type })
      .select('id')
      .where('rank', '=', from)
      .executeTakeFirst()
    if (moved) await putAtRank(db, { bucketId, id: moved.id }, to, version)
  }
}

/** A rank in a change set. */
interface FormerRank {
  readonly column: 'rank_before' | 'rank_after'
  readonly change_set_id: string
  readonly place: number
  readonly rank: number
}

/** Reads the ranks in change sets that lie between two others. */
async function readRanksBetween(
  db: Reader,
  { bucketId, type }: TypeOf,
  from: number,
  to: number,
): Promise<FormerRank[]> {
  const all = (column: FormerRank['column']) =>
    db
      .selectFrom('change_set_items')
      .select(['change_set_id', 'place', `${column} as rank`])
      .where('bucket_id', '=', bucketId)
      .where('type', '=', type)
      .where('rank_before', 'is not', null)
      .where(column, '>', from)
      .where(column, '<', to)
      .execute()
  const rows = [
    ...(await all('rank_before')).map((row) => ({ ...row, column: 'rank_before' as const })),
    ...(await all('rank_after')).map((row) => ({ ...row, column: 'rank_after' as const })),
  ]
  return rows.map((row) => ({ ...row, rank: row.rank ?? 0 }))
}

/** Moves the ranks in change sets along with the ranks around them. */
async function moveRemembered(
  db: Reader,
  { bucketId }: BucketAccess,
  rows: readonly FormerRank[],
  moved: ReadonlyMap<number, number>,
): Promise<void> {
  for (const { column, change_set_id, place, rank } of rows) {
    await db
      .updateTable('change_set_items')
      .set({ [column]: moved.get(rank) })
      .where('bucket_id', '=', bucketId)
      .where('change_set_id', '=', change_set_id)
      .where('place', '=', place)
      .execute()
  }
}

/**
 * Returns the new positions of ranks in change sets when other ranks move: a position moves with its rank, or is spread
 * evenly between its neighbours. All stay distinct, because undo puts an object at such a position, and another one
 * right above it.
 * @param positions in ascending order
 */
function movedPositions(
  positions: readonly number[],
  moves: ReadonlyMap<number, number>,
): Map<number, number> {
  const moved = new Map<number, number>()
  let [from, to] = [-Infinity, -Infinity]
  for (const [nextFrom, nextTo] of moves) {
    const inside = positions.filter((rank) => rank > from && rank < nextFrom)
    const step = (nextTo - to) / (inside.length + 1)
    for (const [n, rank] of inside.entries()) moved.set(rank, to + Math.floor(step * (n + 1)))
    moved.set(nextFrom, nextTo)
    ;[from, to] = [nextFrom, nextTo]
  }
  return moved
}

/** Moves an object and its published version to a rank. The content does not change, so `rev` stays the same. */
export async function setRank(
  db: Reader,
  { bucketId }: BucketAccess,
  object: StoredObject,
  rank: number,
  version: number,
): Promise<StoredObject> {
  await putAtRank(db, { bucketId, id: object.id }, rank, version)
  return { ...object, rank, version }
}

async function putAtRank(
  db: Reader,
  key: { bucketId: string; id: string },
  rank: number,
  version: number,
): Promise<void> {
  await updateObject(db, 'objects', key, { rank, version })
  await updateObject(db, 'published_objects', key, { rank, version })
}
