import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterAll, expect, test } from 'vitest'

import '../resources/buckets/tables.ts'
import { databaseFile } from './connection.ts'
import { openSqlite } from './sqlite.ts'

const FOLDER = join(import.meta.dirname, '../../../../tests/fixtures/data-folder')
const dataDir = mkdtempSync(join(tmpdir(), 'typecase-'))
writeFileSync(databaseFile(dataDir), gunzipSync(readFileSync(join(FOLDER, 'typecase.sqlite.gz'))))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('buckets of an older version keep their keys, and have no former ones', async () => {
  const db = openSqlite(dataDir)
  const rows = await db.read
    .selectFrom('buckets')
    .select(['read_key_hash', 'write_key_hash', 'former_keys'])
    .execute()
  await db.close()
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(row.former_keys).toBe('[]')
    expect(row.read_key_hash).not.toBe('')
    expect(row.write_key_hash).not.toBe('')
  }
})
