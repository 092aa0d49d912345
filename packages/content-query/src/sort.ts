import { parsePath, type Path, printPath, type Resource } from './fields.ts'
import { type CompareTexts, textOrder } from './collation.ts'
import { isJsonObject } from './json-guard.ts'
import { limits } from './limits.ts'
import { QueryError } from './query-error.ts'
import type { StoredRecord } from './stored-values.ts'

/** A field to sort by. */
export interface SortKey {
  path: Path
  descending: boolean
}

/** The order of records; `random` is different each time. */
export type Sort =
  | { kind: 'random' }
  | {
      kind: 'keys'
      keys: readonly [SortKey, ...SortKey[]]
      /** The locale by which texts are sorted; by code point if omitted. */
      locale?: string | undefined
    }

/** The default sort: objects in dashboard order, media newest first. */
export const defaultSort: Record<Resource, string> = { objects: '-order', media: '-created_at' }

/**
 * Parses `-created_at`, `title`, `metadata.price`, `random`, or up to three keys separated by commas. A missing or
 * empty text means `defaultSort`.
 * @throws QueryError naming `sort`.
 */
export function parseSort(text: string | undefined, resource: Resource): Sort {
  const raw = text?.trim() === '' || text === undefined ? defaultSort[resource] : text
  if (raw.trim() === 'random') return { kind: 'random' }
  const parts = raw.split(',')
  if (parts.length > limits.sortKeys) {
    throw new QueryError('too_large', 'sort', `may have at most ${limits.sortKeys} keys`)
  }
  const [first, ...others] = parts.map((part) => readKey(part.trim(), resource))
  if (!first) throw new QueryError('invalid_value', 'sort', 'must name a field')
  return { kind: 'keys', keys: [first, ...others] }
}

function readKey(raw: string, resource: Resource): SortKey {
  const descending = raw.startsWith('-')
  return { path: parsePath(descending ? raw.slice(1) : raw, resource, 'sort'), descending }
}

/** Prints a sort in the form that `parseSort` parses. */
export function printSort(sort: Sort): string {
  if (sort.kind === 'random') return 'random'
  return sort.keys
    .map(({ path, descending }) => (descending ? '-' : '') + printPath(path))
    .join(',')
}

/**
 * Compares two records, in the same order as the server's column indexes. Numbers (and booleans, as 0 and 1) come
 * before texts; missing values and everything else that is not a scalar come last in both directions. Ties are broken
 * by id, in the direction of the last key.
 * @throws Error for a random sort, which has no order.
 */
export function compareRecords(sort: Sort, a: StoredRecord, b: StoredRecord): number {
  if (sort.kind === 'random') throw new Error('A random sort cannot be compared')
  for (const { path, descending } of withId(sort.keys)) {
    // Ids are not words, so no locale applies to them.
    const compareTexts = textOrder(path[0] === 'id' ? undefined : sort.locale)
    const [x, y] = [sortValue(a, path), sortValue(b, path)]
    if (x === undefined || y === undefined) {
      if (x !== y) return x === undefined ? 1 : -1
      continue
    }
    const order = compareValues(x, y, compareTexts)
    if (order !== 0) return descending ? -order : order
  }
  return 0
}

/**
 * Returns keys that make the order total. The id has the direction of the last key, so one index serves both
 * directions.
 */
export function withId(keys: readonly [SortKey, ...SortKey[]]): readonly SortKey[] {
  if (keys.some(({ path }) => path[0] === 'id')) return keys
  return [...keys, { path: ['id'], descending: keys.at(-1)?.descending ?? false }]
}

/** Returns the sort key of a record at a path, or undefined if the value cannot be ordered. */
export function sortValue(record: StoredRecord, path: Path): string | number | undefined {
  let value: unknown = record
  for (const key of path) {
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function compareValues(x: string | number, y: string | number, compareTexts: CompareTexts): number {
  if (typeof x === 'string') return typeof y === 'string' ? compareTexts(x, y) : 1
  return typeof y === 'string' ? -1 : x - y
}
