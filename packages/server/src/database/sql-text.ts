/** Values that any SQL driver can bind. */
export type SqlValue = string | number | null

/** A piece of SQL with one `?` for each value, in order. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/**
 * SQL whose pieces are inserted and whose values are bound: `sql\`${column} = ${'x'}\``. A string never
 * becomes SQL text here; only `trusted` can do that.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  let text = strings[0] ?? ''
  const values: SqlValue[] = []
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'object' && part !== null) {
      text += part.text
      values.push(...part.values)
    } else {
      text += '?'
      values.push(part)
    }
    text += strings[index + 1] ?? ''
  }
  return { text, values }
}

/** SQL text written by a developer (a column, an indexed expression), never made from input. */
export function trusted(text: string): Sql {
  return { text, values: [] }
}

/** SQL that is true of nothing, and of everything. */
export const never = trusted('0')
export const always = trusted('1')

/** Pieces joined by AND or OR, in parentheses, without those that decide nothing. */
export function joinSql(parts: readonly Sql[], operator: 'AND' | 'OR'): Sql {
  const [neutral, deciding] = operator === 'AND' ? [always, never] : [never, always]
  if (parts.includes(deciding)) return deciding
  const open = parts.filter((part) => part !== neutral)
  const [only = neutral] = open
  if (open.length < 2) return only
  return {
    text: `(${open.map((part) => part.text).join(` ${operator} `)})`,
    values: open.flatMap((part) => part.values),
  }
}

/**
 * A condition that a column holds one of some keys. The keys are bound as one JSON value, so that the text of the statement,
 * and its plan, do not depend on how many there are.
 */
export function inList(column: string, keys: readonly string[] | readonly number[]): Sql {
  const value = typeof keys[0] === 'number' ? 'CAST(value AS BIGINT)' : 'value'
  return {
    text: `${column} IN (SELECT ${value} FROM json_each(?))`,
    values: [JSON.stringify(keys)],
  }
}
