import type {
  SearchAndReplaceBody,
  Searched,
  SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'

import type { App } from '../../../app.ts'
import type { Commit } from '../../../http/handle.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { assertFits, changeIds } from '../bulk/job.ts'
import { type Asked, assertNoPage, idsFoundBy, makePlan } from '../bulk/make-plan.ts'
import type { Watch } from '../bulk/plan.ts'
import { readObjectRows } from '../bulk/row-page.ts'
import { shownMatches } from './match-page.ts'
import { watchMatches } from './match-watch.ts'
import { exclusionsOf } from './replace-in.ts'
import { searchOf } from './replace-kind.ts'

/** The dry run of search and replace: a row is a match. */
export async function planReplacement(
  app: App,
  access: BucketAccess,
  body: SearchAndReplaceBody,
  watch: Watch,
): Promise<SearchAndReplaceResult> {
  const { params, ...asked } = requestOf(body)
  const isQuick = body.is_quick === true
  const search = searchOf(params)
  const { rows, ...plan } = await makePlan(
    app,
    access,
    {
      ...asked,
      isQuick,
      check: (ids) => assertSearchable(app, access, params, ids),
      watch: (page) => watchMatches(search, exclusionsOf(params.exclude ?? []), page, isQuick),
      readPage: (index, page) =>
        readObjectRows(
          app.db.read,
          access,
          index,
          page,
          (object, model, own) => shownMatches(object, model, search, own).sample,
        ),
    },
    watch,
  )
  return { ...plan, matched_objects: rows.objects, matches: rows.total }
}

/** Replaces what is found: in the objects that a dry run of the same has found, or in all of the scope. */
export async function replaceFound(
  app: App,
  access: BucketAccess,
  body: SearchAndReplaceBody,
  commit: Commit,
): Promise<SearchAndReplaceResult> {
  assertNoPage(body, ['is_quick'])
  const { params, ...asked } = requestOf(body)
  const ids = await idsFoundBy(app, access, asked)
  await assertSearchable(app, access, params, ids)
  const { sample: _, ...result } = await changeIds(app, access, asked.change, ids, commit)
  return result
}

/** Types tell only whether they have the fields that a call names. */
async function assertSearchable(
  app: App,
  access: BucketAccess,
  params: Searched,
  ids: readonly string[],
): Promise<void> {
  searchOf(params)
  if (!params.fields && !params.exclude_fields) return
  await assertFits(app, access, { kind: KIND, params }, ids)
}

const KIND = 'searchAndReplace'

/** What a call is about, and what rows and plans are kept under: matches are the same whatever comes in their place. */
function requestOf({
  find,
  replace,
  match,
  fields,
  exclude_fields,
  in_markup,
  exclude,
  is_quick: _,
  ...scope
}: SearchAndReplaceBody) {
  const where = {
    ...(match && { match }),
    ...(fields && { fields }),
    ...(exclude_fields && { exclude_fields }),
    ...(in_markup !== undefined && { in_markup }),
  }
  const params: Searched = { find, replace, ...where, ...(exclude && { exclude }) }
  return {
    params,
    change: { kind: KIND, params },
    // Neither ids nor a query: all objects, for this call alone.
    scope: scope.object_ids || scope.query !== undefined ? scope : { ...scope, query: {} },
    keys: { rows: [KIND, find, where], plan: [replace, exclude] },
  } satisfies Partial<Asked<unknown>> & { params: Searched }
}
