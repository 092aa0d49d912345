import type { CompiledQuery, DatabaseConnection } from 'kysely'

import type { Database, Reader } from './database.ts'
import { kyselyOver } from './sqlite-driver.ts'

/** Runs work when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * The database for one request: reads that may take long wait for their turn, and those that nobody waits for any
 * more when it comes are not done.
 */
export function readsInTurn(db: Database, inTurn: InTurn): Database {
  const within = (reader: Reader): Reader => kyselyOver(waiting(reader, inTurn))
  let walk: Reader | undefined
  let scan: Reader | undefined
  return {
    ...db,
    // Made when they are needed: few requests read long.
    get walk() {
      return (walk ??= within(db.walk))
    },
    get scan() {
      return (scan ??= within(db.scan))
    },
  }
}

const waiting = (reader: Reader, inTurn: InTurn): DatabaseConnection => ({
  executeQuery: <R>(query: CompiledQuery) =>
    // The caller names the type of the rows that its text selects.
    inTurn(() => reader.executeQuery(query as CompiledQuery<R>)),
  streamQuery: () => {
    throw new Error('A long read is asked for page by page.')
  },
})
