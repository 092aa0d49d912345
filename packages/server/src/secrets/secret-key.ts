import { existsSync, rmSync } from 'node:fs'

import type Sqlite from 'better-sqlite3'

import { connect, databaseFile } from '../database/connection.ts'
import { lockDataDir } from '../database/data-lock.ts'
import type { Settings } from '../settings/settings.ts'
import {
  assertDatabaseNotMissing,
  keyFile,
  moveKeyFile,
  nextKeyFile,
  readKeyFile,
  writeKeyFile,
} from './key-file.ts'
import { createSealer, newKey, type Sealer } from './sealer.ts'
import {
  emptyLostRows,
  hasSealedRows,
  lostRows,
  type LostRows,
  opensAny,
  resealRows,
} from './sealed-columns.ts'

type KeySettings = Pick<Settings, 'DATA_DIR' | 'SECRET_KEY'>

/**
 * The sealer of a data folder whose database is open already, with a new key where nothing is sealed yet.
 * @throws with what to do when the key is missing, broken or another database's
 */
export function openSealer(settings: KeySettings): Sealer {
  const connection = connect(databaseFile(settings.DATA_DIR))
  try {
    return createSealer(findKey(connection, settings))
  } finally {
    connection.close()
  }
}

function findKey(connection: Sqlite.Database, settings: KeySettings): Buffer {
  const { DATA_DIR, SECRET_KEY } = settings
  const file = keyFile(DATA_DIR)
  const isNeeded = hasSealedRows(connection)
  const fits = (key: Buffer) => !isNeeded || opensAny(connection, createSealer(key))

  if (SECRET_KEY) {
    if (fits(SECRET_KEY)) return SECRET_KEY
    throw keyProblem('SECRET_KEY is not the key that secrets in the database are encrypted with.')
  }
  const key = readKey(file)
  if (key && fits(key)) {
    // Left by a rotation that ended before it changed anything.
    rmSync(nextKeyFile(DATA_DIR), { force: true })
    return key
  }
  const next = readKey(nextKeyFile(DATA_DIR))
  if (next && isNeeded && fits(next)) {
    // A rotation ended between its commit and this.
    moveKeyFile(nextKeyFile(DATA_DIR), file)
    return next
  }
  if (key)
    throw keyProblem(`${file} is not the key that secrets in the database are encrypted with.`)
  if (isNeeded)
    throw keyProblem(`${file} is missing, but secrets in the database are encrypted with it.`)
  const made = newKey()
  writeKeyFile(file, made)
  return made
}

function readKey(file: string): Buffer | undefined {
  try {
    return readKeyFile(file)
  } catch (reason) {
    throw keyProblem(reason instanceof Error ? reason.message : String(reason))
  }
}

const keyProblem = (what: string): Error =>
  new Error(
    `${what} Put the right secret.key back from a backup, or set SECRET_KEY to what it held. If it is lost for ` +
      'good, see what goes with it, and go on without, with: npm run secret-key -- forget-lost',
  )

/**
 * Gives a folder a new key and seals everything with it. Ended at any moment, either the old key or the new one is
 * in force, and is there.
 * @param next the new key where `SECRET_KEY` holds the old one; otherwise one is made
 * @returns how many secrets were sealed again
 */
export function rotateKey(settings: KeySettings, next?: Buffer): number {
  return withFolder(settings, (connection) => {
    const from = createSealer(findKey(connection, settings))
    if (settings.SECRET_KEY) {
      if (!next)
        throw new Error('Set NEW_SECRET_KEY to the key that takes the place of SECRET_KEY.')
      return resealRows(connection, from, createSealer(next))
    }
    const made = newKey()
    const beside = nextKeyFile(settings.DATA_DIR)
    // On the disk before any row needs it; the old key stays until no row does.
    writeKeyFile(beside, made)
    const count = resealRows(connection, from, createSealer(made))
    moveKeyFile(beside, keyFile(settings.DATA_DIR))
    return count
  })
}

/**
 * Goes on without a lost key: what no key here can open is given up.
 * @param isSure otherwise nothing is changed
 * @returns what is lost
 */
export function forgetLost(settings: KeySettings, isSure: boolean): LostRows {
  return withFolder(settings, (connection) => {
    const key = keyOrNone(connection, settings)
    const sealer = key && createSealer(key)
    const lost = lostRows(connection, sealer)
    if (!isSure) return lost
    emptyLostRows(connection, sealer)
    const file = keyFile(settings.DATA_DIR)
    // It may be another database's, so it is kept. The next start makes a new one.
    if (!key && !settings.SECRET_KEY && existsSync(file)) moveKeyFile(file, `${file}.unused`)
    return lost
  })
}

/** The key of a database; none when every key at hand is another one. */
function keyOrNone(connection: Sqlite.Database, settings: KeySettings): Buffer | undefined {
  try {
    return findKey(connection, settings)
  } catch {
    return undefined
  }
}

/** Works on the database of a folder that no server uses. */
function withFolder<T>({ DATA_DIR }: KeySettings, work: (connection: Sqlite.Database) => T): T {
  assertDatabaseNotMissing(DATA_DIR)
  if (!existsSync(databaseFile(DATA_DIR))) throw new Error(`There is no database in ${DATA_DIR}.`)
  const unlock = lockDataDir(DATA_DIR)
  try {
    const connection = connect(databaseFile(DATA_DIR))
    try {
      // What was sealed with the old key does not stay behind in free pages.
      connection.pragma('secure_delete = ON')
      const result = work(connection)
      connection.pragma('wal_checkpoint(TRUNCATE)')
      return result
    } finally {
      connection.close()
    }
  } finally {
    unlock()
  }
}
