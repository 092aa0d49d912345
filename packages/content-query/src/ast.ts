import type { Path } from './fields.ts'
import { daysOf } from './periods.ts'

/** A value that a field is compared with. */
export type Scalar = string | number | boolean | null

/** Equal, greater, greater or equal, less, less or equal. */
export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

/** `i` folds case (see `fold`); the empty string does not. */
export type RegexFlags = '' | 'i'

/**
 * A parsed query. `$ne`, `$nin`, `$nor` and `$exists: false` are negations of the positive form. Build logical queries
 * with `and`, `or` and `not`, which give equivalent groups the same shape.
 */
export type Query = And | Or | Not | Leaf

/** A condition on one field. */
export type Leaf = Compare | In | All | Exists | Regex

/** True of everything when `of` is empty. */
export interface And {
  kind: 'and'
  of: readonly Query[]
}
/** True of nothing when `of` is empty. */
export interface Or {
  kind: 'or'
  of: readonly Query[]
}
/** True where `of` is false. */
export interface Not {
  kind: 'not'
  of: Query
}
/** Compares the values of a field: one of them equals the value, or is beyond it. */
export interface Compare {
  kind: 'compare'
  path: Path
  op: Comparison
  value: Scalar
  /** The words of the value, if it was written as a period. On another day they stand for another value. */
  moment?: Moment
}
/** The start or the end of a period of days (see `periods.ts`). */
export interface Moment {
  at: 'start' | 'end'
  period: string
}
/** A field has at least one of the values. */
export interface In {
  kind: 'in'
  path: Path
  values: readonly Scalar[]
}
/** A field has each of the values. */
export interface All {
  kind: 'all'
  path: Path
  values: readonly Scalar[]
}
/** A field has a value. */
export interface Exists {
  kind: 'exists'
  path: Path
}
/** A field has a text that the pattern matches. */
export interface Regex {
  kind: 'regex'
  path: Path
  pattern: string
  flags: RegexFlags
}

/** Returns a query that is true if all of the queries are; with no query, it is always true. */
export function and(of: readonly Query[]): Query {
  return group('and', of)
}

/** Returns a query that is true if any of the queries is; with no query, it is always false. */
export function or(of: readonly Query[]): Query {
  return group('or', of)
}

/** Returns a query that is true if the given one is false. */
export function not(of: Query): Query {
  return of.kind === 'not' ? of.of : { kind: 'not', of }
}

/** Returns a comparison of a field with a value. */
export function compare(path: Path, op: Comparison, value: Scalar): Compare {
  return { kind: 'compare', path, op, value }
}

/** Returns a comparison with the start or end of a period, resolved at a time in UNIX ms. */
export function compareMoment(
  path: Path,
  op: Exclude<Comparison, 'eq'>,
  moment: Moment,
  now: number,
): Compare {
  const { first, last } = daysOf(moment.period, now)
  return { ...compare(path, op, moment.at === 'start' ? first : last + endOfDay), moment }
}

/** The suffix that turns a day into its last instant, in the form in which times are stored. */
export const endOfDay = 'T23:59:59.999Z'

/** The query that every record matches. */
export const everything: Query = { kind: 'and', of: [] }

function group(kind: 'and' | 'or', of: readonly Query[]): Query {
  const flat = of.flatMap((part) => (part.kind === kind ? part.of : [part]))
  const [only] = flat
  return flat.length === 1 && only ? only : { kind, of: flat }
}
