import pg from 'pg'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

import { postgresDialect, postgresTime } from './postgres-dialect.ts'
import { translatingErrors } from './postgres-problems.ts'
import { kyselyWith, type ManyRows, type Row, type Session } from './session.ts'
import type { Tables } from './tables.ts'

/** Integers and sums become numbers (none of ours exceeds 2^53), booleans become 0 or 1, and JSON stays text. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.BOOL]: (text) => Number(text === 't'),
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.INT4]: Number,
  [pg.types.builtins.INT2]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.FLOAT4]: Number,
  [pg.types.builtins.FLOAT8]: Number,
}
const asText = (text: string): unknown => text
/** The type parsers in the form that pg expects. */
export const types = { getTypeParser: (oid: number) => parsers[oid] ?? asText }

/** Number of statements that connections keep prepared; the product has a few hundred. */
const MAX_PREPARED_STATEMENTS = 500

/** Number of retired names to remember. A busy connection is acquired again before as many more names are retired. */
const MAX_RETIRED = 1000

/** The names of prepared statements, by text. Least recently used ones are evicted. */
const names = new LRUCache<string, string>({
  max: MAX_PREPARED_STATEMENTS,
  dispose(name) {
    retired.push(name)
    if (retired.length > MAX_RETIRED) retired.shift()
  },
})
const retired: string[] = []
let nameCount = 0

function nameOf(text: string): string {
  const existing = names.get(text)
  if (existing !== undefined) return existing
  const name = `t${nameCount++}`
  names.set(text, name)
  return name
}

/** A field of pg's client that its types omit: its prepared statements by name. */
interface PreparedStatement {
  connection?: { parsedStatements?: Record<string, unknown> }
}

/** For each connection, the newest retired name that it has deallocated. */
const deallocatedUpTo = new WeakMap<object, string>()

/** Deallocates the statements whose names were retired since the connection was acquired last. */
export function deallocate(client: pg.PoolClient): void {
  const last = deallocatedUpTo.get(client)
  const newest = retired.at(-1)
  if (newest === undefined || newest === last) return
  deallocatedUpTo.set(client, newest)
  const prepared = (client as PreparedStatement).connection?.parsedStatements ?? {}
  for (const name of retired.slice(last === undefined ? 0 : retired.indexOf(last) + 1)) {
    if (!(name in prepared)) continue
    delete prepared[name]
    client.query(`DEALLOCATE ${name}`).catch(() => {})
  }
}

/** Returns a Kysely instance on a pool or one of its connections. */
export const kyselyOnPostgres = (connection: Connection): Kysely<Tables> =>
  kyselyWith(new PostgresSession(connection), postgresDialect)

export interface Connection {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
  /** Runs the statements of one write in order; see `Session.send`. */
  send?(config: pg.QueryConfig): Promise<unknown>
  /** See `Session.merge`. */
  merge?(many: ManyRows, row: Row, one: () => Promise<unknown>): Promise<void>
}

class PostgresSession implements Session {
  readonly engine = 'postgres'
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async rows<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    // The caller declares the type of the rows that its SQL selects.
    return (await this.#run(text, values)).rows as R[]
  }

  async send(text: string, values: readonly unknown[]): Promise<never[]> {
    const config = configOf(text, values)
    await translatingErrors(this.#connection.send?.(config) ?? this.#connection.query(config))
    return []
  }

  merge(many: ManyRows, row: Row, one: () => Promise<unknown>): Promise<void> | undefined {
    const merged = this.#connection.merge?.(many, row, one)
    return merged && translatingErrors(merged)
  }

  time = postgresTime

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount, command } = await this.#run(sql, parameters)
    const isWrite = ['INSERT', 'UPDATE', 'DELETE'].includes(command)
    // The caller declares the type of the rows that its SQL selects.
    return { rows: rows as R[], ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  streamQuery(): never {
    throw new Error('Rows are read page by page.')
  }

  #run(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    return translatingErrors(this.#connection.query(configOf(text, values)))
  }
}

export const configOf = (text: string, values: readonly unknown[]): pg.QueryConfig => ({
  text,
  name: nameOf(text),
  values: [...values],
})
