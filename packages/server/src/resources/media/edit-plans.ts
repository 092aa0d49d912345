import type { MediaScope } from '@typecase/contract/media'
import type { BulkResult } from '@typecase/contract/objects'
import type { FieldChange } from '@typecase/contract/field-changes'
import type { FastifyReply } from 'fastify'

import type { App } from '../../app.ts'
import { respondWithPlan, type PlanCall } from '../../bulk/plan-response.ts'
import { changeMany } from '../../bulk/change-many.ts'
import { collectFieldRows, slicePart } from '../../bulk/collect-rows.ts'
import { type PageRequest, assertNoPage, makePlan } from '../../bulk/make-plan.ts'
import type { Watch } from '../../bulk/plan.ts'
import { readPage } from '../../bulk/row-page.ts'
import { invalid } from '../../http/failure.ts'
import type { Commit } from '../../http/handle.ts'
import { paceOf } from '../../jobs/run-chunks.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { excerpts } from '../objects/model/state-diff.ts'
import { changedFields, fieldsIn, type MediaFields } from './media-fields.ts'
import { lookAtMedia, type MediaKind, mediaSteps, mediaWork } from './media-kind.ts'
import { countUsesOfMedia } from './media-uses.ts'
import { mediaInScope, readMedia, type StoredMedia } from './store.ts'

/** A requested change of all media in a scope. */
interface AskedEdit<Params> {
  scope: MediaScope & PageRequest
  kind: MediaKind<Params>
  params: Params
}

/** Checks that a call names media. @throws Failure `invalid` */
export function assertNamesMedia({ media_ids, query, used }: MediaScope): void {
  if (media_ids || query !== undefined || used !== undefined) return
  throw invalid('media_ids', 'media_ids or query must be sent', 'scope')
}

/**
 * Responds to a bulk call on media: a dry run with its plan, a small change with its result, and a large one with the
 * job that is now in the queue.
 */
export async function answerEdit<Params>(
  app: App,
  call: PlanCall & { commit: Commit },
  access: BucketAccess,
  request: AskedEdit<Params>,
): Promise<BulkResult | FastifyReply> {
  const { scope, kind, params } = request
  assertNamesMedia(scope)
  if (scope.dry_run) return answerPlanOfEdit(app, call, access, request)
  assertNoPage(scope)
  const ids = await mediaInScope(app, access, scope)
  return changeMany(app, access, mediaWork(kind), params, ids, call.commit)
}

/** Responds to the dry run of a bulk call, as a stream of partial results if the client accepts one. */
export const answerPlanOfEdit = <Params>(
  app: App,
  call: PlanCall,
  access: BucketAccess,
  request: AskedEdit<Params>,
): Promise<BulkResult | FastifyReply> =>
  respondWithPlan(call, (signal, tell) => planEdit(app, access, request, { signal, tell }))

/** Previews a change of many media. Each row of the plan is the change of one field. */
async function planEdit<Params>(
  app: App,
  access: BucketAccess,
  { scope, kind, params }: AskedEdit<Params>,
  watch: Watch,
): Promise<BulkResult> {
  const { media_ids, query, used, exclude_ids } = scope
  const { rows, ...plan } = await makePlan<FieldChange>(
    app,
    access,
    {
      page: scope,
      keys: {
        scope: ['media', media_ids, query, used, exclude_ids],
        rows: [kind.kind, params],
        plan: null,
      },
      ids: () => mediaInScope(app, access, scope),
      costs: { msEach: 0.02, estimate: (count) => paceOf(kind.kind).estimate(count) },
      begin(page) {
        const rows = collectFieldRows(page)
        const look = lookAtMedia(app, access, kind, params, (media, fields) => {
          const changes = rowsOf(media, fields)
          rows.add(media.id, changes.length, (part) => slicePart(changes, part))
        })
        return { rows, look }
      },
      readPage: (index, page) =>
        readPage(index, page, async (ids) => {
          const take = await mediaSteps(app, app.db.read, access, kind, params, ids)
          return async (id, part) => {
            const { media, result } = (await take(id)) ?? {}
            if (!media || !result || 'reason' in result) return []
            return slicePart(rowsOf(media, changedFields(media, result.fields)), part)
          }
        }),
      more: async (ids) => (kind.isDeleting ? { references: await usesOf(app, access, ids) } : {}),
    },
    watch,
  )
  return { ...plan, changes: rows.total }
}

function rowsOf(media: StoredMedia, after: MediaFields): FieldChange[] {
  const before = fieldsIn(media, Object.keys(after))
  const { id: object_id, label: title } = media
  return Object.keys(after).map((field) => ({
    object_id,
    title,
    field,
    ...excerpts(before[field], after[field]),
  }))
}

/** Number of ids per read. */
const SOME = 1000

async function usesOf(app: App, access: BucketAccess, ids: readonly string[]) {
  const names: string[] = []
  for (let at = 0; at < ids.length; at += SOME) {
    const media = await readMedia(app.db.read, access, ids.slice(at, at + SOME))
    for (const { name } of media.values()) names.push(name)
  }
  return countUsesOfMedia(app, access, names)
}
