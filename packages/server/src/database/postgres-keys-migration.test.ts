import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { addDatabase, dropDatabase } from '../testing/postgres.ts'
import { migratePostgres } from './migrate-postgres.ts'

const TRUNK = readFileSync(join(import.meta.dirname, 'migrations/postgres/0001-trunk.sql'), 'utf8')

/** Two buckets as the first tables held them: each has an object with a draft beside what is public. */
const rows = `
  INSERT INTO projects (id, title, slug, created_at, modified_at) VALUES ('p', 'P', 'p', '1', '1');
  INSERT INTO buckets (id, project_id, slug, title, version, read_key_hash, read_key_sealed, write_key_hash, write_key_sealed, created_at, modified_at)
    SELECT b, 'p', b, b, 9, 'r' || b, '', 'w' || b, '', '1', '1' FROM unnest(ARRAY['a', 'b']) AS b;
  INSERT INTO object_types (id, bucket_id, slug, title, singular, options, metafields, rank, created_at, modified_at)
    SELECT 't' || b, b, 'posts', 'Posts', 'Post', '{}', '[]', 0, '1', '1' FROM unnest(ARRAY['a', 'b']) AS b;
  INSERT INTO media (id, bucket_id, name, original_name, type, created_at, modified_at)
    SELECT 'm' || b, b, 'm.png', 'm.png', 'image/png', '1', '1' FROM unnest(ARRAY['a', 'b']) AS b;
  INSERT INTO objects (seq, id, bucket_id, type, slug, title, status, rank, created_at, modified_at, rev, version, is_published, metadata)
    SELECT ascii(b), 'o' || b, b, 'posts', 'new', 'New', 'draft', 1, '1', '3', 3, 5, 1, '{"a":  1}' FROM unnest(ARRAY['a', 'b']) AS b;
  INSERT INTO published_objects (seq, id, bucket_id, type, slug, title, rank, created_at, modified_at)
    SELECT ascii(b), 'o' || b, b, 'posts', 'old', 'Old', 1, '1', '2' FROM unnest(ARRAY['a', 'b']) AS b;
  INSERT INTO revisions (seq, id, object_id, bucket_id, rev, change_set_id, created_at, state) VALUES
    (11, 'r1', 'oa', 'a', 1, 's1', '1', '{"n":1}'), (12, 'r2', 'ob', 'b', 1, 's2', '1', '{"n":2,"status":"published"}'), (13, 'r3', 'oa', 'a', 2, 's3', '1', '{"n":3}');
  INSERT INTO change_sets (seq, id, bucket_id, kind, title, count, created_at) VALUES
    (21, 's1', 'a', 'update', 'First', 1, '1'), (22, 's2', 'b', 'update', 'Theirs', 1, '1'), (23, 's3', 'a', 'migrate', 'Second', 2, '1');
  INSERT INTO change_set_items (seq, change_set_id, object_id, type, title, rev_before, rev_after, revision_seq, before) VALUES
    (31, 's1', 'oa', 'posts', 'New', 1, 2, 11, NULL), (32, 's2', 'ob', 'posts', 'New', 1, 2, 12, NULL),
    (33, 's3', 'oa', 'posts', 'New', 2, 3, 13, NULL), (34, 's3', 'ox', 'posts', 'Gone', 1, 2, NULL, '{"n":0}');
  INSERT INTO change_set_fields VALUES ('s3', 'ta', '[]', '[1]');
  INSERT INTO change_set_failures (change_set_id, object_id, title, reason) VALUES ('s1', 'oz', 'Z', 'No.');
  INSERT INTO jobs (id, bucket_id, kind, title, status, payload, run_at, created_at)
    VALUES ('j', 'b', 'objects.delete', 'Delete', 'queued', '{}', 0, '1');
  INSERT INTO job_params VALUES ('j', '{"n":1}');
  INSERT INTO job_objects (job_id, piece, ids) VALUES ('j', 0, 'first'), ('j', 1, 'second');
  INSERT INTO job_failures (job_id, object_id, title, reason) VALUES ('j', 'z', 'Z', 'No.'), ('j', NULL, NULL, 'Nor this.');
  INSERT INTO change_set_media (change_set_id, media_id, title, before, after) VALUES ('s2', 'mb', 'm', '{}', '{}');
  INSERT INTO users (id, email, email_key, created_at, modified_at) VALUES ('u', 'u@example.org', 'u@example.org', '1', '1');
  INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at) VALUES ('first', 'u', 1, 2, 3), ('second', 'u', 1, 2, 3);`

let url: string
let client: pg.Client
beforeAll(async () => {
  url = await addDatabase(inject('postgres'), `keys_${process.pid}`, 'template0')
  client = new pg.Client(url)
  await client.connect()
  await client.query(TRUNK)
  await client.query(
    'CREATE TABLE migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)',
  )
  const checksum = createHash('sha256').update(TRUNK).digest('hex')
  await client.query("INSERT INTO migrations VALUES ('0001-trunk', $1, '1')", [checksum])
  await client.query(rows)
})
afterAll(async () => {
  await client.end()
  await dropDatabase(url)
})

const all = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows

test('every row of an older database is there under its new key', async () => {
  const kept = ['objects', 'published_objects', 'object_types', 'media']
  const inOrder = (table: string) => all(`SELECT * FROM ${table} ORDER BY bucket_id, id`)
  const before = await Promise.all(kept.map(inOrder))
  await migratePostgres(client)
  const after = await Promise.all(kept.map(inOrder))
  // Later migrations add columns.
  expect(after).toMatchObject(before.map((found) => found.map(({ seq: _, ...row }) => row)))

  expect(
    await all('SELECT bucket_id, id, version, fields_after FROM change_sets ORDER BY 1, 3 DESC'),
  ).toEqual([
    { bucket_id: 'a', id: 's3', version: '2', fields_after: '[1]' },
    { bucket_id: 'a', id: 's1', version: '1', fields_after: null },
    { bucket_id: 'b', id: 's2', version: '1', fields_after: null },
  ])
  const states = await all(`
    SELECT i.bucket_id, i.change_set_id, i.object_id, coalesce(i.before, r.state) AS before FROM change_set_items i
    LEFT JOIN revisions r ON r.bucket_id = i.bucket_id AND r.object_id = i.object_id AND r.rev = i.revision_rev
    ORDER BY i.bucket_id, i.change_set_id, i.place`)
  expect(states.map((row) => Object.values(row))).toEqual([
    ['a', 's1', 'oa', '{"n":1}'],
    ['a', 's3', 'oa', '{"n":3}'],
    ['a', 's3', 'ox', '{"n":0}'],
    ['b', 's2', 'ob', '{"n":2,"status":"published"}'],
  ])
  expect(await all('SELECT id, status FROM revisions ORDER BY id')).toEqual([
    { id: 'r1', status: 'draft' },
    { id: 'r2', status: 'published' },
    { id: 'r3', status: 'draft' },
  ])
  const failures = await all(
    'SELECT bucket_id, owner_id, object_id, title, reason FROM failures ORDER BY 1, 2, place',
  )
  expect(failures.map((row) => Object.values(row))).toEqual([
    ['a', 's1', 'oz', 'Z', 'No.'],
    ['b', 'j', 'z', 'Z', 'No.'],
    ['b', 'j', null, null, 'Nor this.'],
  ])
  expect(await all('SELECT job_id, part, text FROM job_inputs ORDER BY part')).toEqual([
    { job_id: 'j', part: '0', text: '{"n":1}' },
    { job_id: 'j', part: '1', text: 'first' },
    { job_id: 'j', part: '2', text: 'second' },
  ])
  expect(await all('SELECT bucket_id, media_id FROM change_set_media')).toEqual([
    { bucket_id: 'b', media_id: 'mb' },
  ])
})

test('what belongs to a row goes with it', async () => {
  await client.query("DELETE FROM objects WHERE bucket_id = 'a' AND id = 'oa'")
  expect(await all('SELECT bucket_id FROM published_objects')).toEqual([{ bucket_id: 'b' }])
  await client.query("DELETE FROM change_sets WHERE bucket_id = 'a'")
  expect(await all('SELECT DISTINCT bucket_id FROM change_set_items')).toEqual([{ bucket_id: 'b' }])
  await client.query("DELETE FROM buckets WHERE id = 'b'")
  expect(await all('SELECT 1 FROM objects UNION ALL SELECT 1 FROM change_set_media')).toEqual([])
})

test('sessions stay, and get ids that can be shown', async () => {
  const sessions = await all('SELECT * FROM sessions ORDER BY token_hash')
  expect(sessions).toMatchObject([
    { token_hash: 'first', user_id: 'u', expires_at: '3' },
    { token_hash: 'second', user_id: 'u', expires_at: '3' },
  ])
  const ids = sessions.map(({ id }) => String(id))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
  expect(new Set(ids).size).toBe(2)
})
