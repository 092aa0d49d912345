import type { ReplaceInMediaBody } from '@typecase/contract/media'
import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'

import type { App } from '../../app.ts'
import { changeMany } from '../../bulk/change-many.ts'
import { assertNoPage, matchingIds, makePlan } from '../../bulk/make-plan.ts'
import { collectMatches, matchRows } from '../../bulk/match-rows.ts'
import type { Watch } from '../../bulk/plan.ts'
import { type Page, readPage } from '../../bulk/row-page.ts'
import type { Commit } from '../../http/handle.ts'
import { paceOf } from '../../jobs/run-chunks.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { exclusionsIn } from '../objects/changes/replace/replace-in.ts'
import {
  replaceKind as replaceInObjects,
  prepareSearch,
} from '../objects/changes/replace/replace-kind.ts'
import { runSearch } from '../objects/changes/replace/run-search.ts'
import { lookAtMedia, type MediaKind, mediaWork } from './media-kind.ts'
import { lengthOf, type MediaSearched } from './media-search.ts'
import { mediaFields, mediaInScope, readMedia, type StoredMedia } from './store.ts'

/** Search and replace in media, as a kind of bulk change. */
export const replaceKind: MediaKind<MediaSearched> = {
  kind: 'media.searchAndReplace',
  title: (params, media) => replaceInObjects.title(params, media),
  step(params) {
    const { search, exclude } = prepareSearch(params, mediaFields)
    return (media) => {
      const excluded = exclusionsIn(exclude, media.id)
      return runSearch(search, lengthOf(media), 'replaceInTexts', media, excluded)
    }
  },
}

/** Previews search and replace in media. Each row of the plan is a match. */
export async function planReplacement(
  app: App,
  access: BucketAccess,
  body: ReplaceInMediaBody,
  watch: Watch,
): Promise<SearchAndReplaceResult> {
  const { params, ...request } = requestOf(app, access, body)
  const { search, exclude } = prepareSearch(params, mediaFields)
  const matchesIn = (media: StoredMedia) => (part: Page) =>
    runSearch(search, lengthOf(media), 'findInMedia', media, part)
  const isQuick = body.is_quick === true
  const { rows, ...plan } = await makePlan(
    app,
    access,
    {
      ...request,
      isQuick,
      costs: { msEach: 0.05, estimate: (count) => paceOf(replaceKind.kind).estimate(count) },
      begin(page) {
        const rows = collectMatches(page, isQuick)
        const step = replaceKind.step(params)
        const stepOfMatch = async (media: StoredMedia) => {
          const isFound = await rows.find(titleOf(media), matchesIn(media))
          return isFound || exclude.has(media.id) ? step(media) : undefined
        }
        const kind = { ...replaceKind, step: () => stepOfMatch }
        return { rows, look: lookAtMedia(app, access, kind, params) }
      },
      readPage: (index, page) =>
        readPage(index, page, async (ids) => {
          const media = await readMedia(app.db.read, access, ids)
          return async (id, part) => {
            const one = media.get(id)
            return one ? matchRows(titleOf(one), await matchesIn(one)(part)) : []
          }
        }),
    },
    watch,
  )
  return { ...plan, matched_objects: rows.items, matches: rows.total }
}

const titleOf = ({ id, label }: StoredMedia) => ({ id, title: label })

/**
 * Replaces the matches in the media in which an earlier dry run of the same search found matches, or in all media of
 * the scope if there was none.
 */
export async function replaceFound(
  app: App,
  access: BucketAccess,
  body: ReplaceInMediaBody,
  commit: Commit,
): Promise<SearchAndReplaceResult> {
  assertNoPage(body, ['is_quick'])
  const { params, ...request } = requestOf(app, access, body)
  // Reject an invalid search before the first query.
  prepareSearch(params, mediaFields)
  const ids = await matchingIds(app, access, request)
  const work = mediaWork(replaceKind)
  const { sample: _, ...result } = await changeMany(app, access, work, params, ids, commit)
  return result
}

/**
 * Splits the body of a call into parameters and cache keys. Matches do not depend on the replacement, so the key of the
 * rows leaves it out.
 */
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
