import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { connect, databaseFile } from './connection.ts'
import { openSqlite } from './sqlite.ts'
import { beginUndoLog, endUndoLog, longWrites, settleSome } from './undo-log.ts'

/** Number of runs; set UNDO_RUNS for a longer test. */
const RUNS = Number(process.env['UNDO_RUNS'] ?? 15)

let folder: string
let connection: Sqlite.Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-'))
  await openSqlite(folder).close()
  connection = connect(databaseFile(folder))
  // The test commits each step, and no commit must outlive it.
  connection.pragma('synchronous = OFF')
  const now = '2026-11-22T08:00:00.000Z'
  connection
    .prepare(
      'INSERT INTO projects (id, title, slug, created_at, modified_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run('p', 'P', 'p', now, now)
  for (const id of ['a', 'b']) {
    connection
      .prepare(
        `INSERT INTO buckets (id, project_id, slug, title, read_key_hash, read_key_sealed, write_key_hash, write_key_sealed, created_at, modified_at)
          VALUES (@id, 'p', @id, @id, @id, @id, @id, @id, @now, @now)`,
      )
      .run({ id, now })
    for (let n = 0; n < 4; n += 1) {
      insertMedia(`${id}${n}`, id, `${n}`)
      addSet(`${id}${n}`, id)
    }
  }
})
afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true })
})

function insertMedia(id: string, bucket: string, name: string, how = 'INSERT'): void {
  connection
    .prepare(
      `${how} INTO media (id, bucket_id, name, original_name, type, created_at, modified_at)
        VALUES (?, ?, ?, 'x', 'image', '', '')`,
    )
    .run(id, bucket, name)
}

function addSet(id: string, bucket: string): void {
  connection
    .prepare(
      `INSERT INTO change_sets (id, bucket_id, version, kind, title, created_at)
        VALUES (@id, @bucket, (SELECT coalesce(max(version), 0) + 1 FROM change_sets), 'update', 't', '')`,
    )
    .run({ id, bucket })
  for (const [index, media] of ['one', 'two'].entries()) {
    connection
      .prepare(
        `INSERT INTO change_set_media (bucket_id, change_set_id, place, media_id, title, before, after)
          VALUES (?, ?, ?, ?, '', '{}', '{}')`,
      )
      .run(bucket, id, index, media)
  }
}

/** All tables of the file, except those of the undo log. */
function everything(): string {
  const names = connection
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('undo_steps', 'long_writes') ORDER BY name`,
    )
    .pluck()
    .all() as string[]
  const rows = (name: string) =>
    connection.prepare(`SELECT * FROM ${name}`).raw().safeIntegers().all()
  return JSON.stringify(
    names.map((name) => [name, rows(name)]),
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  )
}

/** Runs steps as a long write that commits after each. */
function write(steps: readonly (() => void)[]): void {
  connection.exec('BEGIN IMMEDIATE')
  beginUndoLog(connection, 'a')
  for (const step of steps) {
    try {
      step()
    } catch (reason) {
      if (!/constraint/.test(String(reason))) throw reason
    }
    connection.exec('COMMIT')
    connection.exec('BEGIN IMMEDIATE')
  }
  connection.exec('COMMIT')
}

function settleAll(): void {
  for (const one of longWrites(connection)) while (!settleSome(connection, one, 0));
}

const run = (text: string, ...values: unknown[]) => connection.prepare(text).run(...values)

const key = fc.integer({ min: 0, max: 6 }).map(String)
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '0', '1.50', 'null', '{"a":1}', 'a\0b', '\u2028"\\\n', '9007199254740993'),
)
const number = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constant(null))
const statement: fc.Arbitrary<() => void> = fc.oneof(
  fc.tuple(key, key).map(
    ([id, name]) =>
      () =>
        insertMedia(`a${id}`, 'a', name),
  ),
  fc.tuple(key, key).map(
    ([id, name]) =>
      () =>
        insertMedia(`a${id}`, 'a', name, 'INSERT OR REPLACE'),
  ),
  fc.tuple(key, text).map(
    ([name, title]) =>
      () =>
        run(
          `INSERT INTO media (id, bucket_id, name, original_name, type, created_at, modified_at)
            VALUES (?, 'a', ?, 'x', 'image', '', '') ON CONFLICT (bucket_id, name) DO UPDATE SET title = ?`,
          `new ${name}`,
          name,
          title,
        ),
  ),
  fc.tuple(key, text, number).map(
    ([id, title, width]) =>
      () =>
        run('UPDATE media SET title = ?, width = ? WHERE id = ?', title, width, `a${id}`),
  ),
  // Changes several rows, and even the key.
  fc.tuple(text, key).map(
    ([more, id]) =>
      () =>
        run(
          'UPDATE media SET name = name || ? WHERE bucket_id = ? AND id > ?',
          more,
          'a',
          `a${id}`,
        ),
  ),
  fc.tuple(key, key).map(
    ([id, to]) =>
      () =>
        run('UPDATE media SET id = ? WHERE id = ?', `a${to}`, `a${id}`),
  ),
  key.map((id) => () => run('DELETE FROM media WHERE id = ?', `a${id}`)),
  // Also deletes rows of another table.
  key.map((id) => () => run('DELETE FROM change_sets WHERE id = ?', `a${id}`)),
  key.map((id) => () => addSet(`a${id}`, 'a')),
  // The undo log finds the row by its rowid, though its key contains the bucket.
  fc.tuple(key, key).map(([id, rank]) => () => {
    run(
      `INSERT INTO objects (id, bucket_id, type, slug, title, status, rank, created_at, modified_at, version)
            VALUES (?, 'a', 'things', ?, '', 'draft', ?, '', '', ?)`,
      `a${id}`,
      id,
      Number(rank),
      Number(rank),
    )
    run(
      `INSERT INTO published_objects (id, bucket_id, type, slug, title, rank, created_at, modified_at)
            VALUES (?, 'a', 'things', ?, '', ?, '', '')`,
      `a${id}`,
      id,
      Number(rank),
    )
  }),
  fc.tuple(key, text).map(
    ([id, content]) =>
      () =>
        run('UPDATE objects SET rank = rank + 10, content = ? WHERE id >= ?', content, `a${id}`),
  ),
  key.map((id) => () => run('DELETE FROM objects WHERE id = ?', `a${id}`)),
  fc.constant(() => run('UPDATE buckets SET version = version + 1 WHERE id = ?', 'a')),
  fc.constant(() =>
    run(`UPDATE change_set_media SET place = place + 2 WHERE change_set_id = 'a1'`),
  ),
  fc.tuple(key, text).map(
    ([slug, title]) =>
      () =>
        run(
          `INSERT OR REPLACE INTO object_type_folders (bucket_id, slug, title, rank) VALUES ('a', ?, ?, 0)`,
          slug,
          title,
        ),
  ),
  fc.tuple(key, key).map(
    ([from, to]) =>
      () =>
        run('UPDATE object_type_folders SET slug = ? WHERE slug = ?', to, from),
  ),
  key.map((slug) => () => run('DELETE FROM object_type_folders WHERE slug = ?', slug)),
)

test('undoing any write leaves each row as it was', { timeout: 20_000 + RUNS * 2000 }, () => {
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 30 }), (steps) => {
      const before = everything()
      write(steps)
      settleAll()
      expect(everything()).toBe(before)
      expect(connection.prepare('SELECT count(*) FROM undo_steps').pluck().get()).toBe(0)
    }),
    { numRuns: RUNS },
  )
})

test('a completed write is kept, and its undo steps are removed', () => {
  write([() => run('DELETE FROM media WHERE bucket_id = ?', 'a')])
  const after = everything()
  const [one] = longWrites(connection)
  endUndoLog(connection, one?.id ?? 0)
  settleAll()
  expect(everything()).toBe(after)
  expect(longWrites(connection)).toEqual([])
  expect(connection.prepare('SELECT count(*) FROM undo_steps').pluck().get()).toBe(0)
})

test('changes of each content table are logged, and those of jobs are not', () => {
  connection.exec('BEGIN')
  beginUndoLog(connection, 'a')
  const logged = connection
    .prepare("SELECT DISTINCT tbl_name FROM sqlite_temp_schema WHERE type = 'trigger' ORDER BY 1")
    .pluck()
    .all()
  connection.exec('COMMIT')
  expect(logged).toEqual(
    expect.arrayContaining([
      'buckets',
      'change_set_items',
      'change_set_media',
      'change_sets',
      'failures',
      'media',
      'object_type_folders',
      'object_types',
      'objects',
      'published_objects',
      'revisions',
    ]),
  )
  expect(logged).not.toEqual(expect.arrayContaining(['jobs']))
})
