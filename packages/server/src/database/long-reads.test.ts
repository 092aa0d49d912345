import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { trusted } from '@typecase/content-query/sql-text'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Database, Reader } from './database.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-'))
  // So that every long read is done by a thread.
  db = openSqlite(folder, { large: 0 })
  await db.write(({ db: tx }) => sql`CREATE TABLE notes (text TEXT NOT NULL)`.execute(tx))
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

const add = (text: string) =>
  db.write(({ db: tx }) => sql`INSERT INTO notes VALUES (${text})`.execute(tx))

async function notes(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`SELECT text FROM notes ORDER BY rowid`.execute(
    reader,
  )
  return rows.map(({ text }) => text)
}

/** Takes a while. */
const long = (reader: Reader) =>
  sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT count(fold('É' || i)) FROM n`.execute(
    reader,
  )

test('a thread sees every write that was acknowledged', async () => {
  for (let n = 1; n <= 20; n += 1) {
    await add(`${n}`)
    expect(await notes(db.scan)).toHaveLength(n)
    expect(await notes(db.walk)).toHaveLength(n)
  }
})

test(
  'reads and writes go on while scans run, however many they are',
  { timeout: 30_000 },
  async () => {
    let ended = 0
    const scans = Array.from({ length: 8 }, () => long(db.scan).then(() => (ended += 1)))
    await add('one')
    expect(await notes(db.read)).toEqual(['one'])
    expect(ended).toBe(0)
    expect(await notes(db.walk)).toEqual(['one'])
    expect(ended).toBeLessThan(8)
    await Promise.all(scans)
  },
)

test('a thread writes nothing, tells why it failed, and goes on', async () => {
  const broken = sql`INSERT INTO notes VALUES ('a') RETURNING text`.execute(db.scan)
  await expect(broken).rejects.toMatchObject({ code: 'SQLITE_READONLY' })
  expect(await notes(db.scan)).toEqual([])
})

test('a small database is read without threads', async () => {
  await db.close()
  db = openSqlite(folder)
  const order: string[] = []
  const scan = notes(db.scan).then(() => order.push('scan'))
  await new Promise(setImmediate)
  order.push('here')
  await scan
  expect(order).toEqual(['scan', 'here'])
})

test('what is written aside is one write; writers wait for it', async () => {
  await add('first')
  const aside = db.writeAside(async () => [
    trusted('CREATE INDEX by_text ON notes (text)'),
    trusted("INSERT INTO notes VALUES ('aside')"),
  ])
  // Lets it reach the queue: it gets ready before.
  await db.lend(async () => {})
  await aside
  await add('last')
  expect(await notes(db.read)).toEqual(['first', 'aside', 'last'])
  const failing = db.writeAside(async () => [
    trusted("INSERT INTO notes VALUES ('undone')"),
    trusted('INSERT INTO nowhere VALUES (1)'),
  ])
  await expect(failing).rejects.toThrow('nowhere')
  expect(await notes(db.read)).toEqual(['first', 'aside', 'last'])
})
