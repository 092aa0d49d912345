import type { Query } from '@typecase/content-query/ast'
import { printPath } from '@typecase/content-query/fields'
import { pick } from '@typecase/content-query/props'
import { toOrderBy } from '@typecase/content-query/sort-sql'
import { toSql } from '@typecase/content-query/sql'
import { joinSql, never, type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { Database, Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { ListRequest } from './list-request.ts'
import type { FieldIndex, FieldIndexes } from './field-indexes.ts'
import { costOf, type ListCost } from './list-cost.ts'
import { scalarExpression, scopeLiteral } from './metafield-sql.ts'
import { indexOfCount, indexOfOrder } from './named-index.ts'
import { readRows, sizeOf, wantedBy } from './page-rows.ts'
import { fieldAt, objectTarget, pathsIn, typeAskedFor } from './object-query.ts'
import { parseValues } from './metadata.ts'
import { withValues } from './read-form.ts'
import type { ObjectVersion } from './state.ts'
import type { ListSource, Status } from './tables.ts'
import { findTypeModel, type TypeModel, typeModelsOf } from './type-model.ts'

/** A list compiled for the database. */
export interface CompiledList {
  /** What a page is read from, with the index to be used where it is named. */
  from: Sql
  /** What the total is counted from. */
  counted: Sql
  where: Sql
  /** The total, where the counts that are kept tell it: a few rows, whatever the number of objects. */
  kept: Sql | undefined
  orderBy: Sql
  model: TypeModel | undefined
  cost: ListCost
}

/** What a list is compiled with. */
export interface ListScope {
  db: Database
  access: BucketAccess
  indexes: FieldIndexes
}

/**
 * Compiles a request; a query about one type knows that type's fields, and their indexes. Whatever is read from goes
 * by the name `objects`, so that queries and indexes spell metafields alike.
 */
export async function compileList(
  { db, access, indexes }: ListScope,
  source: ListSource,
  { query, sort }: Pick<ListRequest, 'query' | 'sort'>,
): Promise<CompiledList> {
  const type = typeAskedFor(query)
  const model = type === undefined ? undefined : await findTypeModel(db.read, access, type)
  const target = objectTarget(source, model)
  const own = model
    ? (await indexes.of(access)).filter(
        (index) => index.source === source && index.type === model.slug,
      )
    : []
  const scope =
    model && own.length > 0
      ? trusted(scopeLiteral(access.bucketId, model.slug))
      : sql`objects.bucket_id = ${access.bucketId}`
  const live = trusted('objects.deleted_at IS NULL')
  const table = source === 'objects' ? 'objects' : `${source} AS objects`
  const usable = model ? own.filter((index) => isCurrent(index, model)) : []
  const indexed = new Set(usable.map(({ key }) => `metadata.${key}`))
  const where = joinSql([scope, live, toSql(query, target)], 'AND')
  // A condition that is never true is all that is left of such a query: it names no scope that an index would serve.
  const by = (index?: FieldIndex) =>
    trusted(index && where !== never ? `${table} INDEXED BY ${index.name}` : table)
  return {
    from: by(indexOfOrder(usable, { query, sort })),
    counted: by(indexOfCount(usable, { query, sort })),
    where,
    kept: isOfGroups(query)
      ? sql`SELECT ifnull(sum(objects.total), 0) AS total FROM ${counts[source]} WHERE ${joinSql([scope, toSql(query, target)], 'AND')}`
      : undefined,
    orderBy: toOrderBy(sort, target),
    model,
    cost: costOf({ source, query, sort, indexed }),
  }
}

/** What triggers keep the counts of; in the names of the columns, so that queries read the same. */
const counts: Record<ListSource, Sql> = {
  objects: trusted('object_counts AS objects'),
  published_objects: trusted('published_counts AS objects'),
}

/** Whether a query is only about what objects are counted by. */
const isOfGroups = (query: Query): boolean =>
  pathsIn(query).every((path) => ['type', 'status', 'locale'].includes(path))

/** A field whose type was changed has another expression: its index is of no use any more. */
function isCurrent({ key, expression }: FieldIndex, { fields }: TypeModel): boolean {
  const field = fields.find((other) => other.key === key)
  return field !== undefined && scalarExpression(field) === expression
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

/**
 * How many objects a compiled list has in all.
 * @param readers for what is kept, and for what has to be counted
 */
export async function countObjects(
  { read, total }: { read: Reader; total: Reader },
  { kept, counted, where }: CompiledList,
): Promise<number> {
  const [row] = kept
    ? await selectRows<{ total: number }>(read, kept)
    : await selectRows<{ total: number }>(
        total,
        sql`SELECT count(*) AS total FROM ${counted} WHERE ${where}`,
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

const columns: readonly (keyof ListRow)[] = [
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

/** A page of a compiled list. */
export function pageStatement(
  { from, where, orderBy }: CompiledList,
  limit: number,
  skip: number,
  selected: Sql,
): Sql {
  return sql`SELECT ${selected} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`
}

/**
 * Rows of a page in the form of the API: each object in its newest version, with the status that the public sees.
 * @param readers for the rows, and for what they need beside them
 */
export async function readPage(
  readers: { page: Reader; read: Reader },
  access: BucketAccess,
  list: CompiledList,
  { limit, skip, props, withMetafields }: ListRequest,
) {
  const { content, metadata } = wantedBy(props)
  const wanted = { content, metadata: metadata || withMetafields }
  const rows = await readRows<ListRow>(readers, pageStatement(list, limit, skip, sizeOf(wanted)), {
    access,
    source: 'objects',
    columns,
    wanted,
  })
  const types = withMetafields ? rows.map(({ type }) => type) : []
  const models = await typeModelsOf(readers.read, access, types)
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
