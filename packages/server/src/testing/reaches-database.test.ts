import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { reachesDatabase } from './reaches-database.ts'

const files = globSync('packages/server/src/**/*.test.ts')

test('tests that start a server or open a database run on PostgreSQL too', () => {
  const starts = /\b(startTestServer|startServer|openDatabase|openPostgres)\(/
  const offenders = files.filter(
    (file) => starts.test(readFileSync(file, 'utf8')) && !reachesDatabase(file),
  )
  expect(offenders).toEqual([])
})

test.each([
  ['resources/audit/audit.test.ts', true],
  // Imports the database through a fixture.
  ['resources/import-export/table.test.ts', true],
  ['columns/postgres-pages.test.ts', true],
  ['columns/sorting.test.ts', false],
  ['http/fair-queue.test.ts', false],
])('%s reaches the database: %s', (file, expected) => {
  expect(reachesDatabase(`packages/server/src/${file}`)).toBe(expected)
})
