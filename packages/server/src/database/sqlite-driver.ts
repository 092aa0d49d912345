import type Sqlite from 'better-sqlite3'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

import { kyselyWith, type Session } from './session.ts'
import { boundBySqlite, sqliteDialect, sqliteTime } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

/** Number of statements that a connection keeps prepared; the product has a few hundred. */
const STATEMENTS = 500

/** Returns a Kysely instance on an open better-sqlite3 connection. */
export const kyselyOn = (session: SqliteSession): Kysely<Tables> =>
  kyselyWith(session, sqliteDialect)

type Instead = (text: string, values: readonly unknown[]) => SqliteSession | undefined

/**
 * Holds one read transaction for all statements in a turn of the event loop, because starting and ending one costs as
 * much as reading five rows by their keys. A commit ends it, so no one reads an older state.
 */
export class TurnSnapshot {
  readonly #connection: Sqlite.Database
  readonly #begin: Sqlite.Statement
  readonly #end: Sqlite.Statement
  readonly #dataVersion: Sqlite.Statement
  #number: number | undefined

  constructor(connection: Sqlite.Database) {
    this.#connection = connection
    this.#begin = connection.prepare('BEGIN')
    this.#end = connection.prepare('COMMIT')
    this.#dataVersion = connection.prepare('PRAGMA data_version').pluck()
  }

  /** Call this before each statement: the first one takes the snapshot. */
  begin(): void {
    if (this.#connection.inTransaction) return
    this.#begin.run()
    setImmediate(() => this.end())
  }

  end(): void {
    this.#number = undefined
    if (this.#connection.inTransaction) this.#end.run()
  }

  /** Returns a number that changes with each commit of another connection, in any process. */
  number(): number {
    this.begin()
    // The pragma returns a number.
    return (this.#number ??= this.#dataVersion.get() as number)
  }
}

/** Runs statements on the calling thread. */
export class SqliteSession implements Session {
  readonly engine = 'sqlite'
  readonly #connection: Sqlite.Database
  readonly #statements = new LRUCache<string, Sqlite.Statement>({ max: STATEMENTS })
  readonly #instead: Instead
  readonly #snapshot: TurnSnapshot | undefined
  #writes = 0

  /**
   * @param instead returns another session that must run a statement, if any
   * @param snapshot the state that statements see; without it, the newest
   */
  constructor(
    connection: Sqlite.Database,
    instead: Instead = () => undefined,
    snapshot?: TurnSnapshot,
  ) {
    this.#connection = connection
    this.#instead = instead
    this.#snapshot = snapshot
  }

  /** Number of writing statements run so far: if it has not changed, there is nothing to roll back. */
  get writes(): number {
    return this.#writes
  }

  time = sqliteTime

  /** Runs a statement. @returns its rows; none for one that only writes */
  rows<R>(sql: string, values: readonly unknown[]): R[] {
    const other = this.#instead(sql, values)
    if (other) return other.rows(sql, values)
    const statement = this.#prepare(sql)
    const bound = boundBySqlite(values)
    this.#snapshot?.begin()
    // The caller declares the type of the rows that its SQL selects.
    if (statement.reader) return statement.all(bound) as R[]
    statement.run(bound)
    return []
  }

  /** Runs the statement synchronously. */
  send(sql: string, values: readonly unknown[]): never[] {
    return this.rows(sql, values)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query
    const other = this.#instead(sql, parameters)
    if (other) return other.executeQuery(query)
    const statement = this.#prepare(sql)
    const bound = boundBySqlite(parameters)
    this.#snapshot?.begin()
    if (statement.reader) return { rows: statement.all(bound) as R[] }
    const { changes, lastInsertRowid } = statement.run(bound)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  streamQuery(): never {
    throw new Error('Rows are read page by page.')
  }

  #prepare(sql: string): Sqlite.Statement {
    const cached = this.#statements.get(sql)
    const statement = cached ?? this.#connection.prepare(sql)
    if (!cached) this.#statements.set(sql, statement)
    if (!statement.readonly) this.#writes += 1
    return statement
  }
}
