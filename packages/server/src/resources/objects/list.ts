import type { Query } from '@typecase/content-query/ast'
import { printPath } from '@typecase/content-query/fields'
import { pick } from '@typecase/content-query/props'
import type { Sort } from '@typecase/content-query/sort'
import { toOrderBy } from '@typecase/content-query/sort-sql'
import { toSql } from '@typecase/content-query/sql'
import { joinSql, type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { ListRequest } from './list-request.ts'
import type { FieldIndex, FieldIndexes } from './field-indexes.ts'
import { scalarExpression, scopeLiteral } from './metafield-sql.ts'
import { fieldAt, objectTarget, pathsIn, typeAskedFor } from './object-query.ts'
import { parseValues } from './metadata.ts'
import { withValues } from './read-form.ts'
import type { ObjectVersion } from './state.ts'
import type { Status } from './tables.ts'
import { findTypeModel, type TypeModel, typeModelsOf } from './type-model.ts'

/** A list compiled for the database. */
export interface CompiledList {
  from: Sql
  where: Sql
  orderBy: Sql
  model: TypeModel | undefined
}

/** Compiles a request; a query about one type knows that type's fields, and their indexes. */
export async function compileList(
  db: Reader,
  access: BucketAccess,
  indexes: FieldIndexes,
  { query, sort }: Pick<ListRequest, 'query' | 'sort'>,
): Promise<CompiledList> {
  const type = typeAskedFor(query)
  const model = type === undefined ? undefined : await findTypeModel(db, access, type)
  const target = objectTarget(model)
  const own = model ? (await indexes.of(access)).filter((index) => index.type === model.slug) : []
  const scope =
    model && own.length > 0
      ? trusted(scopeLiteral(access.bucketId, model.slug))
      : sql`objects.bucket_id = ${access.bucketId}`
  const live = trusted('objects.deleted_at IS NULL')
  return {
    from: trusted(`objects${model ? ordering(own, model, query, sort) : ''}`),
    where: joinSql([scope, live, toSql(query, target)], 'AND'),
    orderBy: toOrderBy(sort, target),
    model,
  }
}

/**
 * Names the index that holds the order wanted. Left to itself, the planner would rather sort a whole type; where
 * something else narrows the list it knows better, though.
 */
function ordering(
  indexes: readonly FieldIndex[],
  { fields }: TypeModel,
  query: Query,
  sort: Sort,
): string {
  const first = sort.kind === 'keys' ? fieldAt(fields, printPath(sort.keys[0].path)) : undefined
  const expression = first && scalarExpression(first)
  const index = indexes.find((known) => known.expression === expression)
  const isBroad = pathsIn(query).every((path) => ['type', 'status', 'locale'].includes(path))
  return index && isBroad ? ` INDEXED BY ${index.name}` : ''
}

/** Keys of the scalar metafields of a type that a list filters or sorts by. */
export function keysUsed(
  { fields }: TypeModel,
  { query, sort }: Pick<ListRequest, 'query' | 'sort'>,
): string[] {
  const sorted = sort.kind === 'keys' ? sort.keys.map(({ path }) => printPath(path)) : []
  const used = [...pathsIn(query), ...sorted].flatMap((path) => fieldAt(fields, path) ?? [])
  const scalars = used.filter((field) => scalarExpression(field) !== undefined)
  return [...new Set(scalars.map(({ key }) => key))]
}

/** How many objects a compiled list has in all. */
export async function countObjects(db: Reader, { where }: CompiledList): Promise<number> {
  const [row] = await selectRows<{ total: number }>(
    db,
    sql`SELECT count(*) AS total FROM objects WHERE ${where}`,
  )
  return row?.total ?? 0
}

interface ListRow extends ObjectVersion {
  id: string
  bucket_id: string
  type: string
  status: Status
  is_published: number
  rank: number
  created_at: string
  created_by: string | null
  rev: number
}

const shown = trusted(
  [
    'id',
    'bucket_id',
    'type',
    'slug',
    'title',
    'content',
    'status',
    'is_published',
    'locale',
    'thumbnail',
    'metadata',
    'rank',
    'publish_at',
    'unpublish_at',
    'published_at',
    'created_at',
    'created_by',
    'modified_at',
    'modified_by',
    'rev',
  ]
    .map((column) => `objects.${column}`)
    .join(', '),
)

/** A page of a compiled list. */
export function pageStatement(
  { from, where, orderBy }: CompiledList,
  limit: number,
  skip: number,
): Sql {
  return sql`SELECT ${shown} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`
}

/** Rows of a page in the form of the API: each object in its newest version, with the status that the public sees. */
export async function readPage(
  db: Reader,
  access: BucketAccess,
  list: CompiledList,
  { limit, skip, props, withMetafields }: ListRequest,
) {
  const rows = await selectRows<ListRow>(db, pageStatement(list, limit, skip))
  const types = withMetafields ? rows.map(({ type }) => type) : []
  const models = await typeModelsOf(db, access, types)
  return rows.map((row) => ({
    main_object_status: mainStatusOf(row),
    object: pick(toListed(row, models.get(row.type)), props),
  }))
}

const mainStatusOf = ({ is_published }: ListRow): Status =>
  is_published === 1 ? 'published' : 'draft'

function toListed(row: ListRow, model: TypeModel | undefined) {
  const { bucket_id, rank, is_published: _, metadata: json, ...rest } = row
  const metadata = parseValues(json)
  return {
    ...rest,
    bucket: bucket_id,
    main_object_status: mainStatusOf(row),
    metadata,
    ...(model && { metafields: withValues(model.fields, metadata) }),
    order: rank,
  }
}
