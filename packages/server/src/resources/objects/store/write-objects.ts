import type { LiveObject } from '@typecase/contract/content-live'
import { newId } from '@typecase/contract/ids'

import type { App } from '../../../app.ts'
import type { Write } from '../../../database/write-queue.ts'
import { forbidden } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { contentChanged } from '../../buckets/bucket-changed.ts'
import {
  addItem,
  type Former,
  type OpenedChangeSet,
  openChangeSet,
  type Reason,
  setCount,
} from '../../change-sets/store.ts'
import { mergeChanges } from '../../events/live-changes.ts'
import { assertMayReorder, refusalOfState } from '../model/contributor-rules.ts'
import { type LimitContext, takeForObject } from '../../plans/limits.ts'
import { addsLocale, assertAddOn } from '../../projects/add-ons.ts'
import { keepRevision } from '../../revisions/store.ts'
import { type WebhookBatch, webhookBatch } from '../../webhooks/fire.ts'
import { changeOfObject } from '../../webhooks/content-change.ts'
import { insertRows, updateRows } from './object-rows.ts'
import { setRank } from './ranks.ts'
import { liveChangeOf, liveMoveOf } from '../model/live-change.ts'
import { isSameMark, markAfter } from '../model/review-mark.ts'
import { goesLive, isSameVersion, type ObjectState, type StoredObject } from '../model/state.ts'

/** An object that a write adds. */
export interface NewObject {
  before: null
  id: string
  type: string
  rank: number
  created_at: string
  created_by: string | null
  after: ObjectState
}

/** An object that a write changes. */
export interface ChangedObject {
  before: StoredObject
  after: ObjectState
  /** Set if `after` is a state that the object had before: the rev that first had it. */
  state_rev?: number
}

export type ObjectChange = NewObject | ChangedObject

export interface WriteResult {
  /** Null when nothing was changed. */
  changeSetId: string | null
  /** The written objects, in the order of the changes. */
  objects: StoredObject[]
}

/** The services needed to write objects. */
export type Services = Pick<App, 'clock' | 'events'> & LimitContext

/** The services for writes that also look up unique values. */
export type CheckedServices = Services & Pick<App, 'db' | 'columns'>

/** Changes of objects within one write, for one reason. */
export interface Batch {
  /**
   * Writes an object immediately, so that the next change sees it. @returns undefined if the object has this state
   * already
   */
  put(change: ObjectChange): Promise<StoredObject | undefined>
  /** Moves an object in the order of its type; its content and its `rev` do not change. */
  move(object: StoredObject, rank: number): Promise<StoredObject | undefined>
  /** Ends the batch. */
  close(): Promise<WriteResult>
}

/**
 * Opens a batch, which is the only way to write the tables of objects. It stores each previous state as a revision if
 * content or status changed, records a change set, keeps published rows and the title index up to date, and raises the
 * bucket's version once. Without any change, it does none of this.
 */
export function openBatch(
  services: Services,
  write: Write,
  access: BucketAccess,
  reason: Reason,
): Batch {
  const { db } = write
  const { clock, events } = services
  const objects: StoredObject[] = []
  let live = 0
  let openSet: ({ version: number } & OpenedChangeSet) | undefined
  let firing: WebhookBatch | undefined
  const liveObjects: LiveObject[] = []

  function liveOutcome() {
    if (liveObjects.length === 0) return undefined
    const types = [...new Set(liveObjects.map(({ type }) => type))]
    const changes = mergeChanges({ objects: liveObjects, types })
    return { ...changes, ...(reason.jobId && { job_id: reason.jobId }) }
  }

  function noteLive(object: LiveObject | undefined): void {
    if (object) liveObjects.push(object)
  }

  async function begin() {
    if (openSet) return openSet
    const { version, firesWebhooks } = await contentChanged({ events }, write, access, liveOutcome)
    if (firesWebhooks) firing = webhookBatch(clock, write, access, 'objects')
    const changeSet = await openChangeSet(clock, write, access, version, reason, live)
    return (openSet = { version, ...changeSet })
  }

  async function record(object: StoredObject, former: Former): Promise<void> {
    const set = await begin()
    await addItem(db, access, set.changeSetId, set.place, object, former)
    set.place += 1
  }

  async function add({ before: _, after, ...identity }: NewObject): Promise<StoredObject> {
    const { version } = await begin()
    const stored = { ...identity, rev: 1, state_rev: 1, version, state: after }
    await insertRows(write, access, stored)
    await record(stored, {})
    firing?.add(changeOfObject(stored, null))
    noteLive(liveChangeOf(stored, null))
    return stored
  }

  async function change({ before, after, state_rev }: ChangedObject): Promise<StoredObject> {
    const { version, changeSetId } = await begin()
    const rev = before.rev + 1
    const isMoved = isSameContent(before.state, after)
    // A review changes no content, so earlier changes can still be undone.
    const isReview = isMoved && isSamePlace(before.state, after)
    const newest = state_rev ?? (isReview ? before.state_rev : rev)
    const stored = { ...before, rev, state_rev: newest, version, state: after }
    const json = JSON.stringify(before.state)
    await updateRows(write, access, stored, before.state)
    // A move to or from the trash creates no new version; only its undo needs the previous state.
    if (!isMoved && !reason.amends) await keepRevision(clock, db, access, before, json, changeSetId)
    const former = isMoved ? { before: json } : { revision_rev: before.rev }
    await record(stored, { rev_before: before.state_rev, ...former })
    if (!isReview) firing?.add(changeOfObject(stored, before.state))
    noteLive(liveChangeOf(stored, before.state))
    return stored
  }

  let mayLocalize = false
  async function takeLocale(): Promise<void> {
    if (mayLocalize) return
    await assertAddOn({ ...services, db: { read: db } }, access, 'localization')
    mayLocalize = true
  }

  return {
    async put(put) {
      if (put.before && isSame(put.before.state, put.after)) return undefined
      const refusal = refusalOfState(
        access,
        put.before ?? put,
        put.before && put.before.state,
        put.after,
      )
      if (refusal !== undefined) throw forbidden(refusal)
      // Check the limits before anything is written: a caller may continue after a refusal.
      if (isAdded(put)) await takeForObject(services, write, access)
      if (!isFormer(put) && addsLocale(put.before?.state, put.after)) await takeLocale()
      // Count before the write, because the change set stores the count when it opens.
      if (goesLive(put.before?.state, put.after)) live += 1
      const unreviewed = markAfter(access, put.before, put.after, isFormer(put))
      const after = { ...put.after, unreviewed }
      const stored = put.before ? await change({ ...put, after }) : await add({ ...put, after })
      objects.push(stored)
      return stored
    },

    async move(object, rank) {
      if (object.rank === rank) return undefined
      assertMayReorder(access)
      const { version } = await begin()
      const stored = await setRank(db, access, object, rank, version)
      await record(stored, { rank_before: object.rank })
      objects.push(stored)
      noteLive(liveMoveOf(stored))
      return stored
    },

    async close() {
      if (!openSet) return { changeSetId: null, objects }
      await setCount(db, access, openSet.changeSetId, reason, objects.length, live - openSet.live)
      await firing?.fire()
      return { changeSetId: openSet.changeSetId, objects }
    },
  }
}

/** Whether a change restores a state that the object had before. */
const isFormer = (change: ObjectChange): boolean =>
  change.before !== null && change.state_rev !== undefined

/** Whether a change increases the number of objects: by a new object, or by one restored from the trash. */
const isAdded = ({ before, after }: ObjectChange): boolean =>
  !before || (before.state.deleted_at !== null && after.deleted_at === null)

/** Writes changes that do not depend on each other; see `openBatch`. */
export async function writeObjects(
  services: Services,
  write: Write,
  access: BucketAccess,
  changes: Iterable<ObjectChange>,
  reason: Reason,
): Promise<WriteResult> {
  const batch = openBatch(services, write, access, reason)
  for (const change of changes) await batch.put(change)
  return batch.close()
}

/** Whether two states differ only in who last changed them and when. */
export function isSame(a: ObjectState, b: ObjectState): boolean {
  return isSameContent(a, b) && isSamePlace(a, b) && isSameMark(a, b)
}

/** Whether both states are in the trash, or neither is. */
const isSamePlace = (a: ObjectState, b: ObjectState): boolean =>
  (a.deleted_at === null) === (b.deleted_at === null)

function isSameContent(a: ObjectState, b: ObjectState): boolean {
  if (a.status !== b.status) return false
  if (!isSameVersion(a, b)) return false
  const [x, y] = [a.published, b.published]
  if (!x || !y) return x === y
  return isSameVersion(x, y)
}

/** Creates the change that adds an object at a rank. */
export function newObject(
  { clock }: Pick<App, 'clock'>,
  { userId }: BucketAccess,
  type: string,
  rank: number,
  after: ObjectState,
): NewObject {
  const created = { created_at: clock.iso(), created_by: userId }
  return { before: null, id: newId(clock.now()), type, rank, ...created, after }
}
