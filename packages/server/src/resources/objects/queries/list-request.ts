import type { Query } from '@typecase/content-query/ast'
import type { Resource } from '@typecase/content-query/fields'
import { parsePage } from '@typecase/content-query/page'
import { parseQuery } from '@typecase/content-query/parse'
import { type Props, parseProps } from '@typecase/content-query/props'
import { QueryError } from '@typecase/content-query/query-error'
import { parseSort, type Sort } from '@typecase/content-query/sort'
import type { QueryOf } from '@typecase/contract/endpoint'
import { collation } from '@typecase/contract/slugs'
import { type listObjects, OBJECTS_PAGE_SIZE } from '@typecase/contract/objects'

import type { Reader } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import { type Failure, invalid } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'

/** Parameters of a list other than its query. */
export interface ListShape {
  sort: Sort
  props: Props
  limit: number
  skip: number
}

/** The parsed request for a list of objects. */
export interface ListRequest extends ListShape {
  query: Query
  withMetafields: boolean
  /** Whether to include the matches' versions in other locales. */
  allVersions: boolean
  after: string | undefined
}

/** Reads the parameters of `/objects/list`. @throws Failure `invalid` naming the parameter */
export function readListRequest(input: QueryOf<typeof listObjects>, now: number): ListRequest {
  const { query, reserved } = readQuery(input.query, now)
  const shape = readShapeOf(input, reserved, 'objects', OBJECTS_PAGE_SIZE)
  return {
    query,
    ...shape,
    withMetafields: input.metafield_drawer === true,
    allVersions: input.all_versions === true,
    after: input.after,
  }
}

/** A parameter from a URL or a schema. */
type Parameter = string | number | undefined

type ReservedKeys = ReturnType<typeof parseQuery>['reserved']

/**
 * Reads the parameters of a list other than its query. Non-filter keys that clients put into the query JSON (`limit`,
 * `sort`, …) apply if the URL has none.
 * @throws QueryError naming the parameter
 */
export const readShape = (
  parameters: Readonly<Partial<Record<keyof ListShape | 'collation', Parameter>>>,
  reserved: ReservedKeys,
  resource: Resource,
  pageSize: number,
): ListShape => ({
  sort: withCollation(
    parseSort(textOf(parameters.sort) ?? reserved.sort, resource),
    textOf(parameters.collation),
  ),
  props: parseProps(textOf(parameters.props) ?? reserved.props),
  ...parsePage(
    { limit: parameters.limit ?? reserved.limit, skip: parameters.skip ?? reserved.skip },
    pageSize,
  ),
})

const isCollation = collation()

/** Applies a collation to a sort. @throws QueryError naming `collation` */
function withCollation(sort: Sort, collationName: string | undefined): Sort {
  if (collationName === undefined || sort.kind === 'random') return sort
  if (!isCollation.allows(collationName))
    throw new QueryError('invalid_value', 'collation', 'must be code_point or a locale such as en')
  return collationName === 'code_point' ? sort : { ...sort, locale: collationName }
}

/** Fields that hold no text. */
const TEXTLESS: ReadonlySet<string> = new Set([
  'id',
  'order',
  'status',
  'created_at',
  'modified_at',
  'published_at',
  'publish_at',
  'unpublish_at',
  'deleted_at',
  'size',
  'width',
  'height',
])

/**
 * Returns a sort for the dashboard: texts are sorted for the bucket's first locale, unless the URL names a collation.
 */
export async function sortForPeople(
  db: Reader,
  { bucketId }: BucketAccess,
  sort: Sort,
  sortText: string | undefined,
): Promise<Sort> {
  const isOfTexts =
    sort.kind === 'keys' && sort.keys.some(({ path: [field] }) => !TEXTLESS.has(field))
  if (!isOfTexts || sortText !== undefined) return sort
  const row = await localesOfBucket(db, { bucketId })
  const [first] = JSON.parse(row[0]?.locales ?? '[]') as string[]
  return { ...sort, locale: first ?? 'en' }
}

const localesOfBucket = prepared((db, { bucketId }: { bucketId: string }) =>
  db.selectFrom('buckets').select('locales').where('id', '=', bucketId),
)

/** Calls `readShape`. @throws Failure `invalid` naming the parameter */
export const readShapeOf: typeof readShape = (...parts) => naming('', () => readShape(...parts))

/** Returns a URL parameter as text. */
export const textOf = (value: Parameter): string | undefined =>
  value === undefined ? undefined : String(value)

/**
 * Reads a query parameter.
 * @throws Failure `invalid` naming the position within the query
 */
export function readQuery(
  text: string | undefined,
  now: number,
  resource: Resource = 'objects',
): ReturnType<typeof parseQuery> {
  return naming('query', () => parseQuery(readJson(text), { resource, now }))
}

/**
 * Reads a sort parameter.
 * @throws Failure `invalid`
 */
export const readSort = (text: string | undefined, collationName?: string): Sort =>
  naming('', () => withCollation(parseSort(text, 'objects'), collationName))

function readJson(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('query', 'query must be valid JSON', 'json')
  }
}

function naming<T>(at: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof QueryError ? failureOf(error, at) : error
  }
}

function failureOf(error: QueryError, at: string): Failure {
  const path = [at, error.path].filter((part) => part !== '').join('.')
  const rule = error.path === '' ? error.message : error.message.slice(error.path.length + 2)
  return invalid(path, rule.startsWith(path) ? rule : `${path} ${rule}`, error.code)
}
