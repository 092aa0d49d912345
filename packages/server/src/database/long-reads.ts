import type Sqlite from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

import type { StatementThreads } from './statement-threads.ts'

/** Pages (of 4 kB) of a database that is read as a whole within about ten milliseconds. */
const LARGE = 4096

interface LongReads {
  connection: Sqlite.Database
  /** Runs statements on the server's own thread. */
  here: DatabaseConnection
  threads: StatementThreads
  large?: number | undefined
}

/**
 * The one place that decides where a read which may take long is done: in a large database on a thread, so that others
 * are answered meanwhile; in a small one here, since it is over before a thread had heard of it.
 * A thread begins to read when it is asked to, hence sees every write that was acknowledged before.
 */
export function longReads({ connection, here, threads, large = LARGE }: LongReads) {
  const pages = connection.prepare<[], number>('PRAGMA page_count').pluck()

  function session(isHeavy: boolean): DatabaseConnection {
    return {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (Number(pages.get()) < large) return here.executeQuery<R>(query)
        // What Kysely compiles holds the values that SQLite can bind; the caller names the type of the rows.
        const sql = { text: query.sql, values: query.parameters as (string | number | null)[] }
        return { rows: (await threads.read(sql, isHeavy)) as R[] }
      },
      streamQuery: () => {
        throw new Error('A long read is asked for page by page.')
      },
    }
  }
  return { walk: session(false), scan: session(true) }
}
