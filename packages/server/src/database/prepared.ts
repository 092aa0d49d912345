import type { Compilable, CompiledQuery, DeleteResult, InsertResult, UpdateResult } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { Reader } from './database.ts'
import { type Engine, sessionOf } from './session.ts'

/** Values that any engine can bind; a list holds the keys of an `in`. */
type Value = string | number | null | readonly string[] | readonly number[]

/** A parameter of a query: the value of that name. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/** Rows of a query; a statement that only writes has none. */
type RowsOf<Result> = Result extends InsertResult | UpdateResult | DeleteResult ? never : Result

/** A query of one engine, ready to be run. */
interface Built extends Pick<CompiledQuery, 'sql' | 'parameters'> {
  hasRows: boolean
}

function built({ sql, parameters, query }: CompiledQuery): Built {
  const isWrite = /^(Insert|Update|Delete)QueryNode$/.test(query.kind)
  return { sql, parameters, hasRows: !isWrite || ('returning' in query && !!query.returning) }
}

/**
 * A query that Kysely builds once for each engine, and that runs with its values bound: to build one takes ten times as
 * long as SQLite takes to answer it, and a dozen promises more.
 *
 *     const titleOf = prepared((db, of: { bucketId: string; id: string }) =>
 *       db.selectFrom('objects').select('title').where('bucket_id', '=', of.bucketId).where('id', '=', of.id))
 *     const [row] = await titleOf(db, { bucketId, id })
 *
 * One that only writes may end before PostgreSQL has run it (`Session.send`): many rows would take a round trip each.
 *
 * @param build gets the places of the values: they can be given to Kysely, and nothing else can be done with them, so
 *   that the query is the same for all of them
 */
export function prepared<Values extends { readonly [name in keyof Values]: Value }, Result>(
  build: (db: Reader, values: Values) => Compilable<Result>,
): (db: Reader, values: Values) => Promise<RowsOf<Result>[]> {
  const builds: Partial<Record<Engine, Built>> = {}
  return async (db, values) => {
    const session = sessionOf(db)
    const query = (builds[session.engine] ??= built(build(db, placeholders as Values).compile()))
    const { sql, hasRows } = query
    const bound = query.parameters.map((part) =>
      part instanceof Placeholder ? values[part.name as keyof Values] : part,
    )
    return hasRows ? session.rows<RowsOf<Result>>(sql, bound) : session.send(sql, bound)
  }
}

/** Texts of one form that stay prepared. */
const MAX_TEXTS = 100

/**
 * Prepared queries of one form whose texts differ: in a table, in the columns that change. The most recently used stay
 * prepared.
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
