import { isDeepStrictEqual } from 'node:util'

import { newId } from '@typecase/contract/ids'
import type { ImportReport } from '@typecase/contract/import-export'
import type { ObjectType } from '@typecase/contract/object-types'
import type { PreviewSite } from '@typecase/contract/preview-sites'

import { keepFailures } from '../../../bulk/failures.ts'
import { type Clock, stoppedClock } from '../../../clock.ts'
import type { Reader } from '../../../database/database.ts'
import type { Write } from '../../../database/write-queue.ts'
import type { Lease } from '../../../jobs/job.ts'
import { createJobStore } from '../../../jobs/job-store.ts'
import { type BucketAccess, bumpVersion } from '../../buckets/bucket-access.ts'
import { addPreviewSites } from '../../buckets/preview-sites.ts'
import { FOREIGN_IMPORT } from '../../change-sets/retention.ts'
import type { BucketEvents } from '../../events/bucket-events.ts'
import { fillFolder, insertFolder, saveFolder } from '../../object-type-folders/store.ts'
import { migrateObjects } from '../../object-types/migrate/change-type.ts'
import { insertObjectType, saveObjectType, softDeleteObjectType } from '../../object-types/store.ts'
import { readMedia } from '../../media/store.ts'
import { writeMedia } from '../../media/write-media.ts'
import { nextRank, RANK_GAP } from '../../objects/store/ranks.ts'
import { blockedMoves, createSlugMoves } from '../../objects/store/slug-moves.ts'
import { slugHolders, slugKey } from '../../objects/store/slugs.ts'
import { newestVersion, saveAsDraft, type Stamp, trashState } from '../../objects/model/state.ts'
import { readObjects, versionsWith } from '../../objects/store/store.ts'
import {
  type ChangedObject,
  type ObjectChange,
  writeObjects,
} from '../../objects/store/write-objects.ts'
import { type Additions, type LimitContext, takeWithinLimits } from '../../plans/limits.ts'
import type { TypePlan } from '../planning/field-plans.ts'
import type { TypeFolderPlan } from '../planning/plan-types.ts'
import type { PlannedChange, Staging } from '../planning/staging.ts'
import { addMedia, addMediaFolders, type MediaPlan } from './media-rows.ts'

/** Everything that an import will do, planned before the first write. */
export interface ImportPlan {
  types: readonly TypePlan[]
  /** Whether the file has no objects: values then move with renamed fields, and each type gets its own change set. */
  isSchemaOnly: boolean
  /** Folders of object types that are new or change. */
  folders: readonly TypeFolderPlan[]
  /** Object types that a replacing import deletes. */
  removedTypes: readonly ObjectType[]
  /** Objects that go to the trash. */
  removedIds: readonly string[]
  /** Media that go to the trash. */
  removedMediaIds: readonly string[]
  media: MediaPlan
  /** Preview sites of the file; those that the bucket already has stay unchanged. */
  previewSites: readonly PreviewSite[]
  /** Previous holders of reassigned slugs, by the id of the object that takes the slug. */
  slugHolders: ReadonlyMap<string, string>
  /** Number of new objects by type. */
  newByType: ReadonlyMap<string, number>
  /** Additions that count towards the plan's limits. */
  added: Additions
  report: ImportReport
}

export interface Applying {
  clock: Clock
  settings: LimitContext['settings']
  events: BucketEvents
  access: BucketAccess
  staging: Staging
  plan: ImportPlan
  lease: Lease
  /** For the change set: `Import artworks.ndjson`. */
  title: string
  stamp: Stamp
  /** Called after each chunk, with its size. @throws to roll back all chunks */
  onWritten(count: number): void
}

/** The cursor of a job whose import is committed. */
export const APPLIED_CURSOR = 'applied'

/** Objects written between two pauses. */
const CHUNK = 100

/**
 * Applies an import within the caller's long write. Its last chunk also completes the job, so the import runs once.
 * @throws if another run took over the job; Failure `forbidden` if the import exceeds the limits of the plan
 */
export async function applyImport(write: Write, applying: Applying): Promise<void> {
  const { access, plan, stamp, lease } = applying
  // Undo identifies the object types that an import added by the time of its change set, so both get the same time.
  const work = { ...applying, clock: stoppedClock(stamp.now) }
  const version = await bumpVersion(write, access)
  const ofTypes = await applyTypes(write, work)
  await applyFolders(write.db, work)
  const ofMedia = await addMedia(write, work, reasonOf(work), version)
  await addMediaFolders(write.db, access, plan.media)
  await addPreviewSites(write.db, access, plan.previewSites)
  const ofContent = await applyObjects(write, work, await trashMedia(write, work, ofMedia))
  const changeSetId = ofContent ?? ofTypes
  // Objects that others added since the planning count, too.
  await takeWithinLimits(work, write, access, plan.added, 'after')
  const rows = countRows(plan.report)
  const state = await createJobStore(applying.clock).advance(write, lease, {
    cursor: APPLIED_CURSOR,
    total: rows,
    done: rows,
    result: plan.report,
    ...(changeSetId && { changeSetId }),
  })
  if (!state) throw new Error('Another run of this import has started.')
}

/** Returns the length of a finished import's progress bar; an empty import is one step. */
export function countRows({ objects, media }: ImportReport): number {
  const { added, updated, unchanged, deleted } = objects
  return Math.max(1, added + updated + unchanged + deleted + media.added + (media.deleted ?? 0))
}

/** @returns the change set of the last type whose fields can be restored */
async function applyTypes(write: Write, work: Applying): Promise<string | null> {
  const { access, plan, stamp } = work
  const { db } = write
  let changeSetId: string | null = null
  for (const type of plan.removedTypes) await softDeleteObjectType(db, access, type.id, stamp.now)
  for (const { action, before, after } of plan.types) {
    if (action === 'added') await insertObjectType(db, access, newId(), after, stamp.now)
    else if (action === 'updated' && before) {
      await saveObjectType(db, access, before.id, after, stamp.now)
      if (!plan.isSchemaOnly || isDeepStrictEqual(before.metafields, after.metafields)) continue
      const { kind, jobId, title } = reasonOf(work)
      const reason = { kind, jobId, title: `${title}: ${after.title}` }
      const services = { ...work, settings: { PLAN_LIMITS: 'off' } as const }
      const outcome = await migrateObjects(services, write, access, before, after, reason)
      await keepFailures(write, access.bucketId, outcome.changeSetId, outcome.failed)
      changeSetId = outcome.changeSetId
    }
  }
  return changeSetId
}

async function applyFolders(db: Reader, { access, plan }: Applying): Promise<void> {
  for (const { action, after } of plan.folders) {
    const { types, ...folder } = after
    if (action === 'added') await insertFolder(db, access, folder)
    else await saveFolder(db, access, folder.slug, folder)
    await fillFolder(db, access, folder.slug, types)
  }
}

const reasonOf = ({ title, lease, plan }: Applying) => ({
  kind: plan.report.source ? FOREIGN_IMPORT : 'import',
  title,
  jobId: lease.jobId,
})

/** @returns the change set that it started or continued, if any */
async function trashMedia(
  write: Write,
  work: Applying,
  start: string | null,
): Promise<string | null> {
  const { access, plan } = work
  let changeSetId = start
  for (let at = 0; at < plan.removedMediaIds.length; at += CHUNK) {
    const media = await readMedia(write.db, access, plan.removedMediaIds.slice(at, at + CHUNK))
    const changes = [...media.values()].map((before) => ({ before, after: { deleted: true } }))
    const reason = { ...reasonOf(work), changeSetId }
    const result = await writeMedia(work, write, access, changes, reason)
    changeSetId = result.changeSetId ?? changeSetId
    work.onWritten(changes.length)
    await write.pause()
  }
  return changeSetId
}

async function applyObjects(
  write: Write,
  work: Applying,
  start: string | null,
): Promise<string | null> {
  const { access, staging, plan, stamp } = work
  const reason = reasonOf(work)
  const services = { ...work, settings: { PLAN_LIMITS: 'off' } as const }
  let changeSetId = start
  async function put(changes: readonly ObjectChange[]): Promise<void> {
    // The limits are checked once, for the whole import.
    const result = await writeObjects(services, write, access, changes, { ...reason, changeSetId })
    changeSetId = result.changeSetId ?? changeSetId
    work.onWritten(changes.length)
    await write.pause()
  }

  // Removed objects go first, since new ones may take their slugs.
  for (let at = 0; at < plan.removedIds.length; at += CHUNK) {
    const objects = await readObjects(write.db, access, plan.removedIds.slice(at, at + CHUNK))
    await put(
      [...objects.values()].map((before) => ({ before, after: trashState(before.state, stamp) })),
    )
  }
  const rankOf = await createRanks(write.db, work)
  const slugs = createSlugMoves(write.db, access)
  const imported = new Set<string>()
  const moved: MovedSlug[] = []
  for (const page of slices(staging.changePages())) {
    const ids = page.filter(({ action }) => action === 'update').map(({ id }) => id)
    const objects = await readObjects(write.db, access, ids, 'any')
    for (const [id, object] of objects) objects.set(id, slugs.withSlug(object))
    for (const { id, after } of page) {
      const holder = plan.slugHolders.get(id)
      if (holder !== undefined) await slugs.park(holder, after.slug)
      const before = objects.get(id)
      if (!before) continue
      imported.add(id)
      const { slug, locale } = before.state
      if (slug !== after.slug && locale === after.locale)
        moved.push({ type: before.type, locale, from: slug, to: after.slug })
    }
    await put(
      page.map((change): ObjectChange => {
        const { id, type, after, created_at, created_by } = change
        const before = objects.get(id)
        return before
          ? { before, after }
          : { before: null, id, type, rank: rankOf(change), created_at, created_by, after }
      }),
    )
    for (const { id } of page) slugs.written(id)
  }
  slugs.close()
  const followers = await followersOf(write.db, work, moved, imported)
  for (let at = 0; at < followers.length; at += CHUNK) {
    const some = followers.slice(at, at + CHUNK)
    const objects = await readObjects(
      write.db,
      access,
      some.map(({ id }) => id),
    )
    const changes: ChangedObject[] = []
    for (const { id, to, holder } of some) {
      if (holder !== undefined) await slugs.park(holder, to)
      const object = objects.get(id)
      if (!object) continue
      const before = slugs.withSlug(object)
      const next = { ...newestVersion(before.state), slug: to }
      changes.push({ before, after: saveAsDraft(before.state, next, stamp) })
    }
    await put(changes)
    for (const { id } of some) slugs.written(id)
  }
  slugs.close()
  return changeSetId
}

/** An object whose slug the import changes. */
interface MovedSlug {
  type: string
  locale: string | null
  from: string
  to: string
}

/** A version in another locale that takes over the new slug of its object. */
interface Follower {
  id: string
  to: string
  /** The object that holds the slug, and gets another one itself. */
  holder?: string
}

/**
 * Finds the versions in other locales that take over the new slug of an object, except for those in the import. A
 * version keeps its slug if another object keeps the new slug in its locale.
 */
async function followersOf(
  db: Reader,
  { access }: Applying,
  moved: readonly MovedSlug[],
  imported: ReadonlySet<string>,
): Promise<Follower[]> {
  const followers = new Map<string, Follower>()
  const taken = new Set<string>()
  for (const { type, locale, from, to } of moved) {
    for (const { id, state } of await versionsWith(db, access, type, from)) {
      if (imported.has(id) || state.locale === locale || followers.has(id)) continue
      const scope = { type, locale: state.locale }
      const key = slugKey(scope, to)
      if (taken.has(key)) continue
      taken.add(key)
      const holder = (await slugHolders(db, access, scope, to)).find((other) => other !== id)
      followers.set(id, { id, to, ...(holder !== undefined && { holder }) })
    }
  }
  const holders = [...followers.values()].flatMap(({ id, holder }): [string, string][] =>
    holder === undefined ? [] : [[id, holder]],
  )
  const blocked = blockedMoves(new Map(holders), (id) => followers.has(id))
  return [...followers.values()].filter(({ id }) => !blocked.has(id))
}

function* slices<T>(pages: Iterable<readonly T[]>): Generator<readonly T[]> {
  for (const page of pages) {
    for (let at = 0; at < page.length; at += CHUNK) yield page.slice(at, at + CHUNK)
  }
}

/** Ranks new objects above the others of their type, in the order of the file. */
async function createRanks(
  db: Reader,
  { access, plan }: Applying,
): Promise<(change: PlannedChange) => number> {
  const tops = new Map<string, number>()
  for (const [type, count] of plan.newByType) {
    tops.set(type, (await nextRank(db, access, type)) + count * RANK_GAP)
  }
  return ({ type, place }) => (tops.get(type) ?? 0) - place * RANK_GAP
}
