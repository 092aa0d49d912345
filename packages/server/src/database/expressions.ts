import { type SelectQueryBuilder, sql } from 'kysely'

/** What a key of a column of JSON holds, as JSON. */
export const jsonAt = (column: string, key: string) =>
  sql<string | null>`${sql.ref(column)} -> ${key}`

/** How many rows a query has. */
export async function countOf<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a text is part of one of these columns, whatever the case of ASCII letters. */
export function holdsText(columns: readonly string[], text: string) {
  const all = sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )
  const part = `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${all}) LIKE ${part} ESCAPE '\\'`
}
