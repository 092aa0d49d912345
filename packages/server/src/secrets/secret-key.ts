import { existsSync, rmSync } from 'node:fs'

import { databaseFile } from '../database/connection.ts'
import { openDatabase } from '../database/open-database.ts'
import type { Database, Reader } from '../database/database.ts'
import { lockDataDir } from '../database/data-lock.ts'
import { engineOf } from '../database/session.ts'
import { secureDelete } from '../database/sqlite-dialect.ts'
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
import { emptyLostRows, fits, lostRows, type LostRows, resealRows } from './sealed-columns.ts'

type KeySettings = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL' | 'SECRET_KEY'>

/**
 * The sealer of a database, with a new key if nothing is sealed yet.
 * @throws with advice when the key is missing, broken or another database's
 */
export const openSealer = async (db: Reader, settings: KeySettings): Promise<Sealer> =>
  createSealer(await findKey(db, settings))

async function findKey(db: Reader, settings: KeySettings): Promise<Buffer> {
  const { DATA_DIR, SECRET_KEY } = settings
  const file = keyFile(DATA_DIR)
  const isKey = (key: Buffer) => fits(db, createSealer(key))

  if (SECRET_KEY) {
    if (await isKey(SECRET_KEY)) return SECRET_KEY
    throw keyProblem('SECRET_KEY is not the key that secrets in the database are encrypted with.')
  }
  const key = readKey(file)
  if (key && (await isKey(key))) {
    // Left by a rotation that ended before it changed anything.
    rmSync(nextKeyFile(DATA_DIR), { force: true })
    return key
  }
  const isNeeded = !(await fits(db, undefined))
  const next = readKey(nextKeyFile(DATA_DIR))
  if (next && isNeeded && (await isKey(next))) {
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
      'good, see what goes with it, and go on without, with: npx typecase secret-key forget-lost',
  )

/**
 * Gives a folder a new key and seals everything with it. Ended at any moment, either the old key or the new one is
 * in force, and is there.
 * @param next the new key where `SECRET_KEY` holds the old one; otherwise one is made
 * @returns how many secrets were sealed again
 */
export function rotateKey(settings: KeySettings, next?: Buffer): Promise<number> {
  return withDatabase(settings, async (db) => {
    const from = createSealer(await findKey(db.read, settings))
    const reseal = (key: Buffer) =>
      db.write((write) => resealRows(write.db, from, createSealer(key)), 'serializable')
    if (settings.SECRET_KEY) {
      if (!next) throw new Error('Set NEW_SECRET_KEY to the key that replaces SECRET_KEY.')
      return reseal(next)
    }
    const made = newKey()
    const temporaryFile = nextKeyFile(settings.DATA_DIR)
    // On the disk before any row needs it; the old key stays until no row does.
    writeKeyFile(temporaryFile, made)
    const count = await reseal(made)
    moveKeyFile(temporaryFile, keyFile(settings.DATA_DIR))
    return count
  })
}

/**
 * Continues without a lost key: secrets that no key here can open are given up.
 * @param isSure otherwise nothing is changed
 * @returns the lost rows
 */
export function forgetLost(settings: KeySettings, isSure: boolean): Promise<LostRows> {
  return withDatabase(settings, async (db) => {
    const key = await keyOrNone(db.read, settings)
    const sealer = key && createSealer(key)
    const lost = await lostRows(db.read, sealer)
    if (!isSure) return lost
    await db.write((write) => emptyLostRows(write.db, sealer), 'serializable')
    const file = keyFile(settings.DATA_DIR)
    // The file may belong to another database, so it is renamed. The next start creates a new one.
    if (!key && !settings.SECRET_KEY && existsSync(file)) moveKeyFile(file, `${file}.unused`)
    return lost
  })
}

/** The key of a database; none when every key at hand is another one. */
async function keyOrNone(db: Reader, settings: KeySettings): Promise<Buffer | undefined> {
  try {
    return await findKey(db, settings)
  } catch {
    return undefined
  }
}

/** Works on a database that no server uses. */
async function withDatabase<T>(
  settings: KeySettings,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { DATA_DIR } = settings
  const isFile = settings.DATABASE_URL === undefined
  if (isFile) assertDatabaseNotMissing(DATA_DIR)
  if (isFile && !existsSync(databaseFile(DATA_DIR)))
    throw new Error(`There is no database in ${DATA_DIR}.`)
  const unlock = isFile ? lockDataDir(DATA_DIR) : undefined
  try {
    const db = await openDatabase(settings)
    try {
      if (engineOf(db.read) === 'sqlite') {
        // Secrets that were sealed with the old key must not remain in free pages.
        await db.write((write) => secureDelete.execute(write.db), 'serializable')
      }
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    unlock?.()
  }
}
