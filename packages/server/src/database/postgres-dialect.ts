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

/** PostgreSQL's variants of expressions that SQLite writes differently. */
class Compiler extends PostgresQueryCompiler {
  /** Keys come as one array: the text of a statement, and its plan, do not depend on how many they are. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = keyListOf(node)
    if (!list) return super.visitBinaryOperation(node)
    this.visitNode(node.leftOperand)
    this.append(list.isIn ? ' = any(' : ' <> all(')
    this.appendValue(list.keys)
    this.append(')')
  }

  /** PostgreSQL only measures the bytes of JSON as text. */
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

/** The time that processes measure leases in, UNIX ms: the database's own, which they share. Tests set the clock. */
export const postgresTime = (now: number) =>
  sql<number>`(floor(extract(epoch from clock_timestamp()) * 1000)::bigint + ${now - Date.now()}::bigint)`
