import type { MediaField, ObjectField } from './fields.ts'
import type { Sql } from './sql-text.ts'

/**
 * What a metafield holds in every record of the query's scope, if anything. It is a promise: a number in
 * a field said to be `text` would be compared by the database's rules. `array` and `object` (and the
 * scalars) also promise that every key above on the path holds an object.
 */
export type Shape = 'text' | 'number' | 'boolean' | 'array' | 'object' | 'unknown'

/**
 * Where a resource's fields are in the database. All strings are trusted SQL; qualify them with the
 * table's name, so that no column of a subquery can take their place.
 */
export interface SqlTarget {
  columns: Partial<Readonly<Record<ObjectField | MediaField, string>>>
  /** The JSON column, or an expression that gives the JSON text, of `metadata`. */
  metadata: string
  /** What is known of a path, as queries write it (`metadata.author.name`). Default: `unknown`. */
  shape?(path: string): Shape
  /**
   * SQL that gives the scalar at a path whose shape is text, number or boolean. An expression index is
   * only used when this is its text, but for the table's name: an index of
   * `json_extract(metadata, '$.year')` serves `json_extract(objects.metadata, '$.year')`.
   * Default: `json_extract` with the path as a bound value, which uses no index.
   */
  expression?(path: string): string | undefined
  /**
   * A condition that is true of every record whose text at the path contains a literal (folded as by
   * `fold` when `folded`), such as a look-up in a full-text index. It only narrows: the exact
   * condition is still checked.
   */
  narrow?(path: string, literal: string, folded: boolean): Sql | undefined
}
