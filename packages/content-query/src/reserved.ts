import type { JsonObject } from './json-guard.ts'
import { parsePage, readInteger } from './page.ts'
import { QueryError } from './query-error.ts'

/** Keys that some clients send inside the query JSON although they are no conditions (clients.md §2). */
export interface ReservedValues {
  limit?: number
  skip?: number
  /** The input of `parseSort`. */
  sort?: string
  /** The input of `parseProps`. */
  props?: string
  /** How deep relations are resolved, 0 to 10. */
  depth?: number
  /** Reads the newest version, draft or published; v1 clients write `all`. */
  status?: 'any'
}

/**
 * Separates the reserved keys from the rest of a query. A `status` other than `any` and `all` is a condition.
 * @throws QueryError when a reserved key has an invalid value.
 */
export function takeReserved(json: JsonObject): { reserved: ReservedValues; rest: JsonObject } {
  const { limit, skip, sort, props, depth, ...rest } = json
  const reserved: ReservedValues = {}
  const page = parsePage({ limit, skip }, 1)
  if (limit !== undefined) reserved.limit = page.limit
  if (skip !== undefined) reserved.skip = page.skip
  if (sort !== undefined) reserved.sort = readText('sort', sort)
  if (props !== undefined) reserved.props = readText('props', props)
  const levels = readInteger('depth', depth, 0, 10)
  if (levels !== undefined) reserved.depth = levels
  if (rest.status !== 'any' && rest.status !== 'all') return { reserved, rest }
  const { status: _, ...others } = rest
  return { reserved: { ...reserved, status: 'any' }, rest: others }
}

function readText(key: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new QueryError('invalid_value', key, 'must be a string')
}
