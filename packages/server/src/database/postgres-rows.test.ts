import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'

import { addDatabase, dropDatabase } from '../testing/postgres.ts'
import type { Database, Reader } from './database.ts'
import { mergeable, updateOf } from './many-rows.ts'
import { openPostgres } from './postgres.ts'
import { prepared } from './prepared.ts'

let url: string
let db: Database
let count = 0

beforeEach(async () => {
  url = await addDatabase(inject('postgres'), `rows_${process.pid}_${(count += 1)}`)
  db = await openPostgres(url)
})
afterEach(async () => {
  await db.close()
  await dropDatabase(url)
})

/** Runs a statement without values. */
const rowsOf = async <Row>(reader: Reader, text: string): Promise<Row[]> =>
  (await sql<Row>`${sql.raw(text)}`.execute(reader)).rows

test('a connection keeps a limited number of prepared statements, those used last', async () => {
  const used = "SELECT 'used all the time' AS text"
  for (let n = 0; n < 1200; n++) {
    await rowsOf(db.read, `SELECT ${n} AS number`)
    if (n % 100 === 0) await rowsOf(db.read, used)
  }
  await rowsOf(db.read, used)
  const texts = await rowsOf<{ statement: string }>(
    db.read,
    'SELECT statement FROM pg_prepared_statements',
  )
  const statements = texts.map(({ statement }) => statement)
  expect(statements).toContain('SELECT 1199 AS number')
  expect(statements).not.toContain('SELECT 0 AS number')
  expect(statements.length).toBeLessThanOrEqual(502)
})

describe('a write of many rows', () => {
  const titled = mergeable(
    prepared((tx, row: { id: string; title: string }) =>
      tx.updateTable('buckets').set({ title: row.title }).where('id', '=', row.id),
    ),
    updateOf('buckets', ['id'], ['title']),
  )
  const versioned = mergeable(
    prepared((tx, row: { id: string; title: string; version: number }) =>
      tx
        .updateTable('buckets')
        .set({ title: row.title, version: row.version })
        .where('id', '=', row.id),
    ),
    updateOf('buckets', ['id'], ['title', 'version']),
  )
  const ids = Array.from({ length: 10 }, (_, n) => `b${n}`)

  beforeEach(async () => {
    const now = new Date().toISOString()
    await db.write(async ({ db: tx }) => {
      await sql`INSERT INTO projects (id, title, slug, created_at, modified_at) VALUES ('p', 'P', 'p', ${now}, ${now})`.execute(
        tx,
      )
      for (const id of ids)
        await sql`INSERT INTO buckets (id, project_id, slug, title, read_key_hash, read_key_sealed, write_key_hash, write_key_sealed, created_at, modified_at)
          VALUES (${id}, 'p', ${id}, '', ${`r${id}`}, '', ${`w${id}`}, '', ${now}, ${now})`.execute(
          tx,
        )
    }, 'serializable')
  })

  const titles = async (reader: Reader) =>
    (await rowsOf<{ title: string }>(reader, 'SELECT title FROM buckets ORDER BY id')).map(
      ({ title }) => title,
    )

  test('sends a single statement, before the next read', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    const texts = ['{"a"}', 'b\\', '', 'NULL', "'", 'ä😀', 'g', 'h', 'i', 'j']
    await db.write(async ({ db: tx }) => {
      for (const [n, id] of ids.entries()) await titled(tx, { id, title: texts[n] ?? '' })
      expect(await titles(tx)).toEqual(texts)
    }, 'serializable')
    expect(await titles(db.read)).toEqual(texts)
    const updates = sent.mock.calls.filter(([query]) =>
      /"text":"update/.test(JSON.stringify(query)),
    )
    sent.mockRestore()
    expect(updates).toHaveLength(1)
  })

  test('updates a row in the order of its writes, with any columns', async () => {
    await db.write(async ({ db: tx }) => {
      for (const id of ids) await versioned(tx, { id, title: 'first', version: 2 })
      for (const id of ids) await titled(tx, { id, title: 'second' })
      for (const id of ids.slice(0, 5)) await versioned(tx, { id, title: 'third', version: 3 })
      await titled(tx, { id: 'b9', title: 'last' })
    }, 'serializable')
    const thirds = Array.from({ length: 5 }, () => 'third')
    const seconds = Array.from({ length: 4 }, () => 'second')
    expect(await titles(db.read)).toEqual([...thirds, ...seconds, 'last'])
  })

  test('fails as a whole if one row cannot be written', async () => {
    const failing = db.write(async ({ db: tx }) => {
      for (const id of ids) await titled(tx, { id, title: id === 'b7' ? '\0' : 'new' })
    }, 'serializable')
    await expect(failing).rejects.toThrow()
    expect(new Set(await titles(db.read))).toEqual(new Set(['']))
  })

  test('copes with very many rows and large values', async () => {
    await db.write(async ({ db: tx }) => {
      for (let n = 0; n < 2500; n++) await titled(tx, { id: `none${n}`, title: 'x' })
      for (const id of ids) await titled(tx, { id, title: 'y'.repeat(500_000) })
    }, 'serializable')
    expect((await titles(db.read)).every((title) => title.length === 500_000)).toBe(true)
  })
})
