import { inject } from 'vitest'

import { addDatabase, dropDatabase } from './postgres.ts'

/** Databases by the data folder of their server: one that starts again on a folder finds its own. */
const templates = new Map<string, Promise<string>>()
let count = 0

/** The database of a data folder, made with the first server on it. */
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
