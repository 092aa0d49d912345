import { inject } from 'vitest'

import { addDatabase, dropDatabase } from './postgres.ts'

/** Databases by the data folder of their server, so that a server restarted on a folder gets the same database. */
const templates = new Map<string, Promise<string>>()
let count = 0

/** Returns the database of a data folder; creates it for the first server on the folder. */
export async function databaseOf(dataDir: string) {
  const database =
    templates.get(dataDir) ?? addDatabase(inject('postgres'), `test_${process.pid}_${(count += 1)}`)
  templates.set(dataDir, database)
  const url = await database
  return {
    settings: { DATABASE_URL: url },
    drop: () => dropDatabase(url),
  }
}
