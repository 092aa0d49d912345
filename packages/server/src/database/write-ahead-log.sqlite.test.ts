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
import { createWriteQueue } from './write-queue.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('is brought into the file once it is long, and begins anew', async () => {
  const db = openSqlite(folder)
  const beside = connect(databaseFile(folder))
  const state = () => {
    const [, frames, done] = beside.prepare('PRAGMA wal_checkpoint(NOOP)').raw().get() as number[]
    return { frames, done }
  }
  await db.write(({ db: tx }) => sql`CREATE TABLE notes (text BLOB NOT NULL)`.execute(tx))
  const add = (bytes: number) =>
    db.write(({ db: tx }) => sql`INSERT INTO notes VALUES (zeroblob(${bytes}))`.execute(tx))
  await add(12_000_000)
  expect(state().done).toBe(0)
  await add(12_000_000)
  await waitFor(state, ({ frames, done }) => done === frames)
  await add(1)
  expect(state().frames).toBeLessThan(10)
  beside.close()
  await db.close()
})

test('a write fails when the disk cannot be synced, and so does each after it', async () => {
  const file = databaseFile(folder)
  // In place of the log, something that can be written and not synced.
  execFileSync('mkfifo', [`${file}.pipe-wal`])
  const connection = connect(file)
  connection.exec('CREATE TABLE notes (text TEXT NOT NULL)')
  const queue = createWriteQueue(`${file}.pipe`, connection, new HeldBuckets())
  const add = () => queue.write(({ db }) => sql`INSERT INTO notes VALUES ('a note')`.execute(db))
  await expect(add()).rejects.toMatchObject({ code: 'EINVAL' })
  await expect(add()).rejects.toMatchObject({ code: 'EINVAL' })
  await queue.log.close()
  connection.close()
})
