import type { Sql } from './sql-text.ts'
import { CompiledQuery } from 'kysely'

import type { Reader } from './database.ts'
import { sessionOf } from './session.ts'

/**
 * Runs a statement whose text is ready, with every value bound. On this thread that is a few microseconds of work, so
 * it goes around Kysely, whose dozen promises for each statement would take longer.
 * @returns its rows, of the type that the caller selected
 */
export async function selectRows<Row>(reader: Reader, { text, values }: Sql): Promise<Row[]> {
  const session = sessionOf(reader)
  if (session) return session.rows<Row>(text, values)
  const { rows } = await reader.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return rows
}
