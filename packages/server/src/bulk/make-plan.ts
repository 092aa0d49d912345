import { hash } from 'node:crypto'

import { ROWS_SHOWN } from '@typecase/contract/bulk-scope'

import type { App } from '../app.ts'
import { Failure, invalid } from '../http/failure.ts'
import { someOf } from '../jobs/pace.ts'
import { type BucketAccess, readVersion } from '../resources/buckets/bucket-access.ts'
import { idsIn } from './ids-in-text.ts'
import { type Look, planMany, type PlanRows, type Watch } from './plan.ts'
import type { PlanSummary } from './plan-cache.ts'
import type { RowIndex } from './row-index.ts'
import type { Page } from './row-page.ts'

/** The page of a plan's rows to return. */
export interface PageRequest {
  sample_skip?: number
  sample_limit?: number
  sample_version?: number
}

/**
 * The input of a dry run of any kind (objects, media). `keys` are plain JSON in three groups: those that select the
 * items, those that also determine the rows, and those that only determine the effect.
 */
export interface PlanRequest<Row> {
  readonly page: PageRequest
  readonly keys: { readonly scope: unknown; readonly rows: unknown; readonly plan: unknown }
  /** Whether the index alone suffices as the response, without a plan. */
  readonly isQuick?: boolean
  /** Returns the ids of all items in scope. */
  ids(): Promise<string[]>
  /** @throws Failure `invalid` for a change that cannot be valid for any of the items */
  check?(ids: readonly string[]): Promise<void>
  /** Starts a plan. @returns `look`, which decides the verdict for each item, and the rows it collects */
  begin(page: Page): { look: Look; rows: PlanRows<Row> }
  /** Milliseconds per item until they were measured, and the estimated time for changing `count` items. */
  readonly costs: { readonly msEach: number; estimate(count: number): number }
  readPage(index: RowIndex, page: Page): Promise<Row[]>
  /** Summary fields that cover all ids. */
  more?(ids: readonly string[]): Promise<Partial<PlanSummary>>
}

/** A plan with the rows of one page. */
export type PlanPage<Row> = PlanSummary & {
  sample: Row[]
  /** Total numbers of rows and of their items. */
  rows: { total: number; items: number }
  truncated: boolean
  version: number
}

/**
 * Makes a plan, or reads a page of an existing one. The cache holds a plan's row index and summary under the bucket's
 * version, so further pages read only their own items. If the bucket has changed, the plan is made again, or the page
 * is refused if the call sets `sample_version`.
 */
export async function makePlan<Row>(
  app: App,
  access: BucketAccess,
  request: PlanRequest<Row>,
  watch: Watch,
): Promise<PlanPage<Row>> {
  const { db, planCache } = app
  const { sample_skip: skip = 0, sample_limit: limit = ROWS_SHOWN, sample_version } = request.page
  const page = { skip, limit }
  const version = await readVersion(db, access)
  if (sample_version !== undefined && sample_version !== version) throw outdatedPlan(version)
  const keys = keysOf(access, version, request.keys)
  const [index, plan] = [planCache.indexes.get(keys.index), planCache.plans.get(keys.plan)]
  if (index && (plan || request.isQuick)) {
    const sample = await request.readPage(index, page)
    // If the bucket was written to during the read, the cached index is outdated.
    if ((await readVersion(db, access)) !== version) return makePlan(app, access, request, watch)
    return toPlanPage({ ...plan }, index, page, sample, version)
  }

  const ids = await idsOf(app, access, version, request)
  await request.check?.(ids)
  const { look, rows } = request.begin(page)
  const { msEach, estimate } = request.costs
  const planning = { chunks: someOf(ids, watch.signal, msEach), total: ids.length, look, estimate }
  const planned = await planMany(planning, rows, watch.tell)
  const closed = rows.close()
  const summary: PlanSummary = { ...planned, facets: rows.facets(), ...(await request.more?.(ids)) }
  const firstPage = toPlanPage(summary, closed, page, rows.sample, version)
  if (planned.is_partial) return { ...firstPage, truncated: true }
  if ((await readVersion(db, access)) === version) {
    planCache.indexes.set(keys.index, closed, closed.size)
    planCache.plans.set(keys.plan, summary, JSON.stringify(summary).length * 2)
  }
  return firstPage
}

function toPlanPage<Row>(
  summary: PlanSummary,
  { rows: total, items }: RowIndex,
  { skip }: Page,
  sample: Row[],
  version: number,
): PlanPage<Row> {
  const truncated = skip + sample.length < total
  return { ...summary, rows: { total, items }, truncated, sample, version }
}

/**
 * Returns the items in which an earlier dry run of the same request found rows, or all items in scope if there was
 * none.
 */
export async function matchingIds(
  app: App,
  access: BucketAccess,
  request: Pick<PlanRequest<unknown>, 'keys' | 'ids'>,
): Promise<string[]> {
  const version = await readVersion(app.db, access)
  const { index } = keysOf(access, version, request.keys)
  return app.planCache.indexes.get(index)?.ids() ?? idsOf(app, access, version, request)
}

async function idsOf(
  { db, planCache }: App,
  access: BucketAccess,
  version: number,
  request: Pick<PlanRequest<unknown>, 'keys' | 'ids'>,
): Promise<string[]> {
  const key = `${access.bucketId} ${version} ${digest(request.keys.scope)}`
  const cached = planCache.scopes.get(key)
  if (cached !== undefined) return idsIn(cached)
  const ids = await request.ids()
  if ((await readVersion(db, access)) === version) {
    const text = ids.join('')
    planCache.scopes.set(key, text, text.length)
  }
  return ids
}

/**
 * Returns the cache keys of an index and a plan. A plan's key contains the user, whose rights determine which items
 * change.
 */
function keysOf(
  { bucketId, userId, role }: BucketAccess,
  version: number,
  { scope, rows, plan }: PlanRequest<unknown>['keys'],
) {
  const index = `${bucketId} ${version} ${digest([scope, rows])}`
  return { index, plan: `${index} ${digest([userId, role, plan])}` }
}

/** Creates the error for a page of a plan of another version. */
const outdatedPlan = (version: number): Failure => {
  const message =
    'The bucket has changed since this plan was made: make it again to see more of it.'
  return new Failure('stale', message, { current: { version } })
}

const digest = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url')

const ofPages = ['sample_skip', 'sample_limit', 'sample_version'] as const

/** @throws Failure `invalid` if a real run requests pages */
export function assertNoPage<Body extends PageRequest>(
  body: Body,
  others: readonly (keyof Body & string)[] = [],
): void {
  const invalidKey = [...ofPages, ...others].find((key) => body[key] !== undefined)
  if (invalidKey) throw invalid(invalidKey, `${invalidKey} must come with dry_run`, 'scope')
}
