import { type SelectQueryBuilder, sql } from 'kysely'

/** The value at a key of a JSON column, as JSON. */
export const jsonAt = (column: string, key: string) =>
  sql<string | null>`${sql.ref(column)} -> ${key}`

/** The number of rows of a query. */
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

/** Whether one of the columns contains a text. ASCII case is ignored; composed and decomposed accents are the same. */
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
