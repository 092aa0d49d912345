import {
  type BinaryOperationNode,
  type FunctionNode,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'

import { keyListOf } from './key-list.ts'

/** Compiles the expressions that SQLite and PostgreSQL write differently. */
class Compiler extends PostgresQueryCompiler {
  /** Binds keys as one array, so the text of a statement and its plan do not depend on their number. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = keyListOf(node)
    if (!list) return super.visitBinaryOperation(node)
    this.visitNode(node.leftOperand)
    this.append(list.isIn ? ' = any(' : ' <> all(')
    this.appendValue(list.keys)
    this.append(')')
  }

  /** Casts JSON to text, since PostgreSQL measures only the bytes of text. */
  protected override visitFunction(node: FunctionNode): void {
    if (node.func !== 'octet_length') return super.visitFunction(node)
    this.append('octet_length((')
    this.compileList(node.arguments)
    this.append(')::text)')
  }
}

export const postgresDialect = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new Compiler(),
}

/** Returns the time for leases, UNIX ms: the database's clock, which all processes share. Tests can shift it. */
export const postgresTime = (now: number) =>
  sql<number>`(floor(extract(epoch from clock_timestamp()) * 1000)::bigint + ${now - Date.now()}::bigint)`
