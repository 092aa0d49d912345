/** The closed list of problems with a query, a sort, a props list or a page. */
export type QueryErrorCode =
  | 'invalid_json'
  | 'invalid_value'
  | 'invalid_pattern'
  | 'forbidden_key'
  | 'unknown_field'
  | 'unknown_operator'
  | 'duplicate_field'
  | 'too_deep'
  | 'too_large'
  | 'too_expensive'

/**
 * Bad input to the query language. `path` names the position in the input (`$or[1].title.$in`), `message` the rule that
 * it breaks. Callers branch on `code` only.
 */
export class QueryError extends Error {
  readonly code: QueryErrorCode
  readonly path: string

  constructor(code: QueryErrorCode, path: string, rule: string) {
    super(path === '' ? rule : `${path}: ${rule}`)
    this.name = 'QueryError'
    this.code = code
    this.path = path
  }
}
