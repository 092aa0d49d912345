import { hash } from 'node:crypto'

import { type BulkScope, ROWS_SHOWN } from '@typecase/contract/bulk-scope'
import type { BulkResult } from '@typecase/contract/objects'

import type { App } from '../../../app.ts'
import { Failure, invalid } from '../../../http/failure.ts'
import { type BucketAccess, readVersion } from '../../buckets/bucket-access.ts'
import type { BulkChange } from './change.ts'
import { planChange, type RowWatch, type Watch } from './plan.ts'
import type { RowIndex } from './row-index.ts'
import type { Page } from './row-page.ts'
import { idsIn, idsInScope } from './scope.ts'

/** A plan but for its rows. */
export type Made = Omit<BulkResult, 'sample'>

/** What a dry run asks for. */
export interface Asked<Row> {
  readonly change: BulkChange
  /** As it was sent: with the page that is shown. */
  readonly scope: BulkScope
  readonly allLocales?: boolean | undefined
  /** What else decides which rows there are, and what decides what becomes of them; plain JSON. */
  readonly keys: { readonly rows: unknown; readonly plan: unknown }
  /** An index is enough, without a plan of its own. */
  readonly isQuick?: boolean
  /** @throws Failure `invalid` for a change that cannot be right for any of these objects */
  check(ids: readonly string[]): Promise<void>
  watch(page: Page): RowWatch<Row>
  readPage(index: RowIndex, page: Page): Promise<Row[]>
  /** What else there is to say of all of them. */
  more?(ids: readonly string[]): Promise<Partial<Made>>
}

/** A plan with the rows of its page. */
export type Shown<Row> = Made & {
  sample: Row[]
  /** How many rows there are, of how many objects. */
  rows: { total: number; objects: number }
  truncated: boolean
  version: number
}

/**
 * Makes a plan, or reads a page of one that was made before. What a whole plan found is kept under the bucket's version:
 * where its rows are, and what it comes to. Further pages read only the objects that they show; once the bucket has
 * changed, the next one makes the plan again, or is refused where `sample_version` asks for that.
 */
export async function makePlan<Row>(
  app: App,
  access: BucketAccess,
  asked: Asked<Row>,
  watch: Watch,
): Promise<Shown<Row>> {
  const { db, kept } = app
  const { sample_skip: skip = 0, sample_limit: limit = ROWS_SHOWN, sample_version } = asked.scope
  const page = { skip, limit }
  const version = await readVersion(db, access)
  if (sample_version !== undefined && sample_version !== version) throw changed(version)
  const keys = keysOf(access, version, asked)
  const [index, plan] = [kept.indexes.get(keys.index), kept.plans.get(keys.plan)]
  if (index && (plan || asked.isQuick)) {
    const sample = await asked.readPage(index, page)
    // Written to meanwhile: what was kept says nothing of it.
    if ((await readVersion(db, access)) !== version) return makePlan(app, access, asked, watch)
    return shown({ ...plan }, index, page, sample, version)
  }

  const ids = await idsOf(app, access, version, asked)
  await asked.check(ids)
  const rows = asked.watch(page)
  const planned = await planChange(app, access, asked.change, ids, rows, watch)
  const found = rows.close()
  const made: Made = { ...planned, facets: rows.facets(), ...(await asked.more?.(ids)) }
  if (rows.isPartial?.() && (made.matched ?? 0) < ids.length) {
    const whole = shown(made, found, page, rows.sample, version)
    return { ...whole, truncated: true, is_partial: true }
  }
  if ((await readVersion(db, access)) === version) {
    kept.indexes.set(keys.index, found, found.size)
    kept.plans.set(keys.plan, made, JSON.stringify(made).length * 2)
  }
  return shown(made, found, page, rows.sample, version)
}

function shown<Row>(
  made: Made,
  { rows: total, objects }: RowIndex,
  { skip }: Page,
  sample: Row[],
  version: number,
): Shown<Row> {
  const truncated = skip + sample.length < total
  return { ...made, rows: { total, objects }, truncated, sample, version }
}

/** The objects that a dry run of the same has found rows in, if there was one; else all of the scope. */
export async function idsFoundBy<Row>(
  app: App,
  access: BucketAccess,
  asked: Pick<Asked<Row>, 'scope' | 'allLocales' | 'keys'>,
): Promise<string[]> {
  const version = await readVersion(app.db, access)
  const { index } = keysOf(access, version, asked)
  return app.kept.indexes.get(index)?.ids() ?? idsOf(app, access, version, asked)
}

async function idsOf(
  app: App,
  access: BucketAccess,
  version: number,
  { scope, allLocales = false }: Pick<Asked<unknown>, 'scope' | 'allLocales'>,
): Promise<string[]> {
  const { db, kept } = app
  const key = `${access.bucketId} ${version} ${digest([scopeAlone(scope), allLocales])}`
  const known = kept.scopes.get(key)
  if (known !== undefined) return idsIn(known)
  const ids = await idsInScope(app, access, scope, allLocales)
  if ((await readVersion(db, access)) === version) {
    const text = ids.join('')
    kept.scopes.set(key, text, text.length)
  }
  return ids
}

/** What an index and a plan are kept under. A plan is made for who asked: others may change other objects. */
function keysOf(
  { bucketId, userId, role }: BucketAccess,
  version: number,
  { scope, allLocales = false, keys }: Pick<Asked<unknown>, 'scope' | 'allLocales' | 'keys'>,
) {
  const index = `${bucketId} ${version} ${digest([scopeAlone(scope), allLocales, keys.rows])}`
  return { index, plan: `${index} ${digest([userId, role, keys.plan])}` }
}

/** What a page of a plan that is of another version fails with. */
export const changed = (version: number): Failure => {
  const message =
    'The bucket has changed since this plan was made: make it again to see more of it.'
  return new Failure('stale', message, { current: { version } })
}

const digest = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url')

/** The same objects, whatever is shown of them. */
function scopeAlone(scope: BulkScope) {
  const { dry_run: _, sample_skip, sample_limit, sample_version, ...alone } = scope
  return alone
}

const ofPages = ['sample_skip', 'sample_limit', 'sample_version'] as const

/** @throws Failure `invalid` where something is to be done, and pages are asked for */
export function assertNoPage<Body extends BulkScope>(
  body: Body,
  others: readonly (keyof Body & string)[] = [],
): void {
  const odd = [...ofPages, ...others].find((key) => body[key] !== undefined)
  if (odd) throw invalid(odd, `${odd} must come with dry_run`, 'scope')
}
