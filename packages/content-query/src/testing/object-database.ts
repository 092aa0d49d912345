import Database from 'better-sqlite3'

import { sqlFunctions } from '../sql-functions.ts'
import type { SqlTarget } from '../sql-target.ts'
import type { Sql } from '../sql-text.ts'
import { typedShapes } from './arbitraries.ts'

const textColumns = [
  'id',
  'title',
  'slug',
  'content',
  'type',
  'locale',
  'status',
  'created_at',
  'modified_at',
  'published_at',
  'created_by',
  'modified_by',
] as const
const numberColumns = ['publish_at', 'unpublish_at', 'order'] as const
const columns = [...textColumns, ...numberColumns]

/** The columns of the test database, and nothing known of any metafield. */
export const untypedTarget: SqlTarget = {
  columns: Object.fromEntries(columns.map((column) => [column, `objects."${column}"`])),
  metadata: 'objects.metadata',
}

const shapes = new Map(Object.entries(typedShapes))

/** The same with the shapes of `typedShapes`, one of them behind an expression of its own. */
export const typedTarget: SqlTarget = {
  ...untypedTarget,
  shape: (path) => shapes.get(path) ?? 'unknown',
  expression: (path) =>
    path === 'metadata.number' ? `json_extract(objects.metadata, '$.number')` : undefined,
}

/** An SQLite database with one table of objects and the functions that compiled queries need. */
export class ObjectDatabase {
  readonly database = new Database(':memory:')

  constructor() {
    for (const [name, run] of Object.entries(sqlFunctions)) {
      this.database.function(name, { deterministic: true }, run)
    }
    const definitions = [
      ...textColumns.map((column) => `"${column}" TEXT`),
      ...numberColumns.map((column) => `"${column}" NUMERIC`),
    ]
    this.database.exec(`CREATE TABLE objects (${definitions.join(', ')}, metadata TEXT)`)
  }

  /** Replaces all objects; each gets its index as id. */
  fill(objects: readonly Readonly<Record<string, unknown>>[]): void {
    this.database.exec('DELETE FROM objects')
    const marks = columns.map(() => '?').join(', ')
    const insert = this.database.prepare(`INSERT INTO objects VALUES (${marks}, ?)`)
    for (const object of objects) {
      const values = columns.map((column) => object[column] ?? null)
      insert.run(...values, JSON.stringify(object['metadata']))
    }
  }

  /** Ids of the objects that a condition selects, in the order given. */
  select(where: Sql, orderBy: Sql = { text: 'id', values: [] }): string[] {
    const statement = `SELECT id FROM objects WHERE ${where.text} ORDER BY ${orderBy.text}`
    const rows = this.database
      .prepare(statement)
      .pluck()
      .all(...where.values, ...orderBy.values)
    return rows.map(String)
  }
}
