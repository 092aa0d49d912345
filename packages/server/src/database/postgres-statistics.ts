import type pg from 'pg'

/** Pause between two checks, in ms. */
const PAUSE_MS = 2000
/** Number of checks after a write, since PostgreSQL updates its counts within ten seconds. */
const LOOKS = 6

/** Selects tables with many rows written since the last ANALYZE. Small tables are fast without statistics. */
const OUTDATED = `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
  WHERE schemaname = current_schema() AND n_mod_since_analyze > 1000 + n_live_tup / 2`

/**
 * Updates the statistics that PostgreSQL plans queries by. PostgreSQL does so itself about once a minute, which is too
 * late after an import: until then it assumes that a bucket has a handful of rows, and reads all of them to find a few.
 */
export class PostgresStatistics {
  readonly #pool: pg.Pool
  #looks = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Call this after each write. */
  afterWrite(): void {
    this.#looks = LOOKS
    this.#timer ??= this.#soon()
  }

  async close(): Promise<void> {
    this.#looks = 0
    clearTimeout(this.#timer)
    await this.#running
  }

  #soon(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), PAUSE_MS).unref()
  }

  async #look(): Promise<void> {
    this.#looks -= 1
    // Without statistics, queries are only slower, until PostgreSQL updates them itself.
    this.#running = this.#analyze().catch(() => {})
    await this.#running
    this.#timer = this.#looks > 0 ? this.#soon() : undefined
  }

  async #analyze(): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string }>(OUTDATED)
    for (const { name } of rows) await this.#pool.query(`ANALYZE ${name}`)
  }
}
