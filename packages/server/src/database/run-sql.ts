import type { Sql } from '@typecase/content-query/sql-text'
import { CompiledQuery } from 'kysely'

import type { Reader } from './database.ts'

/**
 * Runs a statement that the query language compiled: fixed text, every value bound.
 * @returns its rows, of the type that the caller selected
 */
export async function selectRows<Row>(reader: Reader, { text, values }: Sql): Promise<Row[]> {
  const { rows } = await reader.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return rows
}
