import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type Sqlite from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'

import { connect, databaseFile } from './connection.ts'
import { openSqlite } from './sqlite.ts'

const FOLDER = join(import.meta.dirname, '../../../../tests/fixtures/data-folder')
const dataDir = mkdtempSync(join(tmpdir(), 'typecase-'))
writeFileSync(databaseFile(dataDir), gunzipSync(readFileSync(join(FOLDER, 'typecase.sqlite.gz'))))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Rows as they were, and how the present tables say the same. */
const same: Readonly<Record<string, { before: string; after: string }>> = {
  objects: {
    before: 'SELECT * FROM objects ORDER BY id',
    after: 'SELECT * FROM objects ORDER BY id',
  },
  'published objects': {
    before: 'SELECT * FROM published_objects ORDER BY id',
    after: 'SELECT * FROM published_objects ORDER BY id',
  },
  'object types': {
    before: 'SELECT * FROM object_types ORDER BY id',
    after: 'SELECT * FROM object_types ORDER BY id',
  },
  media: { before: 'SELECT * FROM media ORDER BY id', after: 'SELECT * FROM media ORDER BY id' },
  'revisions, oldest first': {
    before: 'SELECT * FROM revisions ORDER BY object_id, seq',
    after: 'SELECT * FROM revisions ORDER BY object_id, rev',
  },
  'what revisions were': {
    before: `SELECT id, json_extract(state, '$.status') AS status FROM revisions ORDER BY id`,
    after: 'SELECT id, status FROM revisions ORDER BY id',
  },
  'change sets, newest first': {
    before: 'SELECT * FROM change_sets ORDER BY bucket_id, seq DESC',
    after: 'SELECT * FROM change_sets ORDER BY bucket_id, version DESC',
  },
  'what change sets did, with the states before': {
    before: `SELECT i.*, r.state FROM change_set_items i LEFT JOIN revisions r ON r.seq = i.revision_seq
      ORDER BY i.change_set_id, i.seq`,
    after: `SELECT i.*, r.state FROM change_set_items i LEFT JOIN revisions r
      ON r.bucket_id = i.bucket_id AND r.object_id = i.object_id AND r.rev = i.revision_rev
      ORDER BY i.change_set_id, i.place`,
  },
  'what jobs left alone': {
    before: `SELECT job_id AS owner_id, object_id, title, reason FROM job_failures ORDER BY job_id, seq`,
    after: `SELECT f.* FROM failures f JOIN jobs j ON j.id = f.owner_id AND j.bucket_id = f.bucket_id
      ORDER BY owner_id, place`,
  },
  'what change sets left alone': {
    before: `SELECT change_set_id AS owner_id, object_id, title, reason FROM change_set_failures ORDER BY change_set_id, seq`,
    after: `SELECT f.* FROM failures f JOIN change_sets c ON c.id = f.owner_id AND c.bucket_id = f.bucket_id
      ORDER BY owner_id, place`,
  },
  'what jobs are to do': {
    before: `SELECT job_id, params AS text FROM job_params`,
    after: `SELECT * FROM job_inputs WHERE part = 0`,
  },
  'what jobs are to do it to': {
    before: `SELECT job_id, ids AS text FROM job_objects ORDER BY job_id, piece`,
    after: `SELECT * FROM job_inputs WHERE part > 0 ORDER BY job_id, part`,
  },
}

/** A job that is open, and what was left alone: nothing of this is in the folder. */
const MORE = `
  INSERT INTO jobs (id, bucket_id, kind, title, status, payload, run_at, created_at)
    SELECT 'j', id, 'objects.delete', 'Delete', 'queued', '{}', 0, '1' FROM buckets LIMIT 1;
  INSERT INTO job_params VALUES ('j', '{"n":1}');
  INSERT INTO job_objects (job_id, piece, ids) VALUES ('j', 0, 'first'), ('j', 1, 'second');
  INSERT INTO job_failures (job_id, object_id, title, reason) VALUES ('j', 'z', 'Z', 'No.'), ('j', NULL, NULL, 'Nor this.');
  INSERT INTO change_set_failures (change_set_id, object_id, title, reason)
    SELECT id, 'y', 'Y', 'Not at once.' FROM change_sets LIMIT 1;`

const rowsIn = (connection: Sqlite.Database, text: string) =>
  connection.prepare<[], Record<string, unknown>>(text).all()

test('every row of an older data folder is there under its new key', async () => {
  const old = connect(databaseFile(dataDir))
  old.exec(MORE)
  const before = new Map(
    Object.entries(same).map(([name, texts]) => [name, rowsIn(old, texts.before)]),
  )
  old.close()
  await openSqlite(dataDir).close()
  const now = connect(databaseFile(dataDir))
  for (const [name, texts] of Object.entries(same)) {
    const [rows = [], after] = [before.get(name), rowsIn(now, texts.after)]
    expect(rows.length, name).toBeGreaterThan(0)
    const shared = Object.keys(rows[0] ?? {}).filter((column) => column in (after[0] ?? {}))
    const only = (row: Record<string, unknown>) => shared.map((column) => row[column])
    expect(after.map(only), name).toEqual(rows.map(only))
  }
  expect(now.pragma('foreign_key_check')).toEqual([])
  expect(now.pragma('integrity_check', { simple: true })).toBe('ok')
  const ahead = `SELECT b.id FROM buckets b JOIN change_sets c ON c.bucket_id = b.id AND c.version > b.version`
  expect(rowsIn(now, ahead)).toEqual([])
  now.close()
})
