import { type SelectQueryBuilder, sql } from 'kysely'

/** Selects the value at a key of a JSON column, as JSON. */
export const jsonAt = (column: string, key: string) =>
  sql<string | null>`${sql.ref(column)} -> ${key}`

/** Counts the rows of a query. */
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

/**
 * Tests whether one of the columns contains a text. Ignores the case of ASCII letters and the form of accents (composed
 * or decomposed).
 */
export function holdsText(columns: readonly string[], text: string) {
  const all = sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )
  const searched = text.trim().toLowerCase()
  const forms = new Set(['NFC', 'NFD'].map((form) => searched.normalize(form)))
  const tests = Array.from(forms, (form) => {
    const part = `%${form.replace(/[\\%_]/g, '\\$&')}%`
    return sql`lower(${all}) LIKE ${part} ESCAPE '\\'`
  })
  return sql<boolean>`(${sql.join(tests, sql` OR `)})`
}
