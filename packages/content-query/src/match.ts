import type { Compare, Query, Scalar } from './ast.ts'
import { compose } from './composed.ts'
import { compareText } from './fold.ts'
import { compileRegex } from './regex.ts'
import { type FindObject, valuesThrough } from './relations.ts'
import { scalarsOf, type StoredRecord } from './stored-values.ts'

/**
 * Whether an object or media matches a query. This function defines the meaning of the query language: the server's
 * column indexes must select the same records, which a property test checks.
 * @param findObject finds related objects; without it, a path does not leave the record, as with media
 */
export function matches(query: Query, record: StoredRecord, findObject?: FindObject): boolean {
  if (query.kind === 'and') return query.of.every((part) => matches(part, record, findObject))
  if (query.kind === 'or') return query.of.some((part) => matches(part, record, findObject))
  if (query.kind === 'not') return !matches(query.of, record, findObject)

  const values = valuesThrough(record, query.path, findObject)
  const scalars = values.flatMap(scalarsOf)
  const equals = (expected: Scalar) =>
    scalars.some((scalar) => isEqual(scalar, expected)) ||
    (expected === null && values.length === 0)

  if (query.kind === 'exists') return values.length > 0
  if (query.kind === 'in') return query.values.some(equals)
  if (query.kind === 'all') return query.values.length > 0 && query.values.every(equals)
  if (query.kind === 'compare') {
    return query.op === 'eq'
      ? equals(query.value)
      : scalars.some((scalar) => inOrder(query, scalar))
  }
  const { test } = compileRegex(query.pattern, query.flags)
  return scalars.some((scalar) => typeof scalar === 'string' && test(scalar))
}

/** Texts are equal however their accents are stored. */
const isEqual = (scalar: Scalar, expected: Scalar): boolean =>
  scalar === expected ||
  (typeof scalar === 'string' &&
    typeof expected === 'string' &&
    compose(scalar) === compose(expected))

/**
 * Whether a scalar is in the required order. Numbers are compared with numbers and texts with texts; nothing else has
 * an order.
 */
function inOrder({ op, value }: Compare, scalar: Scalar): boolean {
  const order =
    typeof scalar === 'number' && typeof value === 'number'
      ? scalar - value
      : typeof scalar === 'string' && typeof value === 'string'
        ? compareText(scalar, value)
        : Number.NaN
  if (op === 'gt') return order > 0
  if (op === 'gte') return order >= 0
  if (op === 'lt') return order < 0
  return order <= 0
}
