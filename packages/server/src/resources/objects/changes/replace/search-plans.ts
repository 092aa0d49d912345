import type {
  ObjectMatch,
  SearchAndReplaceBody,
  SearchScope,
  SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'

import type { App } from '../../../../app.ts'
import { assertNoPage, matchingIds, makePlan } from '../../../../bulk/make-plan.ts'
import { collectMatches, matchRows } from '../../../../bulk/match-rows.ts'
import type { Watch } from '../../../../bulk/plan.ts'
import type { Page } from '../../../../bulk/row-page.ts'
import type { Commit } from '../../../../http/handle.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { countObject, readObjectRows } from '../bulk/change-rows.ts'
import { assertFits, changeIds } from '../bulk/job.ts'
import { costsOf, lookAtObjects, type ObjectRows } from '../bulk/plan.ts'
import { requestedObjects } from '../../queries/scope.ts'
import { choiceOf, type WithPublish } from '../bulk/versions.ts'
import type { StoredObject } from '../../model/state.ts'
import { type TypeModel, unknownType } from '../../model/type-model.ts'
import { lengthOf, prepareSearch } from './replace-kind.ts'
import { runSearch } from './run-search.ts'

/** Plans a search and replace, with one row per match. */
export async function planReplacement(
  app: App,
  access: BucketAccess,
  body: SearchAndReplaceBody,
  watch: Watch,
): Promise<SearchAndReplaceResult> {
  const { params, change, ...request } = requestOf(app, access, body)
  const isQuick = body.is_quick === true
  const { search, exclude } = prepareSearch(params)
  const matchesOf =
    (object: StoredObject, model: TypeModel = unknownType(object.type)) =>
    (page: Page) =>
      runSearch(search, lengthOf(object), 'findInObject', object, model, params.publish, page)

  const { rows, ...plan } = await makePlan(
    app,
    access,
    {
      ...request,
      isQuick,
      costs: costsOf(change),
      check: (ids) => assertSearchable(app, access, params, ids),
      begin(page) {
        const matches = collectMatches(page, isQuick)
        const rows: ObjectRows<ObjectMatch> = {
          ...matches,
          async sees(object, model) {
            const isMatch = await matches.find(
              titleOf(object),
              matchesOf(object, model),
              (count, matches) => countObject(count, object, model, matches),
            )
            return isMatch || exclude.has(object.id)
          },
        }
        return { rows, look: lookAtObjects(app, access, change, rows) }
      },
      readPage: (index, page) =>
        readObjectRows(app.db.read, access, index, page, async (object, model, page) =>
          matchRows(titleOf(object), await matchesOf(object, model)(page)),
        ),
    },
    watch,
  )
  return { ...plan, matched_objects: rows.items, matches: rows.total }
}

const titleOf = ({ id, state }: StoredObject) => ({ id, title: state.title })

/**
 * Replaces the matches in the objects in which a dry run of the same search found some, or in the whole scope if there
 * was none.
 */
export async function replaceMatches(
  app: App,
  access: BucketAccess,
  body: SearchAndReplaceBody,
  commit: Commit,
): Promise<SearchAndReplaceResult> {
  assertNoPage(body, ['is_quick'])
  const { params, change, ...request } = requestOf(app, access, body)
  const ids = await matchingIds(app, access, request)
  await assertSearchable(app, access, params, ids)
  const { sample: _, ...result } = await changeIds(app, access, change, ids, commit)
  return result
}

/** Checks the search; types only matter if the call names fields. */
async function assertSearchable(
  app: App,
  access: BucketAccess,
  params: WithPublish<SearchScope>,
  ids: readonly string[],
): Promise<void> {
  prepareSearch(params)
  if (!params.fields && !params.exclude_fields) return
  await assertFits(app, access, { kind: KIND, params }, ids)
}

const KIND = 'searchAndReplace'

/** Reads a call. The keys of cached rows leave out the replacement, because matches do not depend on it. */
function requestOf(
  app: App,
  access: BucketAccess,
  {
    find,
    replace,
    match,
    fields,
    exclude_fields,
    in_markup,
    exclude,
    publish,
    is_quick: _,
    ...scope
  }: SearchAndReplaceBody,
) {
  const where = {
    ...(match && { match }),
    ...(fields && { fields }),
    ...(exclude_fields && { exclude_fields }),
    ...(in_markup !== undefined && { in_markup }),
  }
  const choice = choiceOf(access, publish === undefined ? {} : { publish })
  const params: WithPublish<SearchScope> = {
    find,
    replace,
    ...where,
    ...(exclude && { exclude }),
    ...choice,
  }
  // Only in this call, neither ids nor a query means all objects.
  const isAll = !scope.object_ids && scope.query === undefined
  const { page, scopeKey, ids } = requestedObjects(
    app,
    access,
    isAll ? { ...scope, query: {} } : scope,
  )
  const rows = [KIND, find, where, publish === true]
  const keys = { scope: scopeKey, rows, plan: [replace, exclude, choice] }
  return { params, change: { kind: KIND, params }, page, ids, keys }
}
