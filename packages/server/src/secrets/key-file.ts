import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { databaseFile } from '../database/connection.ts'
import { parseKey } from './sealer.ts'

/** The key of a data folder, when no `SECRET_KEY` is set. */
export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** The key that a rotation changes to. The file exists only while a rotation runs, or after an interrupted one. */
export const nextKeyFile = (dataDir: string): string => join(dataDir, 'secret.key.next')

/**
 * Reads a key file.
 * @returns undefined if it is missing
 * @throws if the file holds anything else
 */
export function readKeyFile(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined
  const key = parseKey(readFileSync(file, 'utf8').trim())
  if (!key) throw new Error(`${file} does not hold a key of 32 bytes.`)
  return key
}

/** Writes a key file completely or not at all; it is on disk when the function returns. */
export function writeKeyFile(file: string, key: Buffer): void {
  const temporaryFile = `${file}.tmp`
  rmSync(temporaryFile, { force: true })
  const handle = openSync(temporaryFile, 'wx', 0o600)
  try {
    writeFileSync(handle, key.toString('base64url'))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  moveKeyFile(temporaryFile, file)
}

/** Renames a key file in its folder; the change is on disk when the function returns. */
export function moveKeyFile(from: string, to: string): void {
  renameSync(from, to)
  // Windows cannot open folders, and stores renames automatically.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(to), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Prevents an empty database from being created in a folder that had one. Call it before the database is opened, which
 * creates a missing file.
 * @throws with advice
 */
export function assertDatabaseNotMissing(dataDir: string): void {
  const database = databaseFile(dataDir)
  if (existsSync(database) && statSync(database).size > 0) return
  const leftover = [keyFile(dataDir), `${database}-wal`].find(
    (file) => existsSync(file) && statSync(file).size > 0,
  )
  if (leftover === undefined) return
  throw new Error(
    `${leftover} belongs to a database, but ${database} is missing or empty. Put the database back from a backup, or ` +
      `check DATA_DIR. To begin with an empty one, set DATA_DIR to another folder, or move ${leftover} away.`,
  )
}
