import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import Sqlite from 'better-sqlite3'

/**
 * Holds a data folder for this process. The lock is the operating system's, through SQLite, so it is gone with
 * the process however that ends.
 * @returns gives the folder free
 * @throws when another server holds it
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new Sqlite(join(dataDir, 'lock.sqlite'), { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new Error(
      `Another server is using the data folder ${dataDir}. Stop it first, or start this one with another DATA_DIR.`,
    )
  }
  return () => lock.close()
}
