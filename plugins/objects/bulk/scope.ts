import { type CmsObject, listObjects } from '@typecase/contract/objects'
import type { ObjectType } from '@typecase/contract/object-types'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { RunContext } from '@typecase/plugin-sdk/command'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { Api, type ApiService, type CallOptions } from '@typecase/plugin-sdk/services'

/** The properties that a command reads when it iterates over the objects itself. */
export type ScopeRow = Pick<CmsObject, 'id' | 'title' | 'type' | 'locale'>

const PROPS = 'id,title,type,locale'
const PAGE = 1000
/** Ids are sent in the URL, which servers limit to 16 kB. */
const IDS_AT_ONCE = 200

type Reading = Pick<RunContext, 'services' | 'facts' | 'signal'>

/** Returns the ids of a scope: listed ids in their order, the results of a query sorted by id. */
export async function scopeIds(scope: Scope, context: Reading): Promise<readonly string[]> {
  if ('ids' in scope) return scope.ids
  const rows = await scopeRows(scope, context)
  return rows.map(({ id }) => id)
}

/** Returns the objects in a scope. Deleted objects are missing. */
export async function scopeRows(
  scope: Scope,
  { services, facts, signal }: Reading,
): Promise<readonly ScopeRow[]> {
  const read = (query: ListQuery) =>
    matchingRows(services.get(Api), bucketSlugOf(facts), query, { signal })
  if (!('ids' in scope)) {
    const { ids, locales = [], types = [] } = scope.except ?? {}
    const out = new Set(ids)
    const rows = await read(scope.query)
    return rows.filter(
      ({ id, type, locale }) =>
        !out.has(id) && !types.includes(type) && !locales.includes(locale ?? ''),
    )
  }
  const chunks = Array.from({ length: Math.ceil(scope.ids.length / IDS_AT_ONCE) }, (_, at) =>
    scope.ids.slice(at * IDS_AT_ONCE, (at + 1) * IDS_AT_ONCE),
  )
  const rows: ScopeRow[] = []
  for (const ids of chunks) rows.push(...(await read({ id: { $in: ids } })))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return scope.ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Returns all matching objects. Each page starts after the id that ended the previous page, so objects that others add
 * or remove meanwhile shift no row across a page boundary.
 */
export async function matchingRows(
  api: ApiService,
  slug: string,
  query: ListQuery,
  options?: CallOptions,
): Promise<readonly ScopeRow[]> {
  const all = { slug, query: JSON.stringify(query), props: PROPS, sort: 'id', limit: PAGE }
  const rows: ScopeRow[] = []
  for (;;) {
    const last = rows.at(-1)
    const page = { query: { ...all, ...(last && { after: last.id }) } }
    const { objects } = await api.call(listObjects, page, options)
    rows.push(...objects.map(({ object }) => object))
    if (objects.length < PAGE) return rows
  }
}

/** How many objects are read to learn their types. The rest are assumed to have the same types. */
const TYPES_FROM = 100

/** Returns the object types in a scope as far as they are known, or else all types of the bucket. */
export async function typesInScope(
  scope: Scope | undefined,
  context: Reading,
): Promise<readonly ObjectType[]> {
  const { object_types: types } = await readBucket(context.services, bucketSlugOf(context.facts))
  if (!scope) return types
  const slugs = 'ids' in scope ? await slugsOf(scope.ids, context) : slugsIn(scope.query['type'])
  const some = types.filter(({ slug }) => slugs.has(slug))
  return some.length > 0 ? some : types
}

async function slugsOf(ids: readonly string[], context: Reading): Promise<ReadonlySet<string>> {
  const rows = await scopeRows({ kind: 'ids', ids: ids.slice(0, TYPES_FROM) }, context)
  return new Set(rows.map(({ type }) => type))
}

/** `{type: 'a'}` and `{type: {$in: ['a', 'b']}}` */
function slugsIn(condition: unknown): ReadonlySet<string> {
  if (typeof condition === 'string') return new Set([condition])
  const { $in: some } = (condition ?? {}) as { $in?: unknown }
  return new Set(Array.isArray(some) ? (some as string[]) : [])
}

/**
 * Returns the types in the scope entered so far. The schema validates the scope before a later argument is asked for.
 */
export const requestedTypes = (context: AskContext): Promise<readonly ObjectType[]> =>
  typesInScope(context.args['scope'] as Scope | undefined, context)
