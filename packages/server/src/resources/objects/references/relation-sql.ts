import { type Sql, trusted } from '@typecase/content-query/sql-text'

import type { RelationField } from './relation-fields.ts'

/*
 * Keys of metafields have neither quotes nor backslashes (`metafield` in the contract), so they can stand in SQL.
 */

/** SQL for the JSON of a field's relations in a document, NULL where it holds none. */
const relationJson = (document: string, keys: readonly string[], isOne: boolean): string => {
  const path = jsonPath(keys)
  const types = isOne ? "'text'" : "'text', 'array'"
  return `CASE WHEN json_type(${document}, ${path}) IN (${types}) THEN ${document} -> ${path} END`
}

/** What an index on a list of relations holds: their JSON, which is far shorter than the object's. */
export const relationListExpression = (key: string): string =>
  relationJson('objects.metadata', [key], false)

/** The tables to join with a row for each relation of a field, as `related.value`. */
export function relatedValues(document: string, { steps, isOne }: RelationField): Sql {
  const tables: string[] = []
  let source = document
  for (const [depth, keys] of steps.entries()) {
    if (depth === steps.length - 1) {
      tables.push(`json_each(${guarded(relationJson(source, keys, isOne), depth)}) AS related`)
      continue
    }
    const path = jsonPath(keys)
    const list = `CASE json_type(${source}, ${path}) WHEN 'array' THEN ${source} -> ${path} END`
    tables.push(`json_each(${guarded(list, depth)}) AS item${depth}`)
    source = `item${depth}.value`
  }
  return trusted(tables.join(' CROSS JOIN '))
}

/** Items of a repeater that are no objects hold nothing, and need not be JSON. */
const guarded = (expression: string, depth: number): string =>
  depth === 0 ? expression : `CASE item${depth - 1}.type WHEN 'object' THEN ${expression} END`

const jsonPath = (keys: readonly string[]): string =>
  `'$${keys.map((key) => `."${key}"`).join('')}'`
