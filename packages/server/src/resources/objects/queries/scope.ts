import type { BulkScope } from '@typecase/contract/bulk-scope'
import { and, type In, type Query, type Scalar } from '@typecase/content-query/ast'
import type { Path, Resource } from '@typecase/content-query/fields'
import { parseSort, type Sort } from '@typecase/content-query/sort'

import type { App } from '../../../app.ts'
import { invalid } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type Finding, findObjects } from './find-objects.ts'
import { eachIndexed } from './indexed-values.ts'
import { readQuery, readSort } from './list-request.ts'
import { idsReferringTo } from './references/find-references.ts'
import { typeModelsOf } from '../store/type-models.ts'
import type { TypeModel } from '../model/type-model.ts'

/** The services needed to find the ids of a scope. */
interface ScopeFinding extends Finding, Pick<App, 'clock'> {}

/** The scope without `dry_run`, which does not select objects. */
type Scope = Omit<ObjectScope, 'dry_run'>

/** The scope of a call. */
export interface ObjectScope extends BulkScope {
  /** Without ids and a query, selects all objects that refer to this one. */
  referringTo?: string
}

/**
 * Returns the ids that a call selects, each once: the named ones, or the current results of its query in the order of
 * lists.
 * @param allLocales includes the other locales of each object: those with the same type and slug
 * @throws Failure `invalid` unless there is exactly one of ids and query
 */
export async function idsInScope(
  finding: ScopeFinding,
  access: BucketAccess,
  scope: Scope,
  allLocales = false,
): Promise<string[]> {
  if (allLocales) {
    const { ids, others } = await idsInAllLocales(finding, access, scope)
    return [...ids, ...others]
  }
  return withoutExcluded(finding, access, await idsNamed(finding, access, scope), scope)
}

/** Returns the page and the objects of a dry run's scope. */
export function requestedObjects(
  finding: ScopeFinding,
  access: BucketAccess,
  scope: ObjectScope,
  allLocales = false,
) {
  // The key of the selection must not depend on the page.
  const { dry_run: _, sample_skip, sample_limit, sample_version, ...alone } = scope
  return {
    page: scope,
    scopeKey: ['objects', alone, allLocales],
    ids: () => idsInScope(finding, access, scope, allLocales),
  }
}

/**
 * Returns the ids that a call selects, and those of the objects' other locales, which share type and slug.
 * @returns two separate lists
 */
export async function idsInAllLocales(
  finding: ScopeFinding,
  access: BucketAccess,
  scope: Scope,
): Promise<{ ids: string[]; others: string[] }> {
  const scopeIds = await idsNamed(finding, access, scope)
  const others = await otherLocales(finding, access, scopeIds)
  return {
    ids: await withoutExcluded(finding, access, scopeIds, scope),
    others: await withoutExcluded(finding, access, others, scope),
  }
}

/** Returns the ids that a call names, or the results of its query. @param sort the order of the query's results */
async function idsNamed(
  finding: ScopeFinding,
  access: BucketAccess,
  scope: Scope,
  sort: Sort = parseSort(undefined, 'objects'),
): Promise<readonly string[]> {
  if (scope.object_ids) {
    assertOnlyIds(scope)
    return [...new Set(scope.object_ids)]
  }
  const { referringTo } = scope
  if (referringTo !== undefined && scope.query === undefined && sort.kind === 'keys') {
    return idsReferringTo(finding, access, referringTo, sort)
  }
  const { ids } = await findObjects(finding, access, {
    source: 'newest',
    query: queryOf(scope, finding.clock.now()),
    sort,
  })
  return ids
}

const MAX_SLUGS_IN_QUERY = 5000

const TYPE: Path = ['type']
const SLUG: Path = ['slug']

/** Returns the ids of other objects with the same type and slug as the named ones. */
async function otherLocales(
  finding: Finding,
  access: BucketAccess,
  scopeIds: readonly string[],
): Promise<string[]> {
  if (scopeIds.length === 0) return []
  const isNamed = new Set(scopeIds)
  const [types, slugs, both] = [new Set<Scalar>(), new Set<Scalar>(), new Set<string>()]
  await eachIndexed(finding, access, scopeIds, [TYPE, SLUG], (_id, [type = '', slug = '']) => {
    types.add(type)
    slugs.add(slug)
    both.add(`${type} ${slug}`)
  })
  // Searching for very many slugs takes longer than reading all objects of the types.
  const query = and([
    isOneOf(TYPE, types),
    ...(slugs.size > MAX_SLUGS_IN_QUERY ? [] : [isOneOf(SLUG, slugs)]),
  ])
  const page = await findObjects(finding, access, { source: 'newest', query, sort: BY_ID })
  const others: string[] = []
  await eachIndexed(finding, access, page.ids, [TYPE, SLUG], (id, [type, slug]) => {
    if (both.has(`${type} ${slug}`) && !isNamed.has(id)) others.push(id)
  })
  return others
}

const BY_ID: Sort = { kind: 'keys', keys: [{ path: ['id'], descending: false }] }

const isOneOf = (path: Path, values: Iterable<Scalar>): In => ({
  kind: 'in',
  path,
  values: [...values],
})

/** Returns the ids without a scope's exclusions by id, locale or type. */
async function withoutExcluded(
  finding: Finding,
  access: BucketAccess,
  ids: readonly string[],
  { exclude_ids: excluded = [], exclude_locales: locales = [], exclude_types: types = [] }: Scope,
): Promise<string[]> {
  const out = new Set(excluded)
  if (locales.length + types.length > 0) {
    await eachIndexed(finding, access, ids, [['locale'], TYPE], (id, [locale, type]) => {
      const isOut = locales.includes(String(locale ?? '')) || types.includes(String(type))
      if (isOut) out.add(id)
    })
  }
  return out.size === 0 ? [...ids] : ids.filter((id) => !out.has(id))
}

const ONE = 'exactly one of object_ids and query'

function assertOnlyIds({ query }: Scope): void {
  if (query !== undefined) throw invalid('query', `query must not be sent: ${ONE}`, 'scope')
}

/** Keys of lists that would change which of a query's results a call affects. */
const ofLists = ['limit', 'skip', 'sort', 'props', 'depth'] as const

function queryOf({ query: written }: Scope, now: number): Query {
  if (written === undefined) {
    throw invalid('object_ids', `object_ids must be sent, or query: ${ONE}`, 'scope')
  }
  return readScopeQuery(written, now)
}

/** Reads the query of a scope. @throws Failure `invalid`, also for keys that only lists have */
export function readScopeQuery(
  raw: Exclude<Scope['query'], undefined>,
  now: number,
  of?: Resource,
) {
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw)
  const { query, reserved } = readQuery(text, now, of)
  const invalidKey = ofLists.find((key) => reserved[key] !== undefined)
  if (invalidKey)
    throw invalid(`query.${invalidKey}`, `query.${invalidKey} has no meaning here`, 'scope')
  return query
}

/**
 * Returns the ids of existing objects that a call selects.
 * @param order the order of a query's results; ids keep their own order
 * @throws Failure `invalid` unless there is exactly one of ids and query
 */
export async function presentInScope(
  finding: ScopeFinding,
  access: BucketAccess,
  scope: Scope,
  order?: string,
): Promise<string[]> {
  if (scope.object_ids && order !== undefined) {
    throw invalid('sort', 'sort must come with query', 'scope')
  }
  const scopeIds = await idsNamed(finding, access, scope, readSort(order))
  const ids = await withoutExcluded(finding, access, scopeIds, scope)
  const present: string[] = []
  await eachIndexed(finding, access, ids, [], (id) => present.push(id))
  return present
}

/** Returns the types of those given objects that exist. */
export async function modelsInScope(
  finding: Finding,
  access: BucketAccess,
  ids: readonly string[],
): Promise<TypeModel[]> {
  const types = new Set<string>()
  await eachIndexed(finding, access, ids, [TYPE], (_id, [type]) => types.add(String(type)))
  return [...(await typeModelsOf(finding.db.read, access, types)).values()]
}
