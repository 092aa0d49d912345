import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { Kysely } from 'kysely'

import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** What runs statements: one connection, or some of the same kind. */
export interface Session extends DatabaseConnection {
  readonly engine: Engine
  /** Runs a statement with a `?` for each value. @returns its rows; none for one that only writes */
  rows<R>(text: string, values: readonly unknown[]): R[] | Promise<R[]>
  /** Runs a statement that inserts one row. @returns its row number */
  insert(text: string, values: readonly unknown[]): number | Promise<number>
  /** Told by a write that changes a bucket: where it collides, it is run again holding that bucket. */
  onBucket?(bucketId: string): void
}

const sessions = new WeakMap<Kysely<Tables>, Session>()

/** The session behind a Kysely, for statements whose text is ready: they need nothing of what Kysely does around one. */
export const sessionOf = (db: Kysely<Tables>): Session | undefined => sessions.get(db)

/** Which engine a reader reads from, for the few statements that are not the same on both. */
export const engineOf = (db: Kysely<Tables>): Engine => sessionOf(db)?.engine ?? 'sqlite'

/** A Kysely over a session. */
export function kyselyWith(
  session: Session,
  dialect: Omit<Dialect, 'createDriver'>,
): Kysely<Tables> {
  const db = new Kysely<Tables>({ dialect: withDriver(session, dialect) })
  sessions.set(db, session)
  return db
}

export const withDriver = (
  session: DatabaseConnection,
  dialect: Omit<Dialect, 'createDriver'>,
): Dialect => ({ ...dialect, createDriver: () => new SessionDriver(session) })

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
