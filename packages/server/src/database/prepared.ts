import type { Compilable, DeleteResult, InsertResult, UpdateResult } from 'kysely'

import type { Reader } from './database.ts'
import { type Engine, sessionOf } from './session.ts'

/** Values that any engine can bind; lists stand for the keys of an `in`. */
type Value = string | number | null | readonly string[] | readonly number[]

/** Stands in a query for the value of that name. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/** Rows of a query; a statement that only writes has none. */
type RowsOf<Result> = Result extends InsertResult | UpdateResult | DeleteResult ? never : Result

/**
 * A query that Kysely builds once for each engine, and that runs with its values bound: to build one takes ten times as
 * long as SQLite takes to answer it, and a dozen promises more.
 *
 *     const titleOf = prepared((db, of: { bucketId: string; id: string }) =>
 *       db.selectFrom('objects').select('title').where('bucket_id', '=', of.bucketId).where('id', '=', of.id))
 *     const [row] = await titleOf(db, { bucketId, id })
 *
 * @param build gets the places of the values: they can be given to Kysely, and nothing else can be done with them, so
 *   that the query is the same whatever they are
 */
export function prepared<Values extends { readonly [name in keyof Values]: Value }, Result>(
  build: (db: Reader, values: Values) => Compilable<Result>,
): (db: Reader, values: Values) => Promise<RowsOf<Result>[]> {
  const compiled: Partial<Record<Engine, { sql: string; parameters: readonly unknown[] }>> = {}
  return async (db, values) => {
    const session = sessionOf(db)
    const { sql, parameters } = (compiled[session.engine] ??= build(db, places as Values).compile())
    const bound = parameters.map((part) =>
      part instanceof Place ? values[part.name as keyof Values] : part,
    )
    return session.rows<RowsOf<Result>>(sql, bound)
  }
}

/** Prepared queries of one form whose texts differ: in a table, in the columns that change. There must be few. */
export function preparedFor<Key extends string, Query>(prepare: (key: Key) => Query) {
  const known = new Map<Key, Query>()
  return (key: Key): Query => {
    const query = known.get(key) ?? prepare(key)
    known.set(key, query)
    return query
  }
}
