import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import type { Shape } from '@typecase/content-query/sql-target'

/** What a metafield holds, for the query language. The rest is unknown, or walked through like any document. */
const shapes: Partial<Record<MetafieldType, Shape>> = {
  text: 'text',
  textarea: 'text',
  'html-textarea': 'text',
  markdown: 'text',
  'rich-text': 'text',
  number: 'number',
  date: 'text',
  select: 'text',
  'radio-buttons': 'text',
  switch: 'boolean',
  file: 'text',
  object: 'text',
  color: 'text',
  emoji: 'text',
}

export const shapeOf = ({ type }: Metafield): Shape => shapes[type] ?? 'unknown'

/** JSON types of a shape's values. Anything else below the key is left out, so that the shape is a promise kept. */
const jsonTypes: Partial<Record<Shape, string>> = {
  text: "'text'",
  number: "'integer', 'real'",
  boolean: "'true', 'false'",
}

/**
 * SQL for the scalar of a top-level metafield, spelled alike in queries and in indexes, or nothing when the field
 * holds no scalar. The key has neither quotes nor backslashes (`metafield` in the contract), so it can stand in SQL.
 */
export function scalarExpression(field: Metafield): string | undefined {
  const types = jsonTypes[shapeOf(field)]
  if (!types || !/^[\p{L}\p{N}_-]+$/u.test(field.key)) return undefined
  const path = `'$."${field.key}"'`
  return `CASE WHEN json_type(objects.metadata, ${path}) IN (${types}) THEN json_extract(objects.metadata, ${path}) END`
}

/**
 * The scope of a type as literals, since a partial index is only found by its very condition. A bucket's id is
 * hexadecimal; a type's slug holds letters, digits, `_` and `-`.
 */
export function scopeLiteral(bucketId: string, type: string): string {
  return `objects.bucket_id = ${literal(bucketId)} AND objects.type = ${literal(type)}`
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
