import {
  type BinaryOperationNode,
  type Kysely,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'

import { keyListOf } from './key-list.ts'

/** Keeps Kysely from queueing statements: they run synchronously, so each ends before the next one begins. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** Compiles the expressions that SQLite and PostgreSQL write differently. */
class Compiler extends SqliteQueryCompiler {
  /** Binds keys as one JSON value, so the text of a statement and its plan do not depend on their number. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = keyListOf(node)
    if (!list) return super.visitBinaryOperation(node)
    this.visitNode(node.leftOperand)
    this.append(
      list.isIn ? ' in (select value from json_each(' : ' not in (select value from json_each(',
    )
    this.appendValue(list.keys)
    this.append('))')
  }

  /**
   * Writes `+?` instead of `?`. To estimate rows, SQLite 3.54 reads the value of a bare parameter next to a column or
   * after LIMIT, and then compiles the whole statement again whenever its values are cleared, which is at each
   * execution. This takes five times as long as reading a row by its key. After an operator, SQLite does not read the
   * value; the plans are the same.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }

  /** SQLite has a single writer, so rows need no locks. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    const { modifier } = node
    if (modifier !== 'ForUpdate' && modifier !== 'SkipLocked') super.visitSelectModifier(node)
  }

  /**
   * Adds OR FAIL. SQLite copies every page that a statement touches if it may have to roll back that statement alone.
   * Ours need no copies, because a failed one rolls back its whole write. Kysely starts each with one of these words,
   * and appends them nowhere else.
   */
  protected override append(text: string): void {
    super.append(
      text === 'insert' || text === 'update ' ? `${text.trim()} or fail${text.slice(6)}` : text,
    )
  }
}

export const sqliteDialect = {
  createAdapter: () => new Adapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  createQueryCompiler: () => new Compiler(),
}

/** Converts values to those that SQLite binds. */
export const boundBySqlite = (values: readonly unknown[]): readonly unknown[] =>
  values.some(Array.isArray)
    ? values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
    : values

/** Returns the time for leases, UNIX ms. There is only one process, so its own clock serves. */
export const sqliteTime = (now: number) => sql<number>`${now}`

/** Makes SQLite overwrite deleted and replaced data in the file. */
export const secureDelete = sql`PRAGMA secure_delete = ON`
