import { createHash } from 'node:crypto'

import { type Sql, trusted } from '@typecase/content-query/sql-text'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { scalarExpression, scopeLiteral } from './metafield-sql.ts'
import { findTypeModel } from './type-model.ts'

/** Objects that a type needs to have before a scan of them takes noticeably long. */
const LARGE = 5000
/** Indexes of one bucket: each makes every write to its type a little dearer. */
const MOST = 16
/** How long a type that is not large stays so. */
const RECHECK_MS = 60_000
const REMEMBERED = 1000

/** One of them; `expression` is the SQL of the field, as queries spell it. */
export interface FieldIndex {
  name: string
  type: string
  key: string
  expression: string
}

/** Indexes on metafields, made on their own for what people filter and sort by. */
export interface FieldIndexes {
  /** The indexes of a bucket. */
  of(access: BucketAccess): Promise<readonly FieldIndex[]>
  /** Says that fields of a type are filtered or sorted by. Returns at once; the index, if any, is made later. */
  wish(access: BucketAccess, type: string, keys: readonly string[]): void
}

/**
 * Keeps the indexes of a server's database.
 * @param large objects that a type needs to have
 */
export function createFieldIndexes(
  app: Pick<App, 'db' | 'clock' | 'log'>,
  large = LARGE,
): FieldIndexes {
  const { db, clock } = app
  const known = new Map<string, readonly FieldIndex[]>()
  const pending = new Set<string>()
  const small = new Map<string, number>()

  async function of({ bucketId }: BucketAccess): Promise<readonly FieldIndex[]> {
    const cached = known.get(bucketId)
    if (cached) return cached
    const indexes = await readIndexes(db.read, bucketId)
    if (known.size >= REMEMBERED) known.clear()
    known.set(bucketId, indexes)
    return indexes
  }

  async function isLarge({ bucketId }: BucketAccess, type: string): Promise<boolean> {
    const key = `${bucketId} ${type}`
    if ((small.get(key) ?? 0) > clock.now()) return false
    const rows = await selectRows(db.read, {
      text: 'SELECT 1 FROM objects WHERE bucket_id = ? AND type = ? AND deleted_at IS NULL LIMIT 1 OFFSET ?',
      values: [bucketId, type, large],
    })
    if (small.size >= REMEMBERED) small.clear()
    if (rows.length === 0) small.set(key, clock.now() + RECHECK_MS)
    return rows.length > 0
  }

  async function make(access: BucketAccess, type: string, key: string): Promise<void> {
    const model = await findTypeModel(db.read, access, type)
    const field = model?.fields.find((other) => other.key === key)
    const expression = field && scalarExpression(field)
    if (!expression) return
    const indexes = await of(access)
    const former = indexes.find((index) => index.type === type && index.key === key)
    if (former ? former.expression === expression : indexes.length >= MOST) return
    if (!(await isLarge(access, type))) return
    await db.write(async (write) => {
      await dropLeftOver(write.db)
      const wanted = { name: nameOf(access, type, expression), type, key, expression }
      await createIndex(write.db, access, wanted, clock.iso())
      write.afterCommit(() => known.delete(access.bucketId))
    })
  }

  return {
    of,
    wish(access, type, keys) {
      for (const key of keys) {
        const wish = `${access.bucketId} ${type} ${key}`
        if (pending.has(wish)) continue
        pending.add(wish)
        // After the answer: making one takes as long as a scan.
        setImmediate(() => {
          make(access, type, key)
            .catch((reason: unknown) => app.log.error({ err: reason }, 'index not made'))
            .finally(() => pending.delete(wish))
        })
      }
    },
  }
}

function readIndexes(db: Reader, bucketId: string): Promise<FieldIndex[]> {
  return selectRows<FieldIndex>(db, {
    text: 'SELECT name, type, key, expression FROM field_indexes WHERE bucket_id = ?',
    values: [bucketId],
  })
}

function nameOf({ bucketId }: BucketAccess, type: string, expression: string): string {
  const hash = createHash('sha256').update(`${bucketId}\n${type}\n${expression}`).digest('hex')
  return `field_${hash.slice(0, 20)}`
}

async function createIndex(
  db: Reader,
  access: BucketAccess,
  { name, type, key, expression }: FieldIndex,
  now: string,
): Promise<void> {
  const others = await readIndexes(db, access.bucketId)
  const former = others.find((index) => index.type === type && index.key === key)
  if (former?.name === name) return
  if (former) await dropIndex(db, former.name)
  else if (others.length >= MOST) return
  const run = (sql: Sql) => selectRows(db, sql)
  const where = `${scopeLiteral(access.bucketId, type)} AND deleted_at IS NULL`
  // An index knows no table names.
  const columns = `${expression}, id`.replaceAll('objects.', '')
  await run(
    trusted(
      `CREATE INDEX ${name} ON objects (${columns}) WHERE ${where.replaceAll('objects.', '')}`,
    ),
  )
  // Tells the planner how many values there are; readers learn it together with the index.
  await run(trusted(`ANALYZE ${name}`))
  await run({
    text: 'INSERT INTO field_indexes (name, bucket_id, type, key, expression, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    values: [name, access.bucketId, type, key, expression, now],
  })
}

async function dropIndex(db: Reader, name: string): Promise<void> {
  await selectRows(db, trusted(`DROP INDEX IF EXISTS ${name}`))
  await selectRows(db, { text: 'DELETE FROM field_indexes WHERE name = ?', values: [name] })
}

/** Drops indexes of buckets and types that are gone. */
async function dropLeftOver(db: Reader): Promise<void> {
  const rows = await selectRows<{ name: string }>(
    db,
    trusted(`SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'field_[0-9a-f]*'
      AND length(name) = 26 AND name NOT IN (
        SELECT i.name FROM field_indexes i JOIN object_types t
          ON t.bucket_id = i.bucket_id AND t.slug = i.type AND t.deleted_at IS NULL)`),
  )
  for (const { name } of rows) await dropIndex(db, name)
}
