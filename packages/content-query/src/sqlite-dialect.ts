import type { Dialect, ScalarSql } from './sql-dialect.ts'
import { joinSql, type Sql, sql, trusted } from './sql-text.ts'
import { identifyingKeys } from './stored-values.ts'

/** SQLite with the functions of `sqlFunctions` registered. */
export const sqlite: Dialect = {
  extract: (json, keys) => sql`json_extract(${json}, ${jsonPath(keys)})`,

  scalarOrNull(json, keys) {
    const path = jsonPath(keys)
    return sql`CASE WHEN json_type(${json}, ${path}) NOT IN ('array', 'object') THEN json_extract(${json}, ${path}) END`
  },

  exists(json, keys, walk) {
    if (!walk || keys.length === 1) return sql`json_type(${json}, ${jsonPath(keys)}) IS NOT NULL`
    const { from, holder } = walkTo(json, keys)
    const last = jsonPath(keys.slice(-1))
    return sql`EXISTS (SELECT 1 FROM ${from} WHERE json_type(${holder}, ${last}) IS NOT NULL)`
  },

  anyScalar(json, keys, walk, test) {
    if (!walk || keys.length === 1) {
      return sql`EXISTS (SELECT 1 FROM json_each(${json}, ${jsonPath(keys)}) found WHERE ${passes(test)})`
    }
    const { from, holder } = walkTo(json, keys)
    const last = jsonPath(keys.slice(-1))
    return sql`EXISTS (SELECT 1 FROM ${from}, json_each(${holder}, ${last}) found WHERE ${passes(test)})`
  },

  double: (value) => sql`CAST(${value} AS REAL)`,
  isBoolean: (value, wanted) => sql`${value} = ${wanted ? 1 : 0}`,
  // One bound list keeps the statement's text the same for every length, so it is prepared once.
  isOneOf: (value, wanted) =>
    sql`${value} IN (SELECT value FROM json_each(${JSON.stringify(wanted)}))`,

  contains: (text, literal, flags) =>
    sql`instr(${flags === 'i' ? sql`fold(${text})` : text}, ${literal}) > 0`,
  matchesPattern: (text, pattern, flags) => sql`regex_match(${pattern}, ${flags}, ${text})`,
  negate: (condition) => sql`(${condition}) IS NOT TRUE`,
}

/** A JSON path; the keys hold no quotes (`checkKeys`), and quoting makes every other character literal. */
function jsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => `."${key}"`).join('')}`
}

/**
 * Rows for everything that can hold the last key: each step lists the elements when it meets an array and
 * the value itself otherwise, and only objects lead further.
 */
function walkTo(json: Sql, keys: readonly string[]): { from: Sql; holder: Sql } {
  const steps: Sql[] = []
  let holder = json
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const alias = trusted(`step${index}`)
    const path = jsonPath([key])
    steps.push(
      sql`json_each(CASE json_type(${holder}, ${path}) WHEN 'array' THEN ${holder} -> ${path} ELSE '[' || (${holder} -> ${path}) || ']' END) ${alias}`,
    )
    holder = sql`CASE ${alias}.type WHEN 'object' THEN ${alias}.value END`
  }
  const from = steps.reduce((left, right) => sql`${left}, ${right}`)
  return { from, holder }
}

const identifying = identifyingKeys.map((key) => `'${key}'`).join(', ')

/**
 * The test over one row of `json_each`. The row's key says what was listed: text for the members of an
 * object, a number for the elements of an array, null for a lone scalar.
 */
function passes(test: (scalar: ScalarSql) => Sql): Sql {
  const alone = test(scalarOf('found', trusted('found.atom')))
  const member = (row: string) =>
    joinSql(
      [
        trusted(`${row}.key IN (${identifying})`),
        test(
          scalarOf(
            row,
            trusted(`CASE ${row}.key WHEN 'url' THEN last_part(${row}.atom) ELSE ${row}.atom END`),
          ),
        ),
      ],
      'AND',
    )
  const embedded = sql`(found.type = 'object' AND EXISTS (SELECT 1 FROM json_each(found.value) part WHERE ${member('part')}))`
  return sql`CASE typeof(found.key) WHEN 'text' THEN ${member('found')} ELSE (${alone} OR ${embedded}) END`
}

function scalarOf(row: string, value: Sql): ScalarSql {
  return {
    value,
    isText: trusted(`${row}.type = 'text'`),
    isNumber: trusted(`${row}.type IN ('integer', 'real')`),
    isNull: trusted(`${row}.type = 'null'`),
    isBoolean: (wanted) => trusted(`${row}.type = '${String(wanted)}'`),
  }
}
