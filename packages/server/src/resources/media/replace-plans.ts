import { hash } from 'node:crypto'

import { ROWS_SHOWN } from '@typecase/contract/bulk-scope'
import type { ReplaceInMediaBody } from '@typecase/contract/media'
import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'

import type { App } from '../../app.ts'
import type { Commit } from '../../http/handle.ts'
import { type BucketAccess, readVersion } from '../buckets/bucket-access.ts'

import { assertNoPage, changed } from '../objects/bulk/make-plan.ts'
import { readPage } from '../objects/bulk/row-page.ts'
import { lookThrough, type Watching } from './dry-run.ts'
import { findInMedia, type MediaSearched, prepareSearch } from './media-search.ts'
import { replaceInIds } from './replace-job.ts'
import { mediaInScope, readMedia } from './store.ts'

/**
 * Answers calls of search and replace in media. What a whole dry run found is kept under the bucket's version: further
 * pages read only the media that they show, and the replacement itself goes only through those that have matches.
 */
export function createReplacePlans(app: App) {
  const { db, kept } = app

  async function dryRun(
    access: BucketAccess,
    body: ReplaceInMediaBody,
    watching: Watching,
  ): Promise<SearchAndReplaceResult> {
    const { sample_skip: skip = 0, sample_limit: limit = ROWS_SHOWN } = body
    const page = { skip, limit }
    const params = searchedOf(body)
    const prepared = prepareSearch(params)
    const version = await readVersion(db, access)
    if ((body.sample_version ?? version) !== version) throw changed(version)
    const keys = keysOf(access, version, body)
    const [known, planned] = [kept.indexes.get(keys.index), kept.plans.get(keys.plan)]
    if (known && planned) {
      const sample = await readPage(known, page, async (ids) => {
        const media = await readMedia(db.read, access, ids)
        return (id, part) => {
          const one = media.get(id)
          return one ? findInMedia(one, prepared, part).sample : []
        }
      })
      // Written to meanwhile: what was kept says nothing of it.
      if ((await readVersion(db, access)) !== version) return dryRun(access, body, watching)
      return { ...planned, sample, truncated: skip + sample.length < known.rows, version }
    }
    const ids = await mediaInScope(app, access, body)
    const asked = { page, isQuick: body.is_quick === true }
    const { plan, sample, index, isPartial } = await lookThrough(
      app,
      access,
      prepared,
      ids,
      asked,
      watching,
    )
    if (isPartial) return { ...plan, sample, truncated: true, is_partial: true, version }
    if ((await readVersion(db, access)) === version) {
      kept.indexes.set(keys.index, index, index.size)
      kept.plans.set(keys.plan, plan, JSON.stringify(plan).length * 2)
    }
    return { ...plan, sample, truncated: skip + sample.length < index.rows, version }
  }

  return {
    dryRun,

    /** Replaces what is found: in the media that a dry run of the same has found, or in all of the scope. */
    async replace(access: BucketAccess, body: ReplaceInMediaBody, commit: Commit) {
      assertNoPage(body, ['is_quick'])
      const params = searchedOf(body)
      // Refused before anything is looked up.
      prepareSearch(params)
      const version = await readVersion(db, access)
      const known = kept.indexes.get(keysOf(access, version, body).index)
      const ids = known?.ids() ?? (await mediaInScope(app, access, body))
      return replaceInIds(app, access, params, ids, commit)
    },
  }
}

/** What is looked for: what of a body a job keeps. */
function searchedOf(body: ReplaceInMediaBody): MediaSearched {
  const { find, replace, match, fields, exclude_fields, exclude } = body
  return {
    find,
    replace,
    ...(match && { match }),
    ...(fields && { fields }),
    ...(exclude_fields && { exclude_fields }),
    ...(exclude && { exclude }),
  }
}

/**
 * What an index and a plan are kept under: those that may see one may see all media of a bucket, and what is left out or
 * put in its place has no bearing on where matches are.
 */
function keysOf({ bucketId }: BucketAccess, version: number, body: ReplaceInMediaBody) {
  const { media_ids, query, exclude_ids } = body
  const { replace, exclude, ...found } = searchedOf(body)
  const index = `${bucketId} ${version} ${digest(['media', media_ids, query, exclude_ids, found])}`
  return { index, plan: `${index} ${digest([replace, exclude])}` }
}

const digest = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url')
