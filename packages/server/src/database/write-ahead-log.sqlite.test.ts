import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { waitFor } from '../testing/wait-for.ts'
import { connect, databaseFile } from './connection.ts'
import { HeldBuckets } from './held-buckets.ts'
import { openSqlite } from './sqlite.ts'
import { TurnSnapshot } from './sqlite-driver.ts'
import { createWriteQueue } from './write-queue.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the write-ahead log is moved into the file once it is long, and starts again', async () => {
  const db = openSqlite(folder)
  const other = connect(databaseFile(folder))
  const state = () => {
    const [, frames, done] = other.prepare('PRAGMA wal_checkpoint(NOOP)').raw().get() as number[]
    return { frames, done }
  }
  await db.write(
    ({ db: tx }) => sql`CREATE TABLE notes (text BLOB NOT NULL)`.execute(tx),
    'serializable',
  )
  const add = (bytes: number) =>
    db.write(
      ({ db: tx }) => sql`INSERT INTO notes VALUES (zeroblob(${bytes}))`.execute(tx),
      'serializable',
    )
  await add(12_000_000)
  expect(state().done).toBe(0)
  await add(12_000_000)
  await waitFor(state, ({ frames, done }) => done === frames)
  await add(1)
  expect(state().frames).toBeLessThan(10)
  other.close()
  await db.close()
})

test('the write-ahead log starts again even if someone reads in every turn', async () => {
  const db = openSqlite(folder)
  const other = connect(databaseFile(folder))
  await db.write(
    ({ db: tx }) => sql`CREATE TABLE notes (text BLOB NOT NULL)`.execute(tx),
    'serializable',
  )
  const stopping = new AbortController()
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      await sql`SELECT count(*) FROM notes`.execute(db.read)
      await new Promise((resolve) => setTimeout(resolve))
    }
  })()
  const frames = () =>
    (other.prepare('PRAGMA wal_checkpoint(NOOP)').raw().get() as [number, number, number])[1]
  // A slow disk lets the log grow for longer, but not without limit.
  let [before, now] = [0, 0]
  for (let n = 0; n < 500 && now >= before; n++) {
    await db.write(
      ({ db: tx }) => sql`INSERT INTO notes VALUES (zeroblob(2000000))`.execute(tx),
      'serializable',
    )
    ;[before, now] = [now, frames()]
  }
  stopping.abort()
  await reading
  expect(now).toBeLessThan(before)
  other.close()
  await db.close()
})

test('a write fails when the disk cannot be synced, and so does each after it', async () => {
  const file = databaseFile(folder)
  // A pipe replaces the log: it can be written but not synced.
  execFileSync('mkfifo', [`${file}.pipe-wal`])
  const connection = connect(file)
  const reader = connect(file)
  connection.exec('CREATE TABLE notes (text TEXT NOT NULL)')
  const queue = createWriteQueue(
    `${file}.pipe`,
    connection,
    new HeldBuckets(),
    new TurnSnapshot(reader),
  )
  const add = () => queue.write(({ db }) => sql`INSERT INTO notes VALUES ('a note')`.execute(db))
  await expect(add()).rejects.toMatchObject({ code: 'EINVAL' })
  await expect(add()).rejects.toMatchObject({ code: 'EINVAL' })
  await queue.log.close()
  reader.close()
  connection.close()
})
