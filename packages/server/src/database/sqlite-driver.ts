import type Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

import type { Tables } from './tables.ts'

/** Statements kept prepared per connection: every query of the product is one of a few hundred texts. */
const STATEMENTS = 500

/** The sessions of those whose statements are run at once, on this thread. */
const sessions = new WeakMap<Kysely<Tables>, SqliteSession>()

/** The session behind a Kysely, for statements whose text is ready: they need nothing of what Kysely does around one. */
export const sessionOf = (db: Kysely<Tables>): SqliteSession | undefined => sessions.get(db)

/** A Kysely over one open better-sqlite3 connection, which keeps its statements prepared. */
export function kyselyOn(session: SqliteSession): Kysely<Tables> {
  const db = kyselyOver(session)
  sessions.set(db, session)
  return db
}

/** A Kysely for SQLite over whatever runs its statements. */
export const kyselyOver = (session: DatabaseConnection): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: dialectOver(session) })

function dialectOver(session: DatabaseConnection): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(session),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Statements here are over before another one begins, and threads run several: nobody has to queue. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** Transactions are opened by `openDatabase`, which queues writers; this driver only runs statements. */
class SqliteDriver implements Driver {
  readonly #session: DatabaseConnection

  constructor(session: DatabaseConnection) {
    this.#session = session
  }

  async init() {}
  async acquireConnection() {
    return this.#session
  }
  async beginTransaction() {
    throw new Error('Open transactions with database.write, which queues writers.')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}

/** Runs statements on the thread that it is called on. */
export class SqliteSession implements DatabaseConnection {
  readonly #connection: Sqlite.Database
  readonly #statements = new Map<string, Sqlite.Statement>()
  #writes = 0

  constructor(connection: Sqlite.Database) {
    this.#connection = connection
  }

  /** How many statements that write were run so far: whoever ran none has nothing to take back. */
  get writes(): number {
    return this.#writes
  }

  /** Runs a statement. @returns its rows; none for one that only writes */
  rows<R>(sql: string, values: readonly unknown[]): R[] {
    const statement = this.#prepare(sql)
    // The caller names the type of the rows that its text selects.
    if (statement.reader) return statement.all(values) as R[]
    statement.run(values)
    return []
  }

  /** Runs a statement that inserts one row. @returns its row number */
  insert(sql: string, values: readonly unknown[]): number {
    return Number(this.#prepare(sql).run(values).lastInsertRowid)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(query.sql)
    if (statement.reader) return { rows: statement.all(query.parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(query.parameters)
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#connection.prepare(query.sql).iterate(query.parameters)) {
      yield { rows: [row as R] }
    }
  }

  #prepare(sql: string): Sqlite.Statement {
    const known = this.#statements.get(sql)
    const statement = known ?? this.#connection.prepare(sql)
    if (!statement.readonly) this.#writes += 1
    if (known) {
      // Re-inserting keeps the map in order of use, so that the oldest is dropped.
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    this.#statements.set(sql, statement)
    const oldest =
      this.#statements.size > STATEMENTS ? this.#statements.keys().next().value : undefined
    if (oldest !== undefined) this.#statements.delete(oldest)
    return statement
  }
}
