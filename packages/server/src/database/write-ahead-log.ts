import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

import type Sqlite from 'better-sqlite3'

const syncFile = promisify(fdatasync)

/**
 * Pages in the log from which on they are moved into the file: 16 MB, since a job changes the same pages again and
 * again.
 */
const PAGES = 4000

/** The right to write, while the queue is paused. @returns gives it back */
type Turn = () => Promise<() => void>

/**
 * The log of a SQLite file (WAL mode). Other threads sync the disk and move the log into the file, so that no commit
 * blocks the event loop for a disk (decision 0042). Opened once the first statement has run, which creates the log.
 */
export class WriteAheadLog {
  readonly #file: string
  readonly #log: number
  readonly #state: Sqlite.Statement
  readonly #turn: Turn
  /** The sync that begins next: it covers all commits up to its beginning. */
  #next: Promise<void> | undefined
  #newest = Promise.resolve()
  #checkpoint: Promise<void> | undefined
  #pages = PAGES
  #isClosing = false

  constructor(file: string, connection: Sqlite.Database, turn: Turn) {
    this.#file = file
    this.#log = openSync(`${file}-wal`, 'r+')
    // Frames in the log, and how many of them the file has already.
    this.#state = connection.prepare('PRAGMA wal_checkpoint(NOOP)').raw()
    this.#turn = turn
  }

  /** Called after each commit. */
  committed(): void {
    this.#newest = this.#next ??= this.#sync(this.#newest)
    // Callers that await `durable` see the failure. Without this line it would be an unhandled rejection as well.
    this.#newest.catch(() => {})
    if (this.#waiting() >= this.#pages) this.checkpoint()
  }

  /**
   * Settles once all present commits survive a loss of power. Writes that wait at the same time share a sync.
   * @throws when the disk cannot be synced, then and from then on: all entries after a gap in the log are lost with it
   */
  durable(): Promise<void> {
    return this.#newest
  }

  /** Moves the log into the file. A snapshot that is still read keeps later entries in the log. */
  checkpoint(): void {
    // Closing brings all of it into the file.
    if (this.#isClosing) return
    this.#checkpoint ??= this.#runCheckpoint()
      // Nothing is lost without: the next one brings more.
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
    // A running sync may miss later commits.
    this.#next = undefined
    await syncFile(this.#log)
  }

  #waiting(): number {
    // The columns of the pragma: whether it was busy, frames in the log, frames in the file.
    const [, frames, done] = this.#state.get() as [number, number, number]
    return frames - done
  }

  /** Most of it is moved while others write. They wait for the rest, or the log would never start again. */
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
