import { fold } from '@typecase/content-query/fold'
import { joinSql, type Sql, sql } from '@typecase/content-query/sql-text'
import type { OutputOf } from '@typecase/contract/endpoint'
import type { searchObjects } from '@typecase/contract/objects'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { isIndexable, phrase } from './object-query.ts'

type FoundTitle = OutputOf<typeof searchObjects>['objects'][number]

/** Words that count; more would only make the search slower. */
const WORDS = 10
/** Titles that are put in order, the shortest of all that hold the words. */
const CANDIDATES = 1000

/** Objects whose title holds every word, best first: the very title, then those that begin so, then the shortest. */
export async function searchTitles(
  db: Reader,
  { bucketId }: BucketAccess,
  q: string,
  limit: number,
): Promise<FoundTitle[]> {
  const text = fold(q.trim())
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS)
  if (words.length === 0) return []
  const rows = await selectRows<FoundTitle>(
    db,
    sql`SELECT objects.id, objects.title, objects.type, objects.status, objects.locale
      FROM ${tables(words)} AND objects.bucket_id = ${bucketId} AND objects.deleted_at IS NULL
      ORDER BY length(objects.title), objects.rank DESC LIMIT ${CANDIDATES}`,
  )
  return best(rows, text).slice(0, limit)
}

/** What to search: the title index for words that are long enough, the titles themselves for the others. */
function tables(words: readonly string[]): Sql {
  const long = words.filter(isIndexable)
  const short = words.filter((word) => !isIndexable(word)).map(holdsShort)
  const rest = joinSql(short, 'AND')
  if (long.length === 0) return sql`objects WHERE ${rest}`
  const match = long.map(phrase).join(' AND ')
  return sql`object_titles CROSS JOIN objects ON objects.seq = object_titles.rowid WHERE object_titles MATCH ${match} AND ${rest}`
}

/** A short word in the cases that people write: folding every title would take ten times as long. */
function holdsShort(word: string): Sql {
  const upper = word.toUpperCase()
  const spellings = new Set([word, upper, upper.slice(0, 1) + word.slice(1)])
  return joinSql(
    [...spellings].map((spelling) => sql`instr(objects.title, ${spelling}) > 0`),
    'OR',
  )
}

/** Stable: among equals the shortest, then the topmost, stays first. */
function best(rows: readonly FoundTitle[], text: string): FoundTitle[] {
  const ranked = rows.map((row) => ({ row, place: placeOf(fold(row.title), text) }))
  return ranked.sort((a, b) => a.place - b.place).map(({ row }) => row)
}

const placeOf = (title: string, text: string) =>
  title === text ? 0 : title.startsWith(text) ? 1 : 2
