import type { App } from '../../app.ts'
import type { Work } from '../../bulk/change-many.ts'
import type { FailedItem } from '../../bulk/failures.ts'
import type { Look } from '../../bulk/plan.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { changedFields, type MediaFields } from './media-fields.ts'
import { publishedUseRefusals } from './published-use.ts'
import { readMedia, type StoredMedia } from './store.ts'
import { type MediaChange, writeMedia } from './write-media.ts'

/**
 * The result of a step: new values of fields, or the reason why there are none; undefined if nothing needs to change.
 */
export type MediaStepResult =
  | { readonly fields: MediaFields }
  | { readonly reason: string }
  | undefined

/** A kind of bulk change of media. Its step writes nothing, so that the plan and the change can share it. */
export interface MediaKind<Params> {
  /** The kind of its jobs, such as `media.delete`. The kind of its change sets is the part after the dot. */
  readonly kind: string
  /** Returns the title for display: `Delete 12 media`. @param media formatted count */
  title(params: Params, media: string): string
  /** Whether it applies to media in the trash. Other kinds apply only to live media. */
  readonly isRestoring?: boolean
  /** Whether objects lose the media, which some roles may not do if published objects use it. */
  readonly isDeleting?: boolean
  /** Prepares the step. Called once per chunk. */
  step(params: Params): (media: StoredMedia) => MediaStepResult | Promise<MediaStepResult>
}

/** The reason for an id that has no media. The reason is the same if the media belongs to another bucket. */
export const MISSING = 'This media no longer exists.'

/** Formats one media as its title or name, several as their number. */
export const formatMediaCount = (count: number, only?: string): string =>
  only === undefined ? `${count.toLocaleString('en')} media` : `“${only}”`

/**
 * Reads some media. @returns a function that runs the step of a change for one of them; its result is undefined for
 * media that the change does not apply to
 */
export async function mediaSteps<Params>(
  app: Pick<App, 'db' | 'columns'>,
  db: Reader,
  access: BucketAccess,
  kind: MediaKind<Params>,
  params: Params,
  ids: readonly string[],
) {
  const { isRestoring = false, isDeleting } = kind
  const media = await readMedia(db, access, ids)
  const refusals = isDeleting
    ? await publishedUseRefusals(app, db, access, [...media.values()])
    : undefined
  const step = kind.step(params)
  return async (
    id: string,
  ): Promise<{ media: StoredMedia; result: MediaStepResult } | undefined> => {
    while (sliceIsOver()) await nextSlice()
    const one = media.get(id)
    if (!one || (one.deleted_at !== null) !== isRestoring) return undefined
    const reason = refusals?.get(one.name)
    return { media: one, result: reason === undefined ? await step(one) : { reason } }
  }
}

/** Examines media for a plan without writing. @param changes called for each media that changes, with its new values */
export const lookAtMedia =
  <Params>(
    app: Pick<App, 'db' | 'columns'>,
    access: BucketAccess,
    kind: MediaKind<Params>,
    params: Params,
    changes?: (media: StoredMedia, fields: MediaFields) => void,
  ): Look =>
  async (ids) => {
    const take = await mediaSteps(app, app.db.read, access, kind, params, ids)
    return async (id) => {
      const taken = await take(id)
      if (!taken) return { id, reason: MISSING, isMissing: true }
      const { media, result } = taken
      if (result && 'reason' in result) return { id, reason: result.reason }
      const fields = changedFields(media, result?.fields ?? {})
      if (Object.keys(fields).length === 0) return 'stays'
      changes?.(media, fields)
      return 'changes'
    }
  }

/** Turns a kind of change into the work of a bulk call. */
export const mediaWork = <Params>(kind: MediaKind<Params>): Work<Params> => ({
  kind: kind.kind,
  title: (params, count, only) => kind.title(params, formatMediaCount(count, only)),
  nameOf: async (db, access, id) => (await readMedia(db, access, [id])).get(id)?.label,

  async change(app, write, access, params, ids, reason) {
    const take = await mediaSteps(app, write.db, access, kind, params, ids)
    const failed: FailedItem[] = []
    const changes: MediaChange[] = []
    let matched = 0
    for (const object_id of ids) {
      const taken = await take(object_id)
      if (!taken) {
        failed.push({ object_id, title: '', reason: MISSING })
        continue
      }
      matched += 1
      const { media: before, result } = taken
      if (result && 'reason' in result)
        failed.push({ object_id, title: before.label, reason: result.reason })
      else if (result) changes.push({ before, after: result.fields })
    }
    const { changeSetId, written } = await writeMedia(app, write, access, changes, reason)
    return { matched, modified: written, failed, changeSetId }
  },
})
