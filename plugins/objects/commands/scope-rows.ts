import { type CmsObject, listObjects } from '@typecase/contract/objects'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { RunContext } from '@typecase/plugin-sdk/command'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'

/** What a command that goes through objects itself needs to know of one. */
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
export async function scopeRows(scope: Scope, context: Reading): Promise<readonly ScopeRow[]> {
  if (!('ids' in scope)) {
    const { ids, locales = [], types = [] } = scope.except ?? {}
    const out = new Set(ids)
    const rows = await matching(scope.query, context)
    return rows.filter(
      ({ id, type, locale }) =>
        !out.has(id) && !types.includes(type) && !locales.includes(locale ?? ''),
    )
  }
  const chunks = Array.from({ length: Math.ceil(scope.ids.length / IDS_AT_ONCE) }, (_, at) =>
    scope.ids.slice(at * IDS_AT_ONCE, (at + 1) * IDS_AT_ONCE),
  )
  const rows: ScopeRow[] = []
  for (const ids of chunks) rows.push(...(await matching({ id: { $in: ids } }, context)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return scope.ids.flatMap((id) => byId.get(id) ?? [])
}

async function matching(
  query: ListQuery,
  { services, facts, signal }: Reading,
): Promise<readonly ScopeRow[]> {
  const slug = bucketSlugOf(facts)
  const rows: ScopeRow[] = []
  for (;;) {
    const page = await services.get(Api).call(
      listObjects,
      // Sorted by id, so that what others do meanwhile moves no row to another page.
      {
        query: {
          slug,
          query: JSON.stringify(query),
          props: PROPS,
          sort: 'id',
          limit: PAGE,
          skip: rows.length,
        },
      },
      { signal },
    )
    rows.push(...page.objects.map(({ object }) => object))
    if (page.objects.length === 0 || rows.length >= page.total) return rows
  }
}
