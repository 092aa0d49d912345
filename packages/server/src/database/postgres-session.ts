import pg from 'pg'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

import { postgresDialect, postgresTime } from './postgres-dialect.ts'
import { translatingErrors } from './postgres-problems.ts'
import { kyselyWith, type ManyRows, type Row, type Session } from './session.ts'
import type { Tables } from './tables.ts'

/** Integers and sums are numbers (none of ours passes 2^53), flags are 0 or 1, and JSON stays the text that was stored. */
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
/** The types of columns, as pg asks for them. */
export const types = { getTypeParser: (oid: number) => parsers[oid] ?? asText }

/** Texts that connections keep prepared: every query of the product is one of a few hundred. */
const PREPARED = 500

/** Retired names that are remembered. Every busy connection is acquired before as many more are retired. */
const MAX_RETIRED = 1000

/** The names under which connections keep the texts that were used last. */
const names = new LRUCache<string, string>({
  max: PREPARED,
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

/** The part of a pg connection that we use: its prepared statements, by name. */
interface Prepared {
  connection?: { parsedStatements?: Record<string, unknown> }
}

/** The newest retired name that each connection has deallocated. */
const deallocatedUpTo = new WeakMap<object, string>()

/** Deallocates the statements of a connection whose names were retired since it was acquired last. */
export function deallocate(client: pg.PoolClient): void {
  const last = deallocatedUpTo.get(client)
  const newest = retired.at(-1)
  if (newest === undefined || newest === last) return
  deallocatedUpTo.set(client, newest)
  const prepared = (client as Prepared).connection?.parsedStatements ?? {}
  for (const name of retired.slice(last === undefined ? 0 : retired.indexOf(last) + 1)) {
    if (!(name in prepared)) continue
    delete prepared[name]
    client.query(`DEALLOCATE ${name}`).catch(() => {})
  }
}

/** A Kysely over a pool or one of its connections. */
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
    // The caller names the type of the rows that its text selects.
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
    // The caller names the type of the rows that its text selects.
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
