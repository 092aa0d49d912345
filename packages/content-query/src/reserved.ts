import type { JsonObject } from './json-guard.ts'
import { parsePage, readInteger } from './page.ts'
import { QueryError } from './query-error.ts'

/** Keys that some clients send inside the query JSON that are not about matching (clients.md §2). */
export interface ReservedValues {
  limit?: number
  skip?: number
  /** For `parseSort`. */
  sort?: string
  /** For `parseProps`. */
  props?: string
  /** The depth to which relations are resolved, 0 to 10. */
  depth?: number
  /** The newest version counts, draft or published; v1 clients write `all`. */
  status?: 'any'
}

/**
 * Splits the reserved keys from the rest of a query. A `status` other than `any` and `all` is matched.
 * @throws QueryError when a reserved key has a value that it cannot have.
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
