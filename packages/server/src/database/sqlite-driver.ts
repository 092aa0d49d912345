import type Sqlite from 'better-sqlite3'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

import { kyselyWith, type Session } from './session.ts'
import { boundBySqlite, sqliteDialect, sqliteTime } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

/** Statements kept prepared per connection: every query of the product is one of a few hundred texts. */
const STATEMENTS = 500

/** A Kysely over one open better-sqlite3 connection, which keeps its statements prepared. */
export const kyselyOn = (session: SqliteSession): Kysely<Tables> =>
  kyselyWith(session, sqliteDialect)

type Instead = (text: string, values: readonly unknown[]) => SqliteSession | undefined

/**
 * The state of the file for all statements in one turn of the event loop: starting and ending a read transaction costs
 * as much as five rows by their keys. A commit ends it, so that no one reads an older state.
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

  /** Before each statement: the first one takes the snapshot. */
  begin(): void {
    if (this.#connection.inTransaction) return
    this.#begin.run()
    setImmediate(() => this.end())
  }

  end(): void {
    this.#number = undefined
    if (this.#connection.inTransaction) this.#end.run()
  }

  /** A number that changes with each commit of another connection, in any process. */
  number(): number {
    this.begin()
    // The pragma answers with a number.
    return (this.#number ??= this.#dataVersion.get() as number)
  }
}

/** Runs statements on the thread that it is called on. */
export class SqliteSession implements Session {
  readonly engine = 'sqlite'
  readonly #connection: Sqlite.Database
  readonly #statements = new LRUCache<string, Sqlite.Statement>({ max: STATEMENTS })
  readonly #instead: Instead
  readonly #snapshot: TurnSnapshot | undefined
  #writes = 0

  /**
   * @param instead a session that runs a statement in place of this one, if any
   * @param snapshot the state that its statements see, if not the newest
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

  /** The number of writing statements run so far: without any there is nothing to roll back. */
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
    // The caller names the type of the rows that its text selects.
    if (statement.reader) return statement.all(bound) as R[]
    statement.run(bound)
    return []
  }

  /** The statement runs synchronously. */
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
