import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Engine } from './session.ts'

/** The migrations of each engine: the same tables in its SQL dialect. */
const folders: Readonly<Record<Engine, string>> = {
  sqlite: join(import.meta.dirname, 'migrations'),
  postgres: join(import.meta.dirname, 'migrations', 'postgres'),
}

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The record of a migration that was applied to a database. */
export type MigrationRecord = Omit<Migration, 'sql'>

/** The version whose schema the baseline creates; it can upgrade databases of earlier versions. */
const BASELINE_VERSION = '0.2.0'

/**
 * Returns the migrations that a database lacks, oldest first. Migrations only go forward, each in its own transaction.
 * The first one is the baseline: a database without tables starts with it, and it replaces every migration up to its
 * number.
 * @param applied migrations of the database
 * @throws when the database is older than the baseline or newer than the product, or when an applied migration was
 * edited
 */
export function missingMigrations(
  engine: Engine,
  applied: readonly MigrationRecord[],
): Migration[] {
  const migrations = readMigrations(folders[engine])
  if (applied.length === 0) return migrations
  const baseline = Math.min(...migrations.map(numberOf))
  for (const migration of applied) {
    const { name, checksum } = migration
    const existing = migrations.find((one) => one.name === name)
    if (!existing && numberOf(migration) > baseline) {
      throw new Error(
        `The database holds migration ${name}, which this version does not know: it was used by a newer version. Start that version, or restore a backup.`,
      )
    }
    if (existing && existing.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied. Migrations are never edited.`,
      )
    }
  }
  if (!applied.some((migration) => numberOf(migration) === baseline)) {
    throw new Error(
      `The database is from a version before ${BASELINE_VERSION}. Start it once with Typecase ${BASELINE_VERSION}, then with this version.`,
    )
  }
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter((one) => numberOf(one) > baseline && !names.has(one.name))
}

const numberOf = ({ name }: MigrationRecord): number => Number.parseInt(name, 10)

/** @throws when the schema of a database is not this version's: older, or none */
export function assertNoneMissing(missing: readonly Migration[]): void {
  if (missing.length === 0) return
  throw new Error('The running server is an older version. Stop it first, or restart it.')
}

/** Reads the migrations of the product, oldest first. */
function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8')
      return {
        name: file.replace(/\.sql$/, ''),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}
