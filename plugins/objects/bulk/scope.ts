import { type CmsObject, listObjects } from '@typecase/contract/objects'
import type { ObjectType } from '@typecase/contract/object-types'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { RunContext } from '@typecase/plugin-sdk/command'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { Api, type ApiService, type CallOptions } from '@typecase/plugin-sdk/services'

/** The part of an object that commands need when they go through objects themselves. */
export type ScopeRow = Pick<CmsObject, 'id' | 'title' | 'type' | 'locale'>

const PROPS = 'id,title,type,locale'
const PAGE = 1000
/** Ids travel in the address, which servers cut at 16 kB. */
const IDS_AT_ONCE = 200

type Reading = Pick<RunContext, 'services' | 'facts' | 'signal'>

/** The ids of a scope, in the list's order where it is a list. */
export async function scopeIds(scope: Scope, context: Reading): Promise<readonly string[]> {
  if ('ids' in scope) return scope.ids
  const rows = await scopeRows(scope, context)
  return rows.map(({ id }) => id)
}

/** The objects of a scope; those that are gone are missing. */
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
 * All objects that match. Each page follows the row that ended the one before, by id: what others add or remove meanwhile
 * moves no row past a page.
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

/** How many objects are read for their types; the others are taken to be like them. */
const TYPES_FROM = 100

/** The object types that a command's scope is about, as far as they are known; else all of the bucket. */
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

/** The same while arguments are asked for; the schema checks the scope before anybody asks further. */
export const requestedTypes = (context: AskContext): Promise<readonly ObjectType[]> =>
  typesInScope(context.args['scope'] as Scope | undefined, context)
