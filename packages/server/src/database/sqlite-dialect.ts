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

/** Statements end before the next one begins, and threads run several: nothing needs a queue. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** SQLite's variants of expressions that PostgreSQL writes differently. */
class Compiler extends SqliteQueryCompiler {
  /** Keys come as one JSON value: the text of a statement, and its plan, do not depend on how many they are. */
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
   * `+?` in place of `?`. SQLite 3.54 looks at a bare parameter next to a column, or behind LIMIT, to estimate rows, and then
   * compiles the whole statement again whenever its values are cleared: at each execution, which took five times as long as
   * reading a row by its key. It does not look behind an operator; the plans are the same.
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
   * For a statement that can be rolled back separately, SQLite copies every page that it touches. Ours need no such
   * copies: a failed one rolls back its whole write. Kysely begins each with the one word, and appends it nowhere else.
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

/** Values as SQLite binds them. */
export const boundBySqlite = (values: readonly unknown[]): readonly unknown[] =>
  values.some(Array.isArray)
    ? values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
    : values

/** The time that processes measure leases in, UNIX ms: there is one process. */
export const sqliteTime = (now: number) => sql<number>`${now}`

/** Overwrites deleted and replaced data in the file from now on. */
export const secureDelete = sql`PRAGMA secure_delete = ON`
