import { QueryError } from '@typecase/content-query/query-error'
import { parseSort } from '@typecase/content-query/sort'
import { unsupportedIn } from '@typecase/content-query/unsupported'
import type { ObjectType } from '@typecase/contract/object-types'
import {
  addSmartView,
  countSmartViews,
  deleteSmartView,
  listSmartViews,
  reorderSmartViews,
  type SmartView,
  updateSmartView,
} from '@typecase/contract/smart-views'

import { MAX_SMART_VIEWS } from '../../limits.ts'
import type { App } from '../../app.ts'
import { PatternBudget } from '../../columns/pattern-budget.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, forbidden, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { wholeListOrder } from '../buckets/whole-list-order.ts'
import { listObjectTypes } from '../object-types/store.ts'
import { findObjects } from '../objects/queries/find-objects.ts'
import {
  countViews,
  findView,
  insertView,
  listViews,
  rankViews,
  removeView,
  saveView,
  type StoredView,
} from './store.ts'
import { checkView, queryJsonOf, queryOf } from './view-query.ts'

const nothing = { icon: null, columns: null, sort: null, group: null, type: null, is_shared: false }

export function routes(app: App): Route[] {
  const { db, clock } = app
  return [
    handle(listSmartViews, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return {
        smart_views: await withUnsupportedParts(db.read, access, await listViews(db.read, access)),
      }
    }),

    handle(countSmartViews, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const views = await listViews(db.read, access)
      const counts: { id: string; count: number | null }[] = []
      const budget = new PatternBudget(signal)
      for (const view of views) {
        const count = await inTurn(() => countOf(app, access, view, signal, budget))
        counts.push({ id: view.id, count })
      }
      return { counts }
    }),

    handle(addSmartView, async ({ principal, body: { slug, data }, commit }) => {
      const access = await openBucket(db, principal, slug, 'objects:write')
      const view = { ...nothing, ...data }
      checkView(view)
      return commit(async (write) => {
        if ((await countViews(write.db, access)) >= MAX_SMART_VIEWS) {
          throw conflict(
            `You have ${MAX_SMART_VIEWS} smart views in this bucket. Delete some first.`,
          )
        }
        await bucketChanged(app, write, access)
        const id = await insertView(clock, write.db, access, view)
        return one(write.db, access, await existing(write.db, access, id))
      }, access)
    }),

    handle(updateSmartView, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      return commit(async (write) => {
        const before = await existing(write.db, access, body.smart_view_id)
        assertMayChange(access, before)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const after = { ...before, ...body.data }
        checkView(after)
        await bucketChanged(app, write, access)
        const saved = await saveView(clock, write.db, access, before, after)
        return one(write.db, access, saved)
      }, access)
    }),

    handle(deleteSmartView, async ({ principal, query, commit }) => {
      const access = await openBucket(db, principal, query.slug, 'objects:write')
      return commit(async (write) => {
        const view = await existing(write.db, access, query.smart_view_id)
        assertMayChange(access, view)
        await bucketChanged(app, write, access)
        await removeView(write.db, view)
        return { message: `Smart view “${view.title}” deleted; its objects stay.` }
      }, access)
    }),

    handle(reorderSmartViews, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      return commit(async (write) => {
        const before = await listViews(write.db, access)
        const ids = before.map(({ id }) => id)
        const order = wholeListOrder(ids, body.smart_view_ids, 'smart_view_ids')
        await bucketChanged(app, write, access)
        await rankViews(write.db, before, order)
        return {
          smart_views: await withUnsupportedParts(
            write.db,
            access,
            await listViews(write.db, access),
          ),
        }
      }, access)
    }),
  ]
}

async function countOf(
  app: App,
  access: BucketAccess,
  view: StoredView,
  signal: AbortSignal,
  budget: PatternBudget,
): Promise<number | null> {
  const query = queryOf(view, app.clock.now())
  if (!query) return null
  const sort = parseSort(undefined, 'objects')
  const request = { source: 'newest', query, sort, limit: 0, budget } as const
  try {
    return (await findObjects(app, access, request, signal)).total
  } catch (error) {
    if (error instanceof QueryError && error.code === 'too_expensive') return null
    throw error
  }
}

/** Adds to views which of their parts are no longer supported. */
async function withUnsupportedParts(
  db: Reader,
  access: BucketAccess,
  views: readonly StoredView[],
): Promise<SmartView[]> {
  const types = views.length > 0 ? await listObjectTypes(db, access) : []
  return views.map((view) => withUnsupported(view, types))
}

async function one(db: Reader, access: BucketAccess, view: StoredView) {
  return { smart_view: withUnsupported(view, await listObjectTypes(db, access)) }
}

const withUnsupported = (view: StoredView, types: readonly ObjectType[]): SmartView => ({
  ...view,
  unsupported: unsupportedIn(queryJsonOf(view), types),
})

/** Finds a view. @throws Failure `not_found` for a view of another bucket, or another user's that is not shared */
async function existing(db: Reader, access: BucketAccess, id: string): Promise<StoredView> {
  const view = await findView(db, access, id)
  if (!view) throw notFound('Smart view')
  return view
}

/**
 * Checks that the caller may change a view.
 * @throws Failure `forbidden` for another user's view, unless the role may change the bucket's settings
 */
function assertMayChange(access: BucketAccess, { created_by }: StoredView): void {
  if (created_by === access.userId || access.can('bucket:settings')) return
  throw forbidden(`Your role (${access.role}) may only change smart views that you made yourself.`)
}
