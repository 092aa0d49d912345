import type { MediaScope } from '@typecase/contract/media'
import type { BulkResult } from '@typecase/contract/objects'
import type { FieldChange } from '@typecase/contract/field-changes'
import type { FastifyReply } from 'fastify'

import type { App } from '../../app.ts'
import { respondWithPlan, type PlanCall } from '../../bulk/plan-response.ts'
import { changeMany, type Work } from '../../bulk/change-many.ts'
import { collectFieldRows } from '../../bulk/field-rows.ts'
import { type AskedPage, assertNoPage, makePlan } from '../../bulk/make-plan.ts'
import type { Look, Watch } from '../../bulk/plan.ts'
import { readPage } from '../../bulk/row-page.ts'
import { invalid } from '../../http/failure.ts'
import type { Commit } from '../../http/handle.ts'
import { paceOf } from '../../jobs/run-chunks.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { excerpts } from '../objects/model/state-diff.ts'
import { editedMedia, isOutOfReach, type MediaStep } from './edit-media.ts'
import { changedFields, fieldsIn } from './media-fields.ts'
import { countUsesOfMedia } from './media-uses.ts'
import { publishedUseRefusals } from './published-use.ts'
import { MISSING } from './replace-work.ts'
import { mediaInScope, readMedia, type StoredMedia } from './store.ts'

/** A requested edit of the media in a scope. */
export interface AskedEdit<Params> {
  scope: MediaScope & AskedPage
  work: Work<Params>
  params: Params
  step: MediaStep
}

/** The edit of a plan. */
interface ShownEdit {
  scope: AskedEdit<unknown>['scope']
  work: Pick<Work<unknown>, 'kind'>
  step: MediaStep
  /** Further parameters of `leftAlone`, as plain JSON: part of the cache key of the plan's pages. */
  key?: unknown
  /** The reason a media is skipped, independent of the step. */
  skipReason?: (media: StoredMedia) => 'stays' | { reason: string } | undefined
}

/** Answers a dry run of a call over many media, as it comes. */
export const answerPlanOfEdit = (
  app: App,
  call: PlanCall,
  access: BucketAccess,
  shown: ShownEdit,
): Promise<BulkResult | FastifyReply> =>
  respondWithPlan(call, (signal, tell) => planEdit(app, access, shown, { signal, tell }))

/** Answers a call over many media: a dry run in steps; an enqueued change is only accepted so far. */
export async function answerEdit<Params>(
  app: App,
  call: PlanCall & { commit: Commit },
  access: BucketAccess,
  request: AskedEdit<Params>,
): Promise<BulkResult | FastifyReply> {
  const { scope, work, params } = request
  if (!scope.media_ids && scope.query === undefined && scope.used === undefined) {
    throw invalid('media_ids', 'media_ids or query must be sent', 'scope')
  }
  if (scope.dry_run) {
    return answerPlanOfEdit(app, call, access, request)
  }
  assertNoPage(scope)
  const ids = await mediaInScope(app, access, scope)
  return changeMany(app, access, work, params, ids, call.commit)
}

/** Previews a change of many media: a row is a change of a field. */
async function planEdit(
  app: App,
  access: BucketAccess,
  { scope, work, step, key, skipReason }: ShownEdit,
  watch: Watch,
): Promise<BulkResult> {
  const { media_ids, query, used, exclude_ids } = scope
  const { read } = app.db
  const { rows, ...plan } = await makePlan<FieldChange>(
    app,
    access,
    {
      page: scope,
      keys: {
        scope: ['media', media_ids, query, used, exclude_ids],
        rows: [work.kind, step, key],
        plan: null,
      },
      ids: () => mediaInScope(app, access, scope),
      costs: { msEach: 0.02, estimate: (count) => paceOf(work.kind).estimate(count) },
      begin(page) {
        const noted = collectFieldRows(page)
        const look: Look = async (ids) => {
          const media = await readMedia(read, access, ids)
          const refusals = step.deleted
            ? await publishedUseRefusals(app, read, access, [...media.values()])
            : undefined
          return (id) => {
            const one = media.get(id)
            if (!one || isOutOfReach(one, step)) return { id, reason: MISSING, isMissing: true }
            const refusal = refusals?.get(one.name)
            if (refusal !== undefined) return { id, reason: refusal }
            const skip = skipReason?.(one)
            if (skip) return skip === 'stays' ? skip : { id, reason: skip.reason }
            const made = rowsOf(one, step)
            if ('reason' in made) return { id, reason: made.reason }
            if (made.rows.length === 0) return 'stays'
            noted.add(id, made.rows)
            return 'changes'
          }
        }
        return { rows: noted, look }
      },
      readPage: (index, page) =>
        readPage(index, page, async (ids) => {
          const media = await readMedia(read, access, ids)
          return (id, { skip, limit }) => {
            const one = media.get(id)
            const made = one && rowsOf(one, step)
            return made && 'rows' in made ? made.rows.slice(skip, skip + limit) : []
          }
        }),
      more: async (ids) =>
        step.deleted === true ? { references: await usesOf(app, access, ids) } : {},
    },
    watch,
  )
  return { ...plan, changes: rows.total }
}

/** The field changes of a media, or the reason there are none. */
function rowsOf(media: StoredMedia, step: MediaStep): { rows: FieldChange[] } | { reason: string } {
  const made = editedMedia(media, step)
  if ('reason' in made) return made
  const after = changedFields(media, made.fields)
  const before = fieldsIn(media, Object.keys(after))
  const { id: object_id, label: title } = media
  const rows = Object.keys(after).map((field) => ({
    object_id,
    title,
    field,
    ...excerpts(before[field], after[field]),
  }))
  return { rows }
}

/** Ids that are read at once. */
const SOME = 1000

async function usesOf(app: App, access: BucketAccess, ids: readonly string[]) {
  const names: string[] = []
  for (let at = 0; at < ids.length; at += SOME) {
    const media = await readMedia(app.db.read, access, ids.slice(at, at + SOME))
    for (const { name } of media.values()) names.push(name)
  }
  return countUsesOfMedia(app, access, names)
}
