import type { DatabaseConnection, Dialect, Driver, RawBuilder } from 'kysely'
import { Kysely } from 'kysely'

import type { Tables } from './tables.ts'

/** The values of a row, by their columns. */
export type Row = Readonly<Record<string, string | number | null>>

/** A statement of PostgreSQL that writes many rows, which it gets as a list for each column. */
export interface ManyRows {
  readonly table: string
  readonly text: string
  readonly columns: readonly string[]
  /** Columns that tell the rows of the table apart. */
  readonly key: readonly string[]
}

export type Engine = 'sqlite' | 'postgres'

/** A runner of statements: one connection, or a pool. */
export interface Session extends DatabaseConnection {
  readonly engine: Engine
  /** Runs a statement in the engine's own words. @returns its rows; none for one that only writes */
  rows<R>(text: string, values: readonly unknown[]): R[] | Promise<R[]>
  /**
   * Runs a statement that only writes, without waiting for its end: later ones run after it, and its error is reported
   * by the next one that is awaited, or by the end of the write.
   */
  send(text: string, values: readonly unknown[]): never[] | Promise<never[]>
  /**
   * Writes a row together with others, before the next statement; undefined if rows are as fast separately.
   * @param one writes it separately
   */
  merge?(many: ManyRows, row: Row, one: () => Promise<unknown>): Promise<unknown> | undefined
  /** The time that leases are measured in, UNIX ms, where this process has it as `now`. */
  time(now: number): RawBuilder<number>
}

const sessions = new WeakMap<Kysely<Tables>, Session>()

/** The session behind a Kysely, for statements whose text is ready: they need nothing of what Kysely does around one. */
export function sessionOf(db: Kysely<Tables>): Session {
  const session = sessions.get(db)
  if (!session) throw new Error('This Kysely was not made by the database.')
  return session
}

/** The engine of a reader, for code that only one of them needs. */
export const engineOf = (db: Kysely<Tables>): Engine => sessionOf(db).engine

/** A Kysely over a session. */
export function kyselyWith(
  session: Session,
  dialect: Omit<Dialect, 'createDriver'>,
): Kysely<Tables> {
  const createDriver = () => new SessionDriver(session)
  const db = new Kysely<Tables>({ dialect: { ...dialect, createDriver } })
  sessions.set(db, session)
  return db
}

/** Transactions are opened by `Database.write`; this driver only runs statements. */
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
