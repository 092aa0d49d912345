import { newId } from '@typecase/contract/ids'
import type { ImportReport } from '@typecase/contract/import-export'
import type { ObjectType } from '@typecase/contract/object-types'

import type { Clock } from '../../../clock.ts'
import type { Reader } from '../../../database/database.ts'
import type { Write } from '../../../database/write-queue.ts'
import { createJobStore, type Lease } from '../../../jobs/job-store.ts'
import { type BucketAccess, bumpVersion } from '../../buckets/bucket-access.ts'
import type { BucketEvents } from '../../events/bucket-events.ts'
import { fillFolder, insertFolder, saveFolder } from '../../object-type-folders/store.ts'
import { insertObjectType, saveObjectType, softDeleteObjectType } from '../../object-types/store.ts'
import { readMedia } from '../../media/store.ts'
import { writeMedia } from '../../media/write-media.ts'
import { nextRank, RANK_GAP } from '../../objects/ranks.ts'
import { slugHolder } from '../../objects/slugs.ts'
import { newestVersion, savedAsDraft, type Stamp, trashed } from '../../objects/state.ts'
import { readObjects, versionsWith } from '../../objects/store.ts'
import { type ChangedObject, type ObjectChange, writeObjects } from '../../objects/write-objects.ts'
import { type Added, type Seller, takeWithinLimits } from '../../plans/limits.ts'
import type { TypeFolderPlan, TypePlan } from '../planning/plan-types.ts'
import type { PlannedChange, Staging } from '../planning/staging.ts'
import { addMedia, addMediaFolders, type MediaPlan } from './media-rows.ts'

/** All that an import will do, worked out before the first write. */
export interface ImportPlan {
  types: readonly TypePlan[]
  /** Folders of object types that are new or change. */
  folders: readonly TypeFolderPlan[]
  /** Object types that a replacing import takes away. */
  goneTypes: readonly ObjectType[]
  /** Objects that go to the trash. */
  goneIds: readonly string[]
  /** Media that go to the trash. */
  goneMediaIds: readonly string[]
  media: MediaPlan
  /** How many objects are new, by type. */
  newByType: ReadonlyMap<string, number>
  /** What there is more of afterwards. */
  added: Added
  report: ImportReport
}

export interface Applying {
  clock: Clock
  settings: Seller['settings']
  events: BucketEvents
  access: BucketAccess
  staging: Staging
  plan: ImportPlan
  lease: Lease
  /** For the change set: `Import artworks.ndjson`. */
  title: string
  stamp: Stamp
  /** Called after each chunk, with its size. @throws to take all of it back */
  onWritten(count: number): void
}

/** What a job's cursor says once its import is in the database. */
export const APPLIED = 'applied'

/** Objects between two pauses. */
const CHUNK = 100

/**
 * Writes an import, within a long write of the caller's. The job's end is part of its last chunk, so that it is done once.
 * @throws when the job was taken over by another run; Failure `forbidden` where the plan has no room for all of it
 */
export async function applyImport(write: Write, work: Applying): Promise<void> {
  const { access, plan, stamp, clock, lease } = work
  const version = await bumpVersion(write, access)
  await applyTypes(write.db, work)
  await applyFolders(write.db, work)
  await addMedia(write, access, plan.media, stamp, version)
  await addMediaFolders(write.db, access, plan.media)
  const changeSetId = await applyObjects(write, work, await trashMedia(write, work))
  // What others added meanwhile counts, too.
  await takeWithinLimits(work, write, access, plan.added, 'after')
  const rows = countRows(plan.report)
  const state = await createJobStore(clock).advance(write, lease, {
    cursor: APPLIED,
    total: rows,
    done: rows,
    result: plan.report,
    ...(changeSetId && { changeSetId }),
  })
  if (!state) throw new Error('Another run of this import has begun.')
}

/** The length of an import's bar once it is over: nothing to do is one step. */
export function countRows({ objects, media }: ImportReport): number {
  const { added, updated, unchanged, deleted } = objects
  return Math.max(1, added + updated + unchanged + deleted + (media.deleted ?? 0))
}

async function applyTypes(db: Reader, { access, plan, stamp }: Applying): Promise<void> {
  for (const type of plan.goneTypes) await softDeleteObjectType(db, access, type.id, stamp.now)
  for (const { action, before, after } of plan.types) {
    if (action === 'added') await insertObjectType(db, access, newId(), after, stamp.now)
    else if (action === 'updated' && before) {
      await saveObjectType(db, access, before.id, after, stamp.now)
    }
  }
}

async function applyFolders(db: Reader, { access, plan }: Applying): Promise<void> {
  for (const { action, after } of plan.folders) {
    const { types, ...folder } = after
    if (action === 'added') await insertFolder(db, access, folder)
    else await saveFolder(db, access, folder.slug, folder)
    await fillFolder(db, access, folder.slug, types)
  }
}

const reasonOf = ({ title, lease }: Applying) => ({ kind: 'import', title, jobId: lease.jobId })

/** @returns the change set that it began, if any */
async function trashMedia(write: Write, work: Applying): Promise<string | null> {
  const { access, plan } = work
  let changeSetId: string | null = null
  for (let at = 0; at < plan.goneMediaIds.length; at += CHUNK) {
    const found = await readMedia(write.db, access, plan.goneMediaIds.slice(at, at + CHUNK))
    const changes = [...found.values()].map((before) => ({ before, after: { deleted: true } }))
    const reason = { ...reasonOf(work), changeSetId }
    const written = await writeMedia(work, write, access, changes, reason)
    changeSetId = written.changeSetId ?? changeSetId
    work.onWritten(changes.length)
    await write.pause()
  }
  return changeSetId
}

async function applyObjects(
  write: Write,
  work: Applying,
  begun: string | null,
): Promise<string | null> {
  const { access, staging, plan, stamp } = work
  const reason = reasonOf(work)
  const services = { ...work, settings: { PLAN_LIMITS: 'off' } as const }
  let changeSetId = begun
  async function put(changes: readonly ObjectChange[]): Promise<void> {
    // Room is taken for all of it at once.
    const written = await writeObjects(services, write, access, changes, { ...reason, changeSetId })
    changeSetId = written.changeSetId ?? changeSetId
    work.onWritten(changes.length)
    await write.pause()
  }

  // First, since they hold slugs that new ones may take.
  for (let at = 0; at < plan.goneIds.length; at += CHUNK) {
    const found = await readObjects(write.db, access, plan.goneIds.slice(at, at + CHUNK))
    await put(
      [...found.values()].map((before) => ({ before, after: trashed(before.state, stamp) })),
    )
  }
  const rankOf = await createRanks(write.db, work)
  const imported = new Set<string>()
  const moved: MovedSlug[] = []
  for (const page of slices(staging.changePages())) {
    const ids = page.filter(({ action }) => action === 'update').map(({ id }) => id)
    const known = await readObjects(write.db, access, ids)
    for (const { id, after } of page) {
      const before = known.get(id)
      if (!before) continue
      imported.add(id)
      const { slug, locale } = before.state
      if (slug !== after.slug && locale === after.locale)
        moved.push({ type: before.type, locale, from: slug, to: after.slug })
    }
    await put(
      page.map((change): ObjectChange => {
        const { id, type, after, created_at, created_by } = change
        const before = known.get(id)
        return before
          ? { before, after }
          : { before: null, id, type, rank: rankOf(change), created_at, created_by, after }
      }),
    )
  }
  for (let at = 0; at < moved.length; at += CHUNK) {
    await put(await otherLocales(write.db, work, moved.slice(at, at + CHUNK), imported))
  }
  return changeSetId
}

/** An object that an import gives another slug. */
interface MovedSlug {
  type: string
  locale: string | null
  from: string
  to: string
}

/**
 * Versions in other locales, which take the new slug of an object: those that the import says nothing of. One stays
 * where another object has that slug in its locale.
 */
async function otherLocales(
  db: Reader,
  { access, stamp }: Applying,
  moved: readonly MovedSlug[],
  imported: ReadonlySet<string>,
): Promise<ChangedObject[]> {
  const changes = new Map<string, ChangedObject>()
  for (const { type, locale, from, to } of moved) {
    for (const version of await versionsWith(db, access, type, from)) {
      const { id, state } = version
      if (imported.has(id) || state.locale === locale || changes.has(id)) continue
      const holder = await slugHolder(db, access, { type, locale: state.locale }, to)
      if (holder !== undefined && holder !== id) continue
      const next = { ...newestVersion(state), slug: to }
      changes.set(id, { before: version, after: savedAsDraft(state, next, stamp) })
    }
  }
  return [...changes.values()]
}

function* slices<T>(pages: Iterable<readonly T[]>): Generator<readonly T[]> {
  for (const page of pages) {
    for (let at = 0; at < page.length; at += CHUNK) yield page.slice(at, at + CHUNK)
  }
}

/** New objects stand above the others of their type, among themselves in the order of the file. */
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
