import { continueIdsAfter } from '@typecase/contract/ids'
import type { Sql } from '@typecase/content-query/sql-text'
import type Sqlite from 'better-sqlite3'
import type { Kysely } from 'kysely'

import { connect, databaseFile, namingFile } from './connection.ts'
import { assertMigrated, migrate } from './migrate.ts'
import { longReads } from './long-reads.ts'
import { kyselyOn, kyselyOver, SqliteSession } from './sqlite-driver.ts'
import { createStatementThreads } from './statement-threads.ts'
import type { Tables } from './tables.ts'
import { createWriteQueue, type Work, type WriteOptions } from './write-queue.ts'

export type Reader = Kysely<Tables>

/**
 * The database. Reads see the last commit and never wait for a writer. A write runs alone, is durable when its
 * promise settles, and undoes itself when it throws.
 */
export interface Database {
  /** For what an index leads to: a row, a page. It is answered at once, and nobody else meanwhile. */
  readonly read: Reader
  /** For what goes through much of an index, such as exact totals: others are answered meanwhile. */
  readonly walk: Reader
  /** For what looks into every object, which may take long: others are answered meanwhile, few such at a time. */
  readonly scan: Reader
  write<T>(work: Work<T>, options?: WriteOptions): Promise<T>
  /**
   * Keeps every writer of this thread waiting while `work` lets another thread write on a connection of its own.
   * Readers go on.
   */
  lend<T>(work: () => Promise<T>): Promise<T>
  /**
   * Runs statements that take long, such as making an index, as one write on a thread of its own. Writers wait for it,
   * all others go on.
   * @param plan names them, once no other writer runs; none, and nothing is done
   */
  writeAside(plan: () => Promise<readonly Sql[]>): Promise<void>
  /** Whether it answers, for the readiness probe. */
  ping(): boolean
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Pages that it needs to have before threads are of use. */
  readonly large?: number | undefined
  /** Beside the server that holds the folder: the schema and the log are left to it. */
  readonly isShared?: boolean
}

/** The oldest SQLite whose WAL cannot lose a reset (fixed March 2026). */
const OLDEST_SQLITE = [3, 51, 3] as const

/**
 * Opens the database in a data folder and brings its schema up to date.
 * @throws when the engine is too old, or the schema is newer than this version of the product
 */
export function openDatabase(
  dataDir: string,
  { large, isShared = false }: DatabaseOptions = {},
): Database {
  const file = databaseFile(dataDir)
  const writer = namingFile(file, () => {
    const connection = connect(file)
    assertEngine(connection)
    if (isShared) assertMigrated(connection)
    else migrate(connection)
    const newest = newestId(connection)
    if (newest !== undefined) continueIdsAfter(newest)
    return connection
  })
  const reader = connect(file)
  reader.pragma('query_only = ON')

  const threads = createStatementThreads(file)
  const queue = createWriteQueue(writer, new SqliteSession(writer), () => threads.checkpoint())
  const here = new SqliteSession(reader)
  const long = longReads({ connection: reader, here, threads, large })
  return {
    read: kyselyOn(here),
    walk: kyselyOver(long.walk),
    scan: kyselyOver(long.scan),
    write: queue.write,
    lend: queue.lend,
    async writeAside(plan) {
      // A thread that is there already keeps writers waiting less.
      await threads.read({ text: 'SELECT 1', values: [] }, false)
      await queue.lend(async () => {
        const statements = await plan()
        if (statements.length > 0) await threads.write(statements)
      })
    },
    ping: () => reader.prepare('SELECT 1').get() !== undefined,
    async close() {
      // After all that were sent before, also those that nobody waits for.
      await queue.write(async () => {})
      await threads.close()
      reader.close()
      if (!isShared) {
        try {
          writer.pragma('wal_checkpoint(TRUNCATE)')
        } catch {
          // A full disk. Nothing is lost: what is in the log is part of the database, and the next start goes on with it.
        }
      }
      writer.close()
    },
  }
}

function assertEngine(connection: Sqlite.Database): void {
  const version = String(connection.prepare('SELECT sqlite_version()').pluck().get())
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of OLDEST_SQLITE.entries()) {
    const found = parts[index] ?? 0
    if (found > wanted) return
    if (found < wanted)
      throw new Error(`SQLite ${version} is too old; ${OLDEST_SQLITE.join('.')} is needed.`)
  }
}

/** Tables whose ids are all made here. Those of objects may come with an import, from another clock. */
const OWN_IDS = ['users', 'projects', 'buckets', 'object_types', 'macros', 'jobs', 'change_sets']

function newestId(connection: Sqlite.Database): string | undefined {
  const each = OWN_IDS.map((table) => `SELECT max(id) AS id FROM ${table}`)
  const newest = connection.prepare(`SELECT max(id) FROM (${each.join(' UNION ALL ')})`).pluck()
  return (newest.get() as string | null) ?? undefined
}
