import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import Sqlite from 'better-sqlite3'

import { withPathInErrors } from './connection.ts'

/** Another process holds the data folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another server is using the data folder ${dataDir}. Stop it first, or start this one with another DATA_DIR.`,
    )
  }
}

/**
 * Locks a data folder for this process, and creates the folder if it is missing. The operating system holds the lock
 * (through SQLite), so it ends with the process, even after a crash.
 * @returns a function that releases the folder
 * @throws DataDirInUse when another server holds it; the file system's error when the folder cannot be used
 */
export function lockDataDir(dataDir: string): () => void {
  makeFolder(resolve(dataDir))
  const file = join(dataDir, 'lock.sqlite')
  return withPathInErrors(file, () => {
    const lock = new Sqlite(file, { timeout: 0 })
    try {
      lock.pragma('locking_mode = EXCLUSIVE')
      lock.exec('BEGIN EXCLUSIVE')
    } catch (reason) {
      lock.close()
      const isHeld = reason instanceof Sqlite.SqliteError && reason.code.startsWith('SQLITE_BUSY')
      throw isHeld ? new DataDirInUse(dataDir) : reason
    }
    return () => lock.close()
  })
}

/**
 * Creates a folder and its parents. Node.js's own `recursive` loops for ever where a file system refuses folders, as in
 * `/proc`.
 */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(path)
  if (!existsSync(parent)) makeFolder(parent)
  mkdirSync(path, { mode: 0o700 })
}
