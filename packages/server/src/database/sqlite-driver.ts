import type Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Statements kept prepared per connection: every query of the product is one of a few hundred texts. */
const STATEMENTS = 500

/** A Kysely dialect over one open better-sqlite3 connection, which keeps its statements prepared. */
export const sqliteDialect = (connection: Sqlite.Database): Dialect =>
  dialectOver(new SqliteSession(connection))

/** A Kysely dialect for SQLite over whatever runs its statements. */
export function dialectOver(session: DatabaseConnection): Dialect {
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

  constructor(connection: Sqlite.Database) {
    this.#connection = connection
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
    if (known) {
      // Re-inserting keeps the map in order of use, so that the oldest is dropped.
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    const oldest =
      this.#statements.size > STATEMENTS ? this.#statements.keys().next().value : undefined
    if (oldest !== undefined) this.#statements.delete(oldest)
    return statement
  }
}
