import { describe, expect, test } from 'vitest'

import { type MigrationRecord, missingMigrations } from './migrations.ts'

describe.each([
  ['sqlite', '0050-file-locations', '0049-delivery-revs'],
  ['postgres', '0038-file-locations', '0037-delivery-revs'],
] as const)('the migrations of %s', (engine, last, older) => {
  const namesAfter = (...applied: MigrationRecord[]) =>
    missingMigrations(engine, applied).map(({ name }) => name)
  const [baseline = '', ...later] = namesAfter()
  /** A migration of a version older than the baseline. */
  const former = (name: string): MigrationRecord => ({ name, checksum: '' })

  test('begin with the baseline in a new database', () => {
    expect(baseline).toMatch(/^\d{4}-baseline$/)
    expect(later).toEqual(later.toSorted())
  })

  test('continue after the last one of version 0.2.0', () => {
    expect(namesAfter(former(older), former(last))).toEqual(later)
  })

  test('are complete once all of them are applied', () => {
    const all = missingMigrations(engine, [])
    expect(namesAfter(...all)).toEqual([])
    expect(namesAfter(former(last), ...all.slice(1))).toEqual([])
  })

  test('are refused by an earlier database, with the version to start first', () => {
    expect(() => namesAfter(former(older))).toThrow(
      'The database is from a version before 0.2.0. Start it once with Typecase 0.2.0, then with this version.',
    )
  })

  test.each(['9999-later', '9999-baseline'])('are refused by a database with %s', (name) => {
    expect(() => namesAfter({ name, checksum: '' })).toThrow(`${name}, which this version does not`)
  })

  test('are refused by a database in which one was changed after it was applied', () => {
    expect(() => namesAfter({ name: baseline, checksum: '' })).toThrow('was changed after')
  })
})
