import { setTimeout as pause } from 'node:timers/promises'

import { continueIdsAfter } from '@typecase/contract/ids'
import pg from 'pg'

import { Failure } from '../http/failure.ts'
import type { Database } from './database.ts'
import { assertMigratedPostgres, migratePostgres } from './migrate-postgres.ts'
import { NEWEST_ID } from './tables.ts'
import { MergedRows } from './merged-rows.ts'
import { createPostgresMessages } from './postgres-messages.ts'
import {
  asConflict,
  translateError,
  brokenConstraint,
  DatabaseUnavailable,
  isCollision,
  translatingErrors,
} from './postgres-problems.ts'
import { configOf, deallocate, kyselyOnPostgres, types } from './postgres-session.ts'
import { PostgresStatistics } from './postgres-statistics.ts'
import type { ManyRows, Row } from './session.ts'
import type { ThreadDatabase } from './thread-database.ts'
import { createTurns } from '../turns.ts'
import { noPause, runEffects, type Work, type WriteScope } from './write-queue.ts'

/**
 * Connections of each of the two pools. Writers read through the reader pool, so that they never wait for themselves.
 */
const CONNECTIONS = 8
/** Timeout of a new connection, ms. */
const CONNECT_TIMEOUT_MS = 5000
/** Timeout of a read, in ms: one that takes longer has lost its connection without an error. */
const READ_TIMEOUT_MS = 60_000
/** Timeout of a writer's statement, in ms: the largest statements delete all rows of a bucket. */
const WRITE_TIMEOUT_MS = 600_000
/** Timeouts of writers, in ms. */
const WRITER_TIMEOUTS = {
  /** PostgreSQL rolls a transaction back after this silence: its process hangs or is cut off. */
  idle_in_transaction_session_timeout: 20_000,
  /** Timeout for the lock on a bucket's row. It exceeds the idle timeout, which frees the locks of a dead process. */
  lock_timeout: 30_000,
  statement_timeout: WRITE_TIMEOUT_MS,
}
/**
 * Idle timeout of a thread, in ms. It is longer because threads read files between statements, or wait for the file
 * store.
 */
const THREAD_IDLE_MS = 300_000
/** Timeout of the readiness probe, ms. */
const PING_MS = 2000
/** Number of statements to send before waiting for their results. */
const AHEAD = 100
/** Maximum number of attempts when writers collide. */
const RUNS = 20
/** Maximum number of attempts after a broken constraint: the second one sees the other writer's changes. */
const CONSTRAINT_RUNS = 3

/**
 * Opens a PostgreSQL database and brings its schema up to date.
 * @param isShared other servers use the database, so leave the schema to them
 * @throws when it does not respond, is too old, or its schema is newer than this version of the product
 */
export async function openPostgres(
  url: string,
  isShared = false,
  timeouts = WRITER_TIMEOUTS,
): Promise<Database> {
  const readers = createPool(url, {
    query_timeout: READ_TIMEOUT_MS,
    statement_timeout: READ_TIMEOUT_MS,
  })
  const writers = createPool(url, timeouts)
  // Migrations have no timeout, and other processes wait for them.
  const migrator = createPool(url, { max: 1 })
  let broker: Awaited<ReturnType<typeof createPostgresMessages>>
  try {
    const client = await migrator.connect()
    try {
      await (isShared ? assertMigratedPostgres(client) : migratePostgres(client))
      const newest = await newestId(client)
      if (newest !== undefined) continueIdsAfter(newest)
    } finally {
      client.release()
    }
    broker = await createPostgresMessages(url, readers)
  } catch (reason) {
    await Promise.all([readers.end(), writers.end()])
    throw whyNotOpened(reason, url)
  } finally {
    await migrator.end()
  }

  const read = kyselyOnPostgres(readers)
  const running = new Set<Promise<unknown>>()
  const inTurn = createTurns()
  const statistics = new PostgresStatistics(readers)

  return {
    read,
    write(work, scope) {
      const writing = writeOn(writers, work, scope, inTurn)
      const over = writing
        .then(
          () => statistics.afterWrite(),
          () => {},
        )
        .finally(() => running.delete(over))
      running.add(over)
      return writing
    },
    isHeld: () => false,
    stateNumber: () => undefined,
    // Writers of other buckets do not wait here, and no one ever sees unfinished writes.
    withBucketLocked: (_bucketId, work) => work(noPause),
    // PostgreSQL shows a commit only after it is on disk.
    epoch: '',
    bulkChunkMultiplier: 4,
    rolledBack: 0,
    messages: broker.messages,
    leads: broker.leads,
    async ping() {
      const answer = readers.query('SELECT 1').then(
        () => true,
        () => false,
      )
      return Promise.race([answer, pause(PING_MS, false, { ref: false })])
    },
    async close() {
      // Wait for all earlier writes, including those that no one awaits.
      await Promise.all(running)
      await statistics.close()
      await broker.close()
      await Promise.all([readers.end(), writers.end()])
    },
  }
}

/** Opens one connection to a database that a server of this version has open. */
export function openPostgresThread(url: string): ThreadDatabase {
  const pool = createPool(url, {
    ...WRITER_TIMEOUTS,
    max: 1,
    idle_in_transaction_session_timeout: THREAD_IDLE_MS,
  })
  return {
    read: (_bucketId, work) =>
      transaction(pool, ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'], ({ db }) => work(db)),
    write: (bucketId, work) => writeOn(pool, work, { bucketId }),
    close: () => pool.end(),
  }
}

/**
 * A connection that must open within a timeout. In contrast, waiting for a free connection of the pool has no limit:
 * the number of incoming requests bounds it.
 */
class PatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  }
}

function createPool(url: string, config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'typecase',
    max: CONNECTIONS,
    Client: PatientClient,
    // Detects a lost connection, even without an error.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    pipeline: true,
    ...config,
  })
  // The pool replaces a broken connection, and the running statement reports the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('acquire', deallocate)
  return pool
}

/**
 * Runs work and retries it when it collides with other writers, whose changes it then sees.
 * @param inTurn runs the writers of one bucket one by one, so they do not occupy the connections for other buckets
 */
async function writeOn<T>(
  pool: pg.Pool,
  work: Work<T>,
  scope: WriteScope,
  inTurn?: ReturnType<typeof createTurns>,
): Promise<T> {
  const run = () => transaction(pool, beginWrite(scope), work)
  for (let runs = 1; ; runs += 1) {
    try {
      return await (inTurn && typeof scope === 'object' ? inTurn(scope.bucketId, run) : run())
    } catch (reason) {
      if (brokenConstraint(reason) !== undefined) {
        if (runs === CONSTRAINT_RUNS) throw asConflict(reason)
      } else if (!isCollision(reason)) throw reason
      if (runs === RUNS) {
        throw new DatabaseUnavailable(
          'Too many writes to the same data. Nothing was changed.',
          reason,
        )
      }
      // A random pause keeps the writers from colliding again.
      await pause(Math.random() * Math.min(2 ** runs, 100))
    }
  }
}

/** Returns the statements that start a transaction of this scope. */
const beginWrite = (scope: WriteScope): readonly (string | pg.QueryConfig)[] =>
  typeof scope === 'string'
    ? [`BEGIN ISOLATION LEVEL ${scope.toUpperCase()}`]
    : [
        'BEGIN ISOLATION LEVEL READ COMMITTED',
        { text: 'SELECT 1 FROM buckets WHERE id = $1 FOR UPDATE', values: [scope.bucketId] },
      ]

/** Runs work in a transaction. @param begin the statements that start it */
async function transaction<T>(
  pool: pg.Pool,
  begin: readonly (string | pg.QueryConfig)[],
  work: Work<T>,
): Promise<T> {
  const client = await translatingErrors(pool.connect())
  const statements = inTurn(client)
  const effects: (() => void)[] = []
  let isConnectionLost = false
  let result: T
  try {
    await translatingErrors(Promise.all(begin.map((statement) => client.query(statement))))
    result = await work({
      db: kyselyOnPostgres(statements),
      afterCommit: (effect) => void effects.push(effect),
      pause: noPause,
    })
    // Fail here as well if a statement failed that the work did not await or whose error it ignored, because PostgreSQL
    // has rolled back everything.
    const failure = await statements.end()
    if (failure) throw translateError(failure)
    await commit(client)
  } catch (reason) {
    await statements.end()
    await client.query('ROLLBACK').catch(() => (isConnectionLost = true))
    throw reason
  } finally {
    client.release(isConnectionLost)
  }
  runEffects(effects)
  return result
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('COMMIT')
  } catch (reason) {
    if (reason instanceof pg.DatabaseError) throw reason
    throw new DatabaseUnavailable(
      'This may or may not have been saved. Check before you try again.',
      reason,
    )
  }
}

/**
 * Runs the statements of a transaction in the order of the calls, without waiting for earlier results. After one has
 * failed, all later ones fail with the same reason.
 */
function inTurn(client: pg.PoolClient) {
  let last: Promise<unknown> = Promise.resolve()
  let sent = 0
  let failure: unknown
  let isOver = false
  const merged = new MergedRows((text, values) => sendNow(configOf(text, values)))

  // A statement that no one awaited must not run in the next transaction on the same connection.
  function assertOpen(): void {
    if (isOver) throw new Failure('internal', 'A statement came after the end of its write.')
  }

  async function query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    assertOpen()
    merged.send()
    const answer = client.query(config)
    last = answer.catch((reason: unknown) => (failure ??= reason))
    try {
      return await answer
    } catch (reason) {
      throw failure ?? reason
    }
  }

  function sendNow(config: pg.QueryConfig): void {
    query(config).catch(() => {})
    sent += 1
  }

  return {
    query,
    async send(config: pg.QueryConfig): Promise<void> {
      if (failure) throw failure
      sendNow(config)
      if (sent % AHEAD === 0) await last
    },
    async merge(many: ManyRows, row: Row, one: () => Promise<unknown>): Promise<void> {
      assertOpen()
      if (failure) throw failure
      if (!merged.add(many, row, one)) return
      merged.send()
      await last
    },
    /** Ends the transaction: later statements fail. @returns the error of the first failed statement, if any */
    async end(): Promise<unknown> {
      if (!isOver) merged.send()
      isOver = true
      await last
      return failure
    },
  }
}

async function newestId(client: pg.PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string | null }>(NEWEST_ID)
  return rows[0]?.id ?? undefined
}

/** Returns the reason why a database cannot be opened, without the password that its URL may contain. */
export function whyNotOpened(reason: unknown, url: string): unknown {
  const cause = reason instanceof DatabaseUnavailable ? reason.cause : reason
  const isOurs = cause instanceof Error && !('code' in cause) && !('severity' in cause)
  if (isOurs && !/timeout|terminated/.test(cause.message)) return cause
  const { host, pathname } = new URL(url)
  const causeText =
    cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : ''
  return new Error(`DATABASE_URL: PostgreSQL at ${host}${pathname} cannot be used: ${causeText}.`, {
    cause,
  })
}
