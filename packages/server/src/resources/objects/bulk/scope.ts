import type { BulkScope } from '@typecase/contract/bulk-scope'
import type { Resource } from '@typecase/content-query/fields'
import { always, joinSql, type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { Reader } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import { invalid } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type Finding, findObjects } from '../find-objects.ts'
import { readQuery, readSort } from '../list-request.ts'
import { idsOfAllLocales } from '../store.ts'
import { findTypeModel, type TypeModel } from '../type-model.ts'

const ID_LENGTH = 24

/**
 * The ids that a call is about, each once: those it names, or those that its query finds now, in the order of lists.
 * @param allLocales the other locales of each object too: those of the same type and slug
 * @throws Failure `invalid` unless there is exactly one of ids and query
 */
export async function idsInScope(
  app: Finding,
  access: BucketAccess,
  scope: BulkScope,
  allLocales = false,
): Promise<string[]> {
  if (allLocales) {
    const { ids, others } = await idsInAllLocales(app, access, scope)
    return [...ids, ...others]
  }
  const named = await idsNamed(app, access, scope)
  return withoutExcluded(app.db.read, access, named, scope)
}

/**
 * The same with the other locales of each object: those of the same type and slug.
 * @returns apart from each other, the others last
 */
export async function idsInAllLocales(
  app: Finding,
  access: BucketAccess,
  scope: BulkScope,
): Promise<{ ids: string[]; others: string[] }> {
  const named = await idsNamed(app, access, scope)
  const isNamed = new Set(named)
  const others = await idsOfAllLocales(app.db.read, access, named)
  return {
    ids: await withoutExcluded(app.db.read, access, named, scope),
    others: await withoutExcluded(
      app.db.read,
      access,
      others.filter((id) => !isNamed.has(id)),
      scope,
    ),
  }
}

async function idsNamed(
  app: Finding,
  access: BucketAccess,
  scope: BulkScope,
): Promise<readonly string[]> {
  if (!scope.object_ids) return idsOfQuery(app, access, queryOf(scope))
  assertOnlyIds(scope)
  return scope.object_ids
}

/** Each id once, without those that a scope leaves out. */
function withoutExcluded(
  db: Reader,
  access: BucketAccess,
  ids: readonly string[],
  scope: BulkScope,
): Promise<string[]> {
  const excluded = new Set(scope.exclude_ids)
  const left = [...new Set(ids)].filter((id) => !excluded.has(id))
  return withoutSome(db, access, left, scope)
}

/** The same ids but for those of objects in some locales and of some types. */
async function withoutSome(
  db: Reader,
  access: BucketAccess,
  ids: string[],
  { exclude_locales: locales = [], exclude_types: types = [] }: BulkScope,
): Promise<string[]> {
  if (locales.length + types.length === 0) return ids
  const left: string[] = []
  for (let at = 0; at < ids.length; at += SOME) {
    const some = ids.slice(at, at + SOME)
    const rows = await selectRows<{ id: string }>(
      db,
      sql`SELECT id FROM objects
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(some)}))
          AND bucket_id = ${access.bucketId}
          AND (ifnull(locale, '') IN (SELECT value FROM json_each(${JSON.stringify(locales)}))
            OR type IN (SELECT value FROM json_each(${JSON.stringify(types)})))`,
    )
    const out = new Set(rows.map(({ id }) => id))
    left.push(...some.filter((id) => !out.has(id)))
    await new Promise(setImmediate)
  }
  return left
}

const ONE = 'exactly one of object_ids and query'

function assertOnlyIds({ query }: BulkScope): void {
  if (query !== undefined) throw invalid('query', `query must not be sent: ${ONE}`, 'scope')
}

/** Keys of a list that would make the query mean something else than all that it finds. */
const ofLists = ['limit', 'skip', 'sort', 'props', 'depth'] as const

function queryOf({ query: written }: BulkScope) {
  if (written === undefined) {
    throw invalid('object_ids', `object_ids must be sent, or query: ${ONE}`, 'scope')
  }
  return readScopeQuery(written)
}

/** The query of a scope. @throws Failure `invalid` also for what only lists know */
export function readScopeQuery(written: Exclude<BulkScope['query'], undefined>, of?: Resource) {
  const text = typeof written === 'string' ? written : JSON.stringify(written)
  const { query, reserved } = readQuery(text, of)
  const odd = ofLists.find((key) => reserved[key] !== undefined)
  if (odd) throw invalid(`query.${odd}`, `query.${odd} has no meaning here`, 'scope')
  return query
}

/**
 * The statement that finds the row numbers (`seq`) of what a call is about, for a thread that reads them itself.
 * @param order of what a query finds; ids keep their own
 * @throws Failure `invalid` unless there is exactly one of ids and query
 */
export async function rowsInScope(
  app: Finding,
  access: BucketAccess,
  scope: Omit<BulkScope, 'dry_run'>,
  order?: string,
): Promise<Sql> {
  const rowsOf = (ids: readonly string[]) =>
    sql`SELECT objects.seq AS seq FROM json_each(${JSON.stringify(ids)}) AS named
      CROSS JOIN objects ON objects.id = named.value
      WHERE objects.bucket_id = ${access.bucketId} AND objects.deleted_at IS NULL AND ${notLeftOut(scope)}
      ORDER BY named.key`
  if (scope.object_ids) {
    assertOnlyIds(scope)
    if (order !== undefined) throw invalid('sort', 'sort must come with query', 'scope')
    return rowsOf([...new Set(scope.object_ids)])
  }
  return rowsOf(await idsOfQuery(app, access, queryOf(scope), readSort(order)))
}

/** What a scope leaves out, as a condition. */
function notLeftOut(scope: Omit<BulkScope, 'dry_run'>): Sql {
  const { exclude_ids = [], exclude_locales = [], exclude_types = [] } = scope
  const without = (expression: string, values: readonly string[]) =>
    values.length === 0
      ? always
      : sql`${trusted(expression)} NOT IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
  return joinSql(
    [
      without('objects.id', exclude_ids),
      without("ifnull(objects.locale, '')", exclude_locales),
      without('objects.type', exclude_types),
    ],
    'AND',
  )
}

async function idsOfQuery(
  app: Finding,
  access: BucketAccess,
  query: ReturnType<typeof queryOf>,
  sort = readSort(undefined),
): Promise<readonly string[]> {
  return (await findObjects(app, access, { source: 'newest', query, sort })).ids
}

/** The ids that a text holds, one right after the other. */
export const idsIn = (text: string): string[] =>
  Array.from({ length: text.length / ID_LENGTH }, (_, n) =>
    text.slice(n * ID_LENGTH, (n + 1) * ID_LENGTH),
  )

/** Ids that are looked up at once. */
const SOME = 2000

/** The types of some objects, of those that are there. */
export async function modelsInScope(
  db: Reader,
  access: BucketAccess,
  ids: readonly string[],
): Promise<TypeModel[]> {
  const slugs = new Set<string>()
  for (let at = 0; at < ids.length; at += SOME) {
    const known = [...slugs].map((slug) => sql`type != ${slug}`)
    const rows = await selectRows<{ type: string }>(
      db,
      sql`SELECT DISTINCT type FROM objects
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids.slice(at, at + SOME))}))
          AND bucket_id = ${access.bucketId} AND deleted_at IS NULL AND ${joinSql(known, 'AND')}`,
    )
    for (const { type } of rows) slugs.add(type)
    // Others have their turn: a large scope takes a while.
    await new Promise(setImmediate)
  }
  const models: TypeModel[] = []
  for (const slug of slugs) {
    const model = await findTypeModel(db, access, slug)
    if (model) models.push(model)
  }
  return models
}
