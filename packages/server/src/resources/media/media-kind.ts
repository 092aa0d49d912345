import type { App } from '../../app.ts'
import type { Work } from '../../bulk/change-many.ts'
import type { Failed } from '../../bulk/failures.ts'
import type { Look } from '../../bulk/plan.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { changedFields, type MediaFields } from './media-fields.ts'
import { publishedUseRefusals } from './published-use.ts'
import { readMedia, type StoredMedia } from './store.ts'
import { type MediaChange, writeMedia } from './write-media.ts'

/** The result of a step: new values of fields, or why there are none; nothing where there is nothing to do. */
export type Made = { readonly fields: MediaFields } | { readonly reason: string } | undefined

/** A kind of change to many media. Its step writes nothing: the same step makes the plan and the change. */
export interface MediaKind<Params> {
  /** The kind of its jobs: `media.delete`. That of its change sets is the part after the dot. */
  readonly kind: string
  /** The title for people: `Delete 12 media`. @param media formatted count */
  title(params: Params, media: string): string
  /** Whether it takes media out of the trash; others see only those that are not in it. */
  readonly isRestoring?: boolean
  /** Whether objects lose the media: the role may not permit that for published ones. */
  readonly isDeleting?: boolean
  /** Prepares the step, once a chunk. */
  step(params: Params): (media: StoredMedia) => Made | Promise<Made>
}

/** Reason for an id without media: one of another bucket looks the same. */
export const MISSING = 'This media no longer exists.'

/** One media by its title or name, several by their number. */
export const formatMediaCount = (count: number, only?: string): string =>
  only === undefined ? `${count.toLocaleString('en')} media` : `“${only}”`

/** Reads some media, and takes the step of a change for each in turn; none for one that is out of its reach. */
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
  return async (id: string): Promise<{ media: StoredMedia; made: Made } | undefined> => {
    while (sliceIsOver()) await nextSlice()
    const one = media.get(id)
    if (!one || (one.deleted_at !== null) !== isRestoring) return undefined
    const reason = refusals?.get(one.name)
    return { media: one, made: reason === undefined ? await step(one) : { reason } }
  }
}

/** Looks at media for a plan. @param changes hears of each that changes, with its new values */
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
      const { media, made } = taken
      if (made && 'reason' in made) return { id, reason: made.reason }
      const fields = changedFields(media, made?.fields ?? {})
      if (Object.keys(fields).length === 0) return 'stays'
      changes?.(media, fields)
      return 'changes'
    }
  }

/** A kind of change as work on many media. */
export const mediaWork = <Params>(kind: MediaKind<Params>): Work<Params> => ({
  kind: kind.kind,
  title: (params, count, only) => kind.title(params, formatMediaCount(count, only)),
  nameOf: async (db, access, id) => (await readMedia(db, access, [id])).get(id)?.label,

  async change(app, write, access, params, ids, reason) {
    const take = await mediaSteps(app, write.db, access, kind, params, ids)
    const failed: Failed[] = []
    const changes: MediaChange[] = []
    let matched = 0
    for (const object_id of ids) {
      const taken = await take(object_id)
      if (!taken) {
        failed.push({ object_id, title: '', reason: MISSING })
        continue
      }
      matched += 1
      const { media: before, made } = taken
      if (made && 'reason' in made)
        failed.push({ object_id, title: before.label, reason: made.reason })
      else if (made) changes.push({ before, after: made.fields })
    }
    const { changeSetId, written } = await writeMedia(app, write, access, changes, reason)
    return { matched, modified: written, failed, changeSetId }
  },
})
