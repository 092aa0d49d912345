import type { ReplaceInMediaBody } from '@typecase/contract/media'
import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'

import type { App } from '../../app.ts'
import { changeMany } from '../../bulk/change-many.ts'
import { assertNoPage, idsFoundBy, makePlan } from '../../bulk/make-plan.ts'
import { collectMatches, matchRows } from '../../bulk/match-rows.ts'
import type { Look, Watch } from '../../bulk/plan.ts'
import { type Page, readPage } from '../../bulk/row-page.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import type { Commit } from '../../http/handle.ts'
import { paceOf } from '../../jobs/run-chunks.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { exclusionsIn } from '../objects/changes/replace/replace-in.ts'
import { runSearch } from '../objects/changes/replace/run-search.ts'
import { lengthOf, type MediaSearched, prepareSearch } from './media-search.ts'
import { MISSING, replaceWork } from './replace-work.ts'
import { mediaInScope, readMedia, type StoredMedia } from './store.ts'

/** The dry run of search and replace in media: a row is a match. */
export async function planReplacement(
  app: App,
  access: BucketAccess,
  body: ReplaceInMediaBody,
  watch: Watch,
): Promise<SearchAndReplaceResult> {
  const { params, ...asked } = requestOf(app, access, body)
  const { search, exclude } = prepareSearch(params)
  const matchesIn = (media: StoredMedia) => (part: Page) =>
    runSearch(search, lengthOf(media), 'findInMedia', media, part)
  const { db } = app
  const isQuick = body.is_quick === true
  const { rows, ...plan } = await makePlan(
    app,
    access,
    {
      ...asked,
      isQuick,
      costs: { msEach: 0.05, estimate: (count) => paceOf(replaceWork.kind).estimate(count) },
      begin(page) {
        const matches = collectMatches(page, isQuick)
        const look: Look = async (ids) => {
          const media = await readMedia(db.read, access, ids)
          return async (id) => {
            while (sliceIsOver()) await nextSlice()
            const one = media.get(id)
            if (!one || one.deleted_at !== null) return { id, reason: MISSING, isMissing: true }
            const isFound = await matches.find(titled(one), matchesIn(one))
            if (!isFound && !exclude.has(id)) return 'stays'
            const made = await runSearch(
              search,
              lengthOf(one),
              'replaceInTexts',
              one,
              exclusionsIn(exclude, id),
            )
            if (!made) return 'stays'
            return 'reason' in made ? { id, reason: made.reason } : 'changes'
          }
        }
        return { rows: matches, look }
      },
      readPage: (index, page) =>
        readPage(index, page, async (ids) => {
          const media = await readMedia(db.read, access, ids)
          return async (id, part) => {
            const one = media.get(id)
            return one ? matchRows(titled(one), await matchesIn(one)(part)) : []
          }
        }),
    },
    watch,
  )
  return { ...plan, matched_objects: rows.items, matches: rows.total }
}

const titled = ({ id, label }: StoredMedia) => ({ id, title: label })

/** Replaces the matches: in the media that a dry run of the same search has found, or in all of the scope. */
export async function replaceFound(
  app: App,
  access: BucketAccess,
  body: ReplaceInMediaBody,
  commit: Commit,
): Promise<SearchAndReplaceResult> {
  assertNoPage(body, ['is_quick'])
  const { params, ...asked } = requestOf(app, access, body)
  // Refused before the first query.
  prepareSearch(params)
  const ids = await idsFoundBy(app, access, asked)
  const { sample: _, ...result } = await changeMany(app, access, replaceWork, params, ids, commit)
  return result
}

/** The key of stored rows and plans of a call: matches do not depend on the replacement. */
function requestOf(app: App, access: BucketAccess, body: ReplaceInMediaBody) {
  const { find, replace, match, fields, exclude_fields, exclude } = body
  const where = {
    ...(match && { match }),
    ...(fields && { fields }),
    ...(exclude_fields && { exclude_fields }),
  }
  const { media_ids, query, used, exclude_ids } = body
  const params: MediaSearched = { find, replace, ...where, ...(exclude && { exclude }) }
  return {
    params,
    page: body,
    keys: {
      scope: ['media', media_ids, query, used, exclude_ids],
      rows: [find, where],
      plan: [replace, exclude],
    },
    ids: () => mediaInScope(app, access, body),
  }
}
