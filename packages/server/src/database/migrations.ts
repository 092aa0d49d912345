import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Engine } from './session.ts'

/** Each engine has its own: the same tables, in its own words. */
const folders: Readonly<Record<Engine, string>> = {
  sqlite: join(import.meta.dirname, 'migrations'),
  postgres: join(import.meta.dirname, 'migrations', 'postgres'),
}

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** What a database says of a migration that was applied to it. */
export type Applied = Omit<Migration, 'sql'>

/**
 * The migrations that a database has not seen, oldest first. They go forward only, each in its own transaction.
 * @param applied those that it has seen
 * @throws when one of these was edited since, or is of a newer version of the product
 */
export function missingMigrations(engine: Engine, applied: readonly Applied[]): Migration[] {
  const migrations = readMigrations(folders[engine])
  for (const { name, checksum } of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known) {
      throw new Error(
        `The database holds migration ${name}, which this version does not know: it was used by a newer version. Start that version, or restore a backup.`,
      )
    }
    if (known.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied. Migrations are never edited.`,
      )
    }
  }
  const done = new Set(applied.map((migration) => migration.name))
  return migrations.filter(({ name }) => !done.has(name))
}

/** @throws when the schema of a database is not this version's: older, or none */
export function assertNoneMissing(missing: readonly Migration[]): void {
  if (missing.length === 0) return
  throw new Error('The running server is an older version. Stop it first, or restart it.')
}

/** The migrations of the product, oldest first. */
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
