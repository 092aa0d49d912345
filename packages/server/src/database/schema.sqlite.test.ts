import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { addFormerFolder } from '../testing/former-data.ts'
import { connect, databaseFile } from './connection.ts'
import { openSqlite } from './sqlite.ts'

test('a new data folder has the tables of an upgraded one', async () => {
  const folders = [mkdtempSync(join(tmpdir(), 'typecase-')), addFormerFolder()]
  for (const folder of folders) await openSqlite(folder).close()
  const [fresh, upgraded] = folders.map(schemaOf)
  expect(fresh).toEqual(upgraded)
  for (const folder of folders) rmSync(folder, { recursive: true })
})

test('an upgraded data folder passes the checks of integrity and of foreign keys', async () => {
  const folder = addFormerFolder()
  await openSqlite(folder).close()
  const connection = connect(databaseFile(folder))
  expect(connection.pragma('foreign_key_check')).toEqual([])
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok')
  connection.close()
  rmSync(folder, { recursive: true })
})

/**
 * The tables with their definitions in any order, the SQL of everything else, and the sizes that the planner assumes.
 */
function schemaOf(folder: string): unknown[] {
  const connection = connect(databaseFile(folder))
  const rows = connection
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
    )
    .all()
  const sizes = connection.prepare('SELECT * FROM sqlite_stat1 ORDER BY tbl, idx').all()
  connection.close()
  return [...rows.map(({ type, name, sql }) => [type, name, ...partsOf(type, sql)]), ...sizes]
}

function partsOf(type: string, sql: string): string[] {
  const text = sql.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').replaceAll('"', '')
  if (type !== 'table') return [text]
  const [, definitions = '', options = ''] = /\((.*)\)(.*)/.exec(text) ?? []
  // Commas in brackets belong to one definition.
  const parts = definitions.split(/,(?![^(]*\))/)
  return [...parts.map((part) => part.trim()).toSorted(), options]
}
