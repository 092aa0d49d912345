import { createHash } from 'node:crypto'

import { type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { scalarExpression, scopeLiteral } from './metafield-sql.ts'
import type { ListSource } from './tables.ts'
import { findTypeModel } from './type-model.ts'

/** Objects that a type needs to have before a scan of them takes noticeably long. */
const LARGE = 5000
/** Indexes of one bucket and table: each makes every write to its type a little dearer. */
const MOST = 16
/** How long an index stays that nobody uses, when another one is wanted in its place. */
const UNUSED_MS = 3600_000
/** How long a type that is not large stays so. */
const RECHECK_MS = 60_000
const REMEMBERED = 1000

/** One of them; `expression` is the SQL of the field, as queries spell it. */
export interface FieldIndex {
  name: string
  source: ListSource
  type: string
  key: string
  expression: string
}

/** Indexes on metafields, made on their own for what people and clients filter and sort by. */
export interface FieldIndexes {
  /** The indexes of a bucket. */
  of(access: BucketAccess): Promise<readonly FieldIndex[]>
  /**
   * Says that fields of a type are filtered or sorted by, or looked up. The indexes, if any, are made later.
   * @returns once they are; nobody has to wait
   */
  wish(
    access: BucketAccess,
    source: ListSource,
    type: string,
    keys: readonly string[],
  ): Promise<unknown>
  /** Drops indexes of buckets, types and fields that are gone. */
  clear(): Promise<void>
}

/**
 * Keeps the indexes of a server's database.
 * @param large objects that a type needs to have
 */
export function createFieldIndexes(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  large = LARGE,
): FieldIndexes {
  const known = new Map<string, readonly FieldIndex[]>()
  const pending = new Map<string, Promise<unknown>>()
  const small = new Map<string, number>()
  const startedAt = clock.now()
  /** When an index was last wished for, by bucket, table, type and key. */
  const wished = new Map<string, number>()

  async function of({ bucketId }: BucketAccess): Promise<readonly FieldIndex[]> {
    const cached = known.get(bucketId)
    if (cached) return cached
    const indexes = await readIndexes(db.read, bucketId)
    if (known.size >= REMEMBERED) known.clear()
    known.set(bucketId, indexes)
    return indexes
  }

  async function isLarge({ bucketId }: BucketAccess, { type }: Place): Promise<boolean> {
    const key = `${bucketId} ${type}`
    if ((small.get(key) ?? 0) > clock.now()) return false
    const rows = await selectRows(db.walk, {
      // However few of them are published: a bulk change may publish all the others.
      text: 'SELECT 1 FROM objects WHERE bucket_id = ? AND type = ? AND deleted_at IS NULL LIMIT 1 OFFSET ?',
      values: [bucketId, type, large],
    })
    if (small.size >= REMEMBERED) small.clear()
    if (rows.length === 0) small.set(key, clock.now() + RECHECK_MS)
    return rows.length > 0
  }

  function touch(wish: string): void {
    // Re-inserting keeps the map in order of use, so that the oldest is dropped.
    wished.delete(wish)
    wished.set(wish, clock.now())
    const [oldest] = wished.keys()
    if (wished.size > REMEMBERED && oldest !== undefined) wished.delete(oldest)
  }

  /** The one that gives way to another: nobody used it for long. */
  function unused({ bucketId }: BucketAccess, indexes: readonly FieldIndex[]) {
    const usedAt = (index: FieldIndex) => wished.get(wishOf(bucketId, index)) ?? startedAt
    const [oldest] = indexes.toSorted((a, b) => usedAt(a) - usedAt(b))
    return oldest && usedAt(oldest) <= clock.now() - UNUSED_MS ? oldest : undefined
  }

  /** Which statements lead to the index: none where it is there, or there is no room for it. */
  function planned(
    access: BucketAccess,
    wanted: FieldIndex,
    indexes: readonly FieldIndex[],
  ): readonly Sql[] {
    const others = indexes.filter(({ source }) => source === wanted.source)
    const former = others.find(({ type, key }) => type === wanted.type && key === wanted.key)
    if (former?.name === wanted.name) return []
    const room = former ?? (others.length < MOST ? undefined : unused(access, others))
    if (!room && others.length >= MOST) return []
    return [...(room ? drop(room.name) : []), ...create(access, wanted, clock.iso())]
  }

  async function make(access: BucketAccess, place: Place): Promise<void> {
    const model = await findTypeModel(db.read, access, place.type)
    const field = model?.fields.find((other) => other.key === place.key)
    const expression = field && scalarExpression(field)
    if (!expression) return
    const wanted = { ...place, name: nameOf(access, place, expression), expression }
    if (planned(access, wanted, await of(access)).length === 0) return
    if (!(await isLarge(access, place))) return
    await db.writeAside(async () => [
      ...(await leftOver(db.read)).flatMap(drop),
      ...planned(access, wanted, await readIndexes(db.read, access.bucketId)),
    ])
    known.delete(access.bucketId)
  }

  return {
    of,
    wish(access, source, type, keys) {
      const made = keys.map((key) => {
        const place = { source, type, key }
        const wish = wishOf(access.bucketId, place)
        touch(wish)
        const known = pending.get(wish)
        if (known) return known
        const making = make(access, place)
          .catch((reason: unknown) => log.error({ err: reason }, 'index not made'))
          .finally(() => pending.delete(wish))
        pending.set(wish, making)
        return making
      })
      return Promise.all(made)
    },
    async clear() {
      if ((await leftOver(db.read)).length === 0) return
      await db.writeAside(async () => (await leftOver(db.read)).flatMap(drop))
      known.clear()
    },
  }
}

type Place = Pick<FieldIndex, 'source' | 'type' | 'key'>

const wishOf = (bucketId: string, { source, type, key }: Place) =>
  `${bucketId} ${source} ${type} ${key}`

function readIndexes(db: Reader, bucketId: string): Promise<FieldIndex[]> {
  return selectRows<FieldIndex>(db, {
    text: 'SELECT name, source, type, key, expression FROM field_indexes WHERE bucket_id = ?',
    values: [bucketId],
  })
}

function nameOf({ bucketId }: BucketAccess, { source, type }: Place, expression: string): string {
  const parts = [bucketId, type, expression, ...(source === 'objects' ? [] : [source])]
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex')
  return `field_${hash.slice(0, 20)}`
}

function create(
  { bucketId }: BucketAccess,
  { name, source, type, key, expression }: FieldIndex,
  now: string,
): readonly Sql[] {
  // An index knows no table names.
  const bare = (text: string) => text.replaceAll('objects.', '')
  const where = `${scopeLiteral(bucketId, type)} AND deleted_at IS NULL`
  return [
    trusted(
      `CREATE INDEX IF NOT EXISTS ${name} ON ${source} (${bare(expression)}, id) WHERE ${bare(where)}`,
    ),
    // Tells the planner how many values there are; readers learn it together with the index.
    trusted(`ANALYZE ${name}`),
    sql`INSERT INTO field_indexes (name, bucket_id, source, type, key, expression, created_at)
      VALUES (${name}, ${bucketId}, ${source}, ${type}, ${key}, ${expression}, ${now})`,
  ]
}

const drop = (name: string): readonly Sql[] => [
  trusted(`DROP INDEX IF EXISTS ${name}`),
  sql`DELETE FROM field_indexes WHERE name = ${name}`,
]

/** Names of indexes whose bucket, type or field is gone. */
async function leftOver(db: Reader): Promise<string[]> {
  const rows = await selectRows<{ name: string }>(
    db,
    trusted(`SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'field_[0-9a-f]*'
      AND length(name) = 26 AND name NOT IN (
        SELECT i.name FROM field_indexes i JOIN object_types t
          ON t.bucket_id = i.bucket_id AND t.slug = i.type AND t.deleted_at IS NULL
        WHERE EXISTS (SELECT 1 FROM json_each(t.metafields) f WHERE f.value ->> 'key' = i.key))`),
  )
  return rows.map(({ name }) => name)
}
