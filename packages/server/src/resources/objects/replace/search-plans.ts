import { hash } from 'node:crypto'

import type { BulkResult } from '@typecase/contract/objects'
import {
  MATCHES_SHOWN,
  type SearchAndReplaceBody,
  type Searched,
  type SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'

import type { App } from '../../../app.ts'
import { invalid, stale } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { assertFits, changeIds } from '../bulk/job.ts'
import { planChange, type Watch } from '../bulk/plan.ts'
import { idsIn, idsInScope } from '../bulk/scope.ts'
import { readVersion } from '../list-answers.ts'
import type { MatchIndex } from './match-index.ts'
import { readMatchPage } from './match-page.ts'
import { watchMatches } from './match-watch.ts'
import { exclusionsOf } from './replace-in.ts'
import { searchOf } from './replace-kind.ts'

/** Bytes that a server keeps: an index takes 32 for each object with matches, an eighth of this at most. */
const INDEXES = 64_000_000
const PLANS = 8_000_000
/** The ids of scopes, which are the same for each letter that somebody types: 24 for each object. */
const SCOPES = 32_000_000
/** Objects whose types are looked up at first. */
const FEW = 50

type Plan = Omit<BulkResult, 'sample'>

/**
 * Answers calls of search and replace. What a whole dry run found is kept under the bucket's version: where matches are,
 * by what was looked for, and what would become of them, by the whole request. Further pages read only the objects that
 * they show, and the replacement itself goes only through objects that have matches.
 */
export function createSearchPlans(app: App) {
  const { db, fieldIndexes } = app
  const indexes = createBoundedCache<MatchIndex>(INDEXES)
  const plans = createBoundedCache<Plan>(PLANS)
  const scopes = createBoundedCache<string>(SCOPES)

  async function idsOf(access: BucketAccess, version: number, { scope }: Request) {
    const key = `${access.bucketId} ${version} ${digest(scope)}`
    const kept = scopes.get(key)
    if (kept !== undefined) return idsIn(kept)
    const ids = await idsInScope(db, access, fieldIndexes, scope)
    if ((await readVersion(db, access)) === version) {
      const text = ids.join('')
      scopes.set(key, text, text.length)
    }
    return ids
  }

  /** Types tell only whether they have the fields that a call names. */
  async function assertSearchable(access: BucketAccess, params: Searched, ids: string[]) {
    searchOf(params)
    if (!params.fields && !params.exclude_fields) return
    const change = { kind: KIND, params }
    const few = assertFits(app, access, change, ids.slice(0, FEW))
    // What one type has is enough: the types of all objects are looked up only where those of a few lack it.
    await few.catch(() => assertFits(app, access, change, ids))
  }

  async function dryRun(
    access: BucketAccess,
    request: Request,
    watch: Pick<Watch, 'signal' | 'tell'>,
  ): Promise<SearchAndReplaceResult> {
    const { params, page, isQuick, expected } = request
    const version = await readVersion(db, access)
    if (expected !== undefined && expected !== version) throw changed(version)
    const search = searchOf(params)
    const keys = keysOf(access, version, request)
    const [index, plan] = [indexes.get(keys.index), plans.get(keys.plan)]
    if (index && (plan || isQuick)) {
      const sample = await readMatchPage(db.read, access, search, index, page)
      // Written to meanwhile: what was kept says nothing of it.
      if ((await readVersion(db, access)) !== version) return dryRun(access, request, watch)
      return { ...plan, ...shownOf(index, page, sample.length), sample, version }
    }

    const ids = await idsOf(access, version, request)
    await assertSearchable(access, params, ids)
    const change = { kind: KIND, params }
    const watched = watchMatches(search, exclusionsOf(params.exclude ?? []), page, isQuick)
    const { sample: _, ...planned } = await planChange(app, access, change, ids, {
      ...watch,
      onlooker: watched,
    })
    const found = watched.close()
    const made = { ...planned, facets: watched.facets() }
    const { sample } = watched
    const isPartial = watched.isPartial() && (made.matched ?? 0) < ids.length
    if (isPartial) {
      const counts = { matched_objects: found.objects, matches: found.matches }
      return { ...made, ...counts, sample, truncated: true, is_partial: true, version }
    }
    if ((await readVersion(db, access)) === version) {
      indexes.set(keys.index, found, found.size)
      plans.set(keys.plan, made, JSON.stringify(made).length * 2)
    }
    return { ...made, ...shownOf(found, page, sample.length), sample, version }
  }

  return {
    dryRun: (
      access: BucketAccess,
      body: SearchAndReplaceBody,
      watch: Pick<Watch, 'signal' | 'tell'>,
    ) => dryRun(access, requestOf(body), watch),

    /** Replaces what is found: in the objects that a dry run of the same has found, or in all of the scope. */
    async replace(
      access: BucketAccess,
      body: SearchAndReplaceBody,
    ): Promise<SearchAndReplaceResult> {
      assertNoPage(body)
      const request = requestOf(body)
      const change = { kind: KIND, params: request.params }
      const version = await readVersion(db, access)
      const { index: key } = keysOf(access, version, request)
      const ids = indexes.get(key)?.ids() ?? (await idsOf(access, version, request))
      await assertSearchable(access, request.params, ids)
      const { sample: _, ...result } = await changeIds(app, access, change, ids)
      return result
    },
  }
}

const KIND = 'searchAndReplace'

function requestOf(body: SearchAndReplaceBody) {
  const { slug, object_ids, query, exclude_ids, exclude_locales, exclude_types } = body
  const { find, replace, match, fields, exclude_fields, in_markup, exclude } = body
  const { sample_skip = 0, sample_limit = MATCHES_SHOWN } = body
  const params: Searched = {
    find,
    replace,
    ...(match && { match }),
    ...(fields && { fields }),
    ...(exclude_fields && { exclude_fields }),
    ...(in_markup !== undefined && { in_markup }),
    ...(exclude && { exclude }),
  }
  return {
    params,
    // Neither ids nor a query: all objects, for this call alone.
    scope: {
      slug,
      ...(object_ids ? { object_ids } : { query: query ?? {} }),
      ...(object_ids && query !== undefined && { query }),
      ...(exclude_ids && { exclude_ids }),
      ...(exclude_locales && { exclude_locales }),
      ...(exclude_types && { exclude_types }),
    },
    page: { skip: sample_skip, limit: sample_limit },
    isQuick: body.is_quick === true,
    expected: body.sample_version,
  }
}
type Request = ReturnType<typeof requestOf>

/** What an index and a plan are kept under. A plan is made for who asked: others may change other objects. */
function keysOf(access: BucketAccess, version: number, { params, scope }: Request) {
  const { bucketId, userId, role } = access
  const { replace, exclude, ...found } = params
  const place = `${bucketId} ${version} ${digest([scope, found])}`
  return { index: place, plan: `${place} ${digest([userId, role, replace, exclude])}` }
}

const digest = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url')

const shownOf = ({ objects, matches }: MatchIndex, { skip }: Request['page'], shown: number) => ({
  matched_objects: objects,
  matches,
  truncated: skip + shown < matches,
})

const changed = (version: number) => stale({ version })

const ofDryRuns = ['sample_skip', 'sample_limit', 'sample_version', 'is_quick'] as const

function assertNoPage(body: SearchAndReplaceBody): void {
  const odd = ofDryRuns.find((key) => body[key] !== undefined)
  if (odd) throw invalid(odd, `${odd} must come with dry_run`, 'scope')
}
