import type { DatabaseConnection, Dialect, Driver, RawBuilder } from 'kysely'
import { Kysely } from 'kysely'

import type { Tables } from './tables.ts'

/** The values of a row, by column. */
export type Row = Readonly<Record<string, string | number | null>>

/** A PostgreSQL statement that writes many rows. Its values are one array per column. */
export interface ManyRows {
  readonly table: string
  readonly text: string
  readonly columns: readonly string[]
  /** Columns that identify a row of the table. */
  readonly key: readonly string[]
}

export type Engine = 'sqlite' | 'postgres'

/** Runs statements on one connection or a pool. */
export interface Session extends DatabaseConnection {
  readonly engine: Engine
  /** Runs a statement in the engine's SQL dialect. @returns its rows; none for a statement that only writes */
  rows<R>(text: string, values: readonly unknown[]): R[] | Promise<R[]>
  /**
   * Runs a statement that only writes, without waiting for its end. Later statements run after it. The next statement
   * that is awaited, or the end of the write, reports its error.
   */
  send(text: string, values: readonly unknown[]): never[] | Promise<never[]>
  /**
   * Collects a row to write it together with others before the next statement. Undefined if this gains nothing.
   * @param one writes the row separately
   */
  merge?(many: ManyRows, row: Row, one: () => Promise<unknown>): Promise<unknown> | undefined
  /** Returns the time for leases in UNIX ms, given this process's time. */
  time(now: number): RawBuilder<number>
}

const sessions = new WeakMap<Kysely<Tables>, Session>()

/** Returns the session behind a Kysely instance, to run SQL without the overhead of Kysely. */
export function sessionOf(db: Kysely<Tables>): Session {
  const session = sessions.get(db)
  if (!session) throw new Error('This Kysely was not made by the database.')
  return session
}

/** Returns the engine of a reader, for code that only one engine needs. */
export const engineOf = (db: Kysely<Tables>): Engine => sessionOf(db).engine

/** Returns a Kysely instance on a session. */
export function kyselyWith(
  session: Session,
  dialect: Omit<Dialect, 'createDriver'>,
): Kysely<Tables> {
  const createDriver = () => new SessionDriver(session)
  const db = new Kysely<Tables>({ dialect: { ...dialect, createDriver } })
  sessions.set(db, session)
  return db
}

/** Only runs statements; `Database.write` opens transactions. */
class SessionDriver implements Driver {
  readonly #session: DatabaseConnection

  constructor(session: DatabaseConnection) {
    this.#session = session
  }

  async init() {}
  async acquireConnection() {
    return this.#session
  }
  async beginTransaction() {
    throw new Error('Open transactions with database.write.')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}
