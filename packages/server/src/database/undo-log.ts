import type Sqlite from 'better-sqlite3'

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The key of a row: its rowid, or the primary key of a table without rowids. */
  readonly key: readonly string[]
}

interface Step {
  readonly seq: number
  readonly table_name: string
  readonly row_key: string | null
  readonly before: string | null
}

/**
 * Tables without undo steps: others change their rows during a long write, so a long write changes them in its last
 * chunk.
 */
const APART = new Set(['jobs', 'job_inputs'])

/** Number of steps that are undone or removed between two checks of the clock. */
const STEPS = 100

/** Statements for undoing, by text: there are few, and each runs for many steps. */
const prepared = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement>>()

function prepare(connection: Sqlite.Database, text: string): Sqlite.Statement {
  const statements = prepared.get(connection) ?? new Map<string, Sqlite.Statement>()
  prepared.set(connection, statements)
  const statement = statements.get(text) ?? connection.prepare(text)
  statements.set(text, statement)
  return statement
}

/** Starts a long write in the open transaction, so that it can be rolled back after partial commits. @returns its id */
export function beginUndoLog(connection: Sqlite.Database, bucketId: string): number {
  // Never reuse an id: its steps may still exist.
  const id = Number(
    connection
      .prepare(
        `INSERT INTO long_writes (id, bucket_id) VALUES (
          (SELECT coalesce(max(id), 0) + 1 FROM (
            SELECT max(id) AS id FROM long_writes UNION ALL SELECT max(write_id) FROM undo_steps)), ?)`,
      )
      .run(bucketId).lastInsertRowid,
  )
  // A row that OR REPLACE deletes must leave a step as well.
  connection.pragma('recursive_triggers = ON')
  for (const table of tablesOfBuckets(connection)) {
    if (!APART.has(table.name)) connection.exec(triggersOf(table, id))
  }
  return id
}

/** Marks a long write as done, in the transaction of its last chunk. After that it cannot be rolled back. */
export function endUndoLog(connection: Sqlite.Database, id: number): void {
  connection.prepare('UPDATE long_writes SET is_done = 1 WHERE id = ?').run(id)
}

/** A long write that has committed at least a chunk. */
export interface LongWrite {
  readonly id: number
  readonly is_done: number
}

/** Lists the long writes that have not been settled, oldest first. */
export function longWrites(connection: Sqlite.Database, bucketId?: string): LongWrite[] {
  const where = bucketId === undefined ? '' : 'WHERE bucket_id = ?'
  return connection
    .prepare(`SELECT id, is_done FROM long_writes ${where} ORDER BY id`)
    .all(...(bucketId === undefined ? [] : [bucketId])) as LongWrite[]
}

/**
 * Rolls back a long write, last step first, or removes its steps if it is done. Runs for `ms` in one transaction.
 * @returns whether the write is settled completely
 */
export function settleSome(connection: Sqlite.Database, write: LongWrite, ms: number): boolean {
  const until = performance.now() + ms
  return connection
    .transaction(() => {
      while ((write.is_done ? forgetSteps : undoSteps)(connection, write.id)) {
        if (performance.now() > until) return false
      }
      connection.prepare('DELETE FROM long_writes WHERE id = ?').run(write.id)
      return true
    })
    .immediate()
}

/** Removes some steps. @returns whether there were any */
function forgetSteps(connection: Sqlite.Database, id: number): boolean {
  const { changes } = connection
    .prepare(
      `DELETE FROM undo_steps WHERE write_id = ? AND seq IN (
        SELECT seq FROM undo_steps WHERE write_id = ? ORDER BY seq LIMIT ${STEPS})`,
    )
    .run(id, id)
  return changes > 0
}

function undoSteps(connection: Sqlite.Database, id: number): boolean {
  const steps = connection
    .prepare(
      `SELECT seq, table_name, row_key, before FROM undo_steps
        WHERE write_id = ? ORDER BY seq DESC LIMIT ${STEPS}`,
    )
    .all(id) as Step[]
  for (const step of steps) undoStep(connection, step)
  connection
    .prepare('DELETE FROM undo_steps WHERE write_id = ? AND seq >= ?')
    .run(id, steps.at(-1)?.seq ?? 0)
  return steps.length > 0
}

function undoStep(connection: Sqlite.Database, { table_name, row_key, before }: Step): void {
  // The triggers wrote both as JSON. SQLite extracts the values, since it preserves large integers.
  const names = (json: string) => Object.keys(JSON.parse(json) as object)
  const from = (json: string) => (name: string) => `"${name}" = @${json} ->> '${name}'`
  const where = row_key && names(row_key).map(from('row_key')).join(' AND ')
  if (before === null) {
    prepare(connection, `DELETE FROM ${table_name} WHERE ${where}`).run({ row_key })
  } else if (where) {
    const set = names(before).map(from('before')).join(', ')
    const update = `UPDATE ${table_name} SET ${set} WHERE ${where}`
    prepare(connection, update).run({ row_key, before })
  } else {
    const values = names(before)
    const columns = values.map((name) => `"${name}"`).join(', ')
    const read = values.map((name) => `@before ->> '${name}'`).join(', ')
    const insert = `INSERT INTO ${table_name} (${columns}) VALUES (${read})`
    prepare(connection, insert).run({ before })
  }
}

/**
 * Returns triggers, for this connection only, that record a step for each change. See https://sqlite.org/undoredo.html.
 */
function triggersOf({ name, columns, key }: Table, id: number): string {
  const step = (rowKey: string, before: string) => `
    INSERT INTO undo_steps (write_id, seq, table_name, row_key, before) VALUES (${id},
      coalesce((SELECT max(seq) FROM undo_steps WHERE write_id = ${id}), 0) + 1, '${name}', ${rowKey}, ${before});`
  const json = (row: string, some: readonly string[]) =>
    `json_object(${some.map((one) => `'${one}', ${row}."${one}"`).join(', ')})`
  const isChanged = columns.map((one) => `OLD."${one}" IS NOT NEW."${one}"`).join(' OR ')
  // Leave unchanged values out.
  const changed = columns.map(
    (one) => `iif(OLD."${one}" IS NEW."${one}", '', ',"${one}":' || json_quote(OLD."${one}"))`,
  )
  const trigger = (when: string, condition: string, body: string) => `
    DROP TRIGGER IF EXISTS temp.undo_${when}_${name};
    CREATE TEMP TRIGGER undo_${when}_${name} AFTER ${when} ON main.${name} ${condition} BEGIN ${body} END;`
  return [
    trigger('INSERT', '', step(json('NEW', key), 'NULL')),
    trigger(
      'UPDATE',
      `WHEN ${isChanged}`,
      step(json('NEW', key), `'{' || substr(${changed.join(' || ')}, 2) || '}'`),
    ),
    trigger('DELETE', '', step('NULL', json('OLD', [...new Set([...columns, ...key])]))),
  ].join('')
}

/**
 * Lists the tables whose rows belong to a bucket: `buckets`, those with a `bucket_id`, and those that refer to one of
 * these.
 */
function tablesOfBuckets(connection: Sqlite.Database): Table[] {
  const all = connection
    .prepare("SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .all() as { name: string; wr: number }[]
  const tables = new Set(['buckets'])
  const belongs = connection.prepare(
    `SELECT 1 FROM pragma_table_info(@name) WHERE name = 'bucket_id'
     UNION ALL SELECT 1 FROM pragma_foreign_key_list(@name)
       WHERE "table" IN (SELECT value FROM json_each(@found))`,
  )
  for (let before = 0; before < tables.size;) {
    before = tables.size
    for (const { name } of all) {
      // Entries of the audit log must never be rolled back.
      if (name === 'long_writes' || name === 'audit_log') continue
      if (belongs.get({ name, found: JSON.stringify([...tables]) })) tables.add(name)
    }
  }
  const columnsOf = connection.prepare('SELECT name, type, pk FROM pragma_table_info(?)')
  return all
    .filter(({ name }) => tables.has(name))
    .map(({ name, wr }) => {
      const columns = columnsOf.all(name) as { name: string; type: string; pk: number }[]
      // JSON preserves only texts and integers.
      const other = columns.find(({ type }) => type !== 'TEXT' && type !== 'INTEGER')
      if (other) throw new Error(`${name}.${other.name} cannot be taken back: it is ${other.type}.`)
      const names = columns.map((column) => column.name)
      const primary = columns.filter(({ pk }) => pk > 0)
      const isNumbered = wr === 0
      const alias = primary.length === 1 && primary[0]?.type === 'INTEGER' ? primary[0] : undefined
      const key = alias ? [alias.name] : isNumbered ? ['rowid'] : primary.map((one) => one.name)
      return { name, columns: names, key }
    })
}
