import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterAll, expect, test } from 'vitest'

import '../resources/users/sessions.ts'
import { connect, databaseFile } from './connection.ts'
import { openSqlite } from './sqlite.ts'

const FOLDER = join(import.meta.dirname, '../../../../tests/fixtures/data-folder')
const dataDir = mkdtempSync(join(tmpdir(), 'typecase-'))
writeFileSync(databaseFile(dataDir), gunzipSync(readFileSync(join(FOLDER, 'typecase.sqlite.gz'))))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('sessions of an older version stay, and get ids that can be shown', async () => {
  const file = connect(databaseFile(dataDir))
  const { id } = file.prepare('SELECT id FROM users LIMIT 1').get() as { id: string }
  const add = file.prepare(
    'INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, 1, 2, 3)',
  )
  for (const hash of ['first', 'second']) add.run(hash, id)
  file.close()

  const db = openSqlite(dataDir)
  const rows = await db.read
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', 'in', ['first', 'second'])
    .execute()
  await db.close()
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatchObject({ user_id: id, created_at: 1, last_seen_at: 2, expires_at: 3 })
    expect(row.id).toMatch(/^[0-9a-f]{24}$/)
  }
  expect(new Set(rows.map((row) => row.id)).size).toBe(2)
})
