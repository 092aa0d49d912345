import type { Compilable, CompiledQuery, DeleteResult, InsertResult, UpdateResult } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { Reader } from './database.ts'
import { type Engine, sessionOf } from './session.ts'

/** Values that every engine can bind; an array holds the keys of an `in`. */
type Value = string | number | null | readonly string[] | readonly number[]

/** A parameter of a query, with the name of its value. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/** Rows of a query; a statement that only writes has none. */
type RowsOf<Result> = Result extends InsertResult | UpdateResult | DeleteResult ? never : Result

/** A compiled query for one engine. */
interface Statement extends Pick<CompiledQuery, 'sql' | 'parameters'> {
  hasRows: boolean
}

function statementOf({ sql, parameters, query }: CompiledQuery): Statement {
  const isWrite = /^(Insert|Update|Delete)QueryNode$/.test(query.kind)
  return { sql, parameters, hasRows: !isWrite || ('returning' in query && !!query.returning) }
}

/**
 * Returns a query that Kysely compiles once per engine and that runs with different values. Compiling takes ten times as
 * long as SQLite needs to run the query, and a dozen promises.
 *
 *     const titleOf = prepared((db, of: { bucketId: string; id: string }) =>
 *       db.selectFrom('objects').select('title').where('bucket_id', '=', of.bucketId).where('id', '=', of.id))
 *     const [row] = await titleOf(db, { bucketId, id })
 *
 * A query that only writes may settle before PostgreSQL has run it (`Session.send`), which saves a round trip per row.
 *
 * @param build gets placeholders instead of values. It can only pass them to Kysely, so the query is the same for all
 *   values.
 */
export function prepared<Values extends { readonly [name in keyof Values]: Value }, Result>(
  build: (db: Reader, values: Values) => Compilable<Result>,
): (db: Reader, values: Values) => Promise<RowsOf<Result>[]> {
  const builds: Partial<Record<Engine, Statement>> = {}
  return async (db, values) => {
    const session = sessionOf(db)
    const query = (builds[session.engine] ??= statementOf(
      build(db, placeholders as Values).compile(),
    ))
    const { sql, hasRows } = query
    const bound = query.parameters.map((part) =>
      part instanceof Placeholder ? values[part.name as keyof Values] : part,
    )
    return hasRows ? session.rows<RowsOf<Result>>(sql, bound) : session.send(sql, bound)
  }
}

/** Number of queries of one form that stay prepared. */
const MAX_TEXTS = 100

/**
 * Caches prepared queries of one form whose SQL differs, for example in the table or in the columns that change. The
 * most recently used ones stay prepared.
 */
export function preparedFor<Key extends string, Query extends object>(
  prepare: (key: Key) => Query,
) {
  const cache = new LRUCache<string, Query>({ max: MAX_TEXTS })
  return (key: Key): Query => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const query = prepare(key)
    cache.set(key, query)
    return query
  }
}
