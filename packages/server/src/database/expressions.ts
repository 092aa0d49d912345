import { sql } from 'kysely'

/** What a key of a column of JSON holds, as JSON. */
export const jsonAt = (column: string, key: string) =>
  sql<string | null>`${sql.ref(column)} -> ${key}`
