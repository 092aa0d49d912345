import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

import type Sqlite from 'better-sqlite3'

const syncFile = promisify(fdatasync)

/**
 * Number of pages in the log from which they are moved into the file. This is 16 MB, since a job changes the same pages
 * again and again.
 */
const PAGES = 4000

/** Waits for the right to write while the queue pauses. @returns a function that gives it back */
type Turn = () => Promise<() => void>

/**
 * The log of a SQLite file (WAL mode). Other threads sync it to disk and move it into the file, so no commit blocks the
 * event loop for the disk (decision 0042). Open it after the first statement, which creates the log.
 */
export class WriteAheadLog {
  readonly #file: string
  readonly #log: number
  readonly #state: Sqlite.Statement
  readonly #turn: Turn
  /** The next sync, which covers all commits before its start. */
  #next: Promise<void> | undefined
  #newest = Promise.resolve()
  #checkpoint: Promise<void> | undefined
  #pages = PAGES
  #isClosing = false

  constructor(file: string, connection: Sqlite.Database, turn: Turn) {
    this.#file = file
    this.#log = openSync(`${file}-wal`, 'r+')
    // Returns the number of pages in the log, and how many of them are in the file.
    this.#state = connection.prepare('PRAGMA wal_checkpoint(NOOP)').raw()
    this.#turn = turn
  }

  /** Call this after each commit. */
  afterCommit(): void {
    this.#newest = this.#next ??= this.#sync(this.#newest)
    // Callers of `durable` see the failure. This line only prevents an unhandled rejection.
    this.#newest.catch(() => {})
    if (this.#waiting() >= this.#pages) this.checkpoint()
  }

  /**
   * Settles when all commits so far survive a power cut. Concurrent writes share a sync.
   * @throws when the disk cannot be synced, from then on for all writes, since a gap in the log loses everything after
   * it
   */
  durable(): Promise<void> {
    return this.#newest
  }

  /** Moves the log into the file. Entries that follow an open snapshot stay in the log. */
  checkpoint(): void {
    // Closing the database moves the whole log.
    if (this.#isClosing) return
    this.#checkpoint ??= this.#runCheckpoint()
      // Ignore errors: nothing is lost, and the next checkpoint moves more pages.
      .catch(() => {})
      .finally(() => {
        this.#checkpoint = undefined
        this.#pages = Math.max(PAGES, 2 * this.#waiting())
      })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#checkpoint
    await this.#newest.catch(() => {})
    closeSync(this.#log)
  }

  async #sync(before: Promise<void>): Promise<void> {
    await before
    // A running sync may miss later commits, so those need another one.
    this.#next = undefined
    await syncFile(this.#log)
  }

  #waiting(): number {
    // Columns of the pragma: whether the log was busy, pages in the log, pages that are in the file.
    const [, frames, done] = this.#state.get() as [number, number, number]
    return frames - done
  }

  /** Moves most pages while others write. They wait for the rest, because the log could otherwise never restart. */
  async #runCheckpoint(): Promise<void> {
    const worker = new Worker(new URL('./checkpoint-worker.js', import.meta.url), {
      workerData: { file: this.#file },
    })
    const ended = new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', () => resolve())
    })
    await Promise.race([ended, new Promise((resolve) => worker.once('message', resolve))])
    const give = await this.#turn()
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('rest')
      await ended
    } finally {
      give()
    }
  }
}
