import type { BodyOf } from '@typecase/contract/endpoint'
import type { addObject, CmsObject } from '@typecase/contract/objects'

import type { Reader } from '../../../database/database.ts'
import type { Write } from '../../../database/write-queue.ts'
import { conflict, invalid, stale } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Reason } from '../../change-sets/store.ts'
import { findStateAt } from '../../revisions/store.ts'
import { autosaveBefore, autosaveReason } from './autosave.ts'
import { contextIn } from './bulk/change-objects.ts'
import { assertMayWrite } from '../model/contributor-rules.ts'
import { copyOf, whySingle } from './bulk/duplicate-kind.ts'
import { type Finding } from '../queries/find-objects.ts'
import { takenValues, uniqueChange } from '../model/values/unique-values.ts'
import { editedState, type ObjectData } from './object-edit.ts'
import { localeFor } from '../model/object-locale.ts'
import { nextRank } from '../store/ranks.ts'
import { toCmsObject } from '../model/read-form.ts'
import {
  emptyState,
  newestVersion,
  type ObjectState,
  saveAsDraft,
  type StoredObject,
  type Stamp,
} from '../model/state.ts'
import { readObject } from '../store/store.ts'
import { findTypeModel } from '../store/type-models.ts'
import { type TypeModel, unknownType } from '../model/type-model.ts'
import { findHoldersIn, loadUniqueValues } from '../queries/unique-holders.ts'
import { versionsWithSlug } from '../store/versions-with-slug.ts'
import {
  type CheckedServices,
  isSame,
  newObject,
  type ObjectChange,
  type Services,
  writeObjects,
} from '../store/write-objects.ts'

export const stampOf = ({ clock }: Services, { userId }: BucketAccess): Stamp => ({
  now: clock.iso(),
  userId,
})

/**
 * Loads the data that a write of one object looks up; see `loadUniqueValues`. @returns the object's type, if it exists
 */
export async function loadForOne(
  finding: Finding,
  access: BucketAccess,
  type: string | undefined,
): Promise<TypeModel | undefined> {
  const model = type === undefined ? undefined : await findTypeModel(finding.db.read, access, type)
  if (model) await loadUniqueValues(finding, access, [model])
  return model
}

/** Adds an object on top of the others of its type. */
export async function addOne(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  { type, ...data }: BodyOf<typeof addObject>['data'],
  isApart = false,
): Promise<WrittenOne> {
  const model = await findTypeModel(write.db, access, type)
  if (!model) {
    throw invalid('data.type', 'data.type must be an object type of this bucket', 'reference')
  }
  assertMayWrite(access, { type, created_by: access.userId })
  await assertRoom(write.db, access, model, localeFor(model, null, data))
  const stamp = stampOf(services, access)
  const after = await editedState(write.db, access, model, null, data, stamp)
  await assertUnique(services, write.db, access, model, null, after)
  const rank = await nextRank(write.db, access, type)
  const reason = { kind: 'add', title: `Add “${after.title}”` }
  const change = newObject(services, access, type, rank, after)
  const one = { model, change, reason, stamp, isApart }
  const { written, changeSetId } = await writeOne(services, write, access, one)
  return { ...(changeSetId && { change_set_id: changeSetId }), ...written }
}

/** Changes the fields of an object that a call sends. */
export async function updateOne(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  id: string,
  data: ObjectData,
  how: Omit<OneChange, 'id'> = {},
): Promise<WrittenOne> {
  const change = { data, reason: how.isAutosave ? autosaveReason : updateReason }
  return (await changeOne(services, write, access, { id, ...how }, () => change)).written
}

const updateReason = (title: string): Reason => ({ kind: 'update', title: `Update “${title}”` })

export interface OneChange {
  id: string
  /** The rev that the caller started from, if given. */
  rev?: number | undefined
  isApart?: boolean | undefined
  /** Whether this is an autosave, which continues the change set of the previous autosave if possible. */
  isAutosave?: boolean | undefined
}

/** Changes an object by a function of its state and type. */
export async function changeOne(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  { id, rev, isApart = false, isAutosave = false }: OneChange,
  changeOf: (
    before: StoredObject,
    model: TypeModel,
  ) => { data: ObjectData; reason: (title: string) => Reason },
): Promise<OneWritten> {
  const before = await readObject(write.db, access, id)
  assertMayWrite(access, before)
  const model = (await findTypeModel(write.db, access, before.type)) ?? unknownType(before.type)
  if (rev !== undefined && rev !== before.rev) {
    throw stale(
      toCmsObject(access, before, model),
      await objectAt(write.db, access, before, rev, model),
    )
  }
  const stamp = stampOf(services, access)
  const { data, reason } = changeOf(before, model)
  const after = await editedState(write.db, access, model, before, data, stamp)
  await assertUnique(services, write.db, access, model, before, after)
  const change = { before, after }
  const others = await versionsWithSlug(write.db, access, before, after.slug, stamp)
  const amends =
    isAutosave && others.length === 0
      ? await autosaveBefore(services.clock, write.db, access, before)
      : undefined
  return writeOne(services, write, access, {
    model,
    change,
    others,
    reason: { ...reason(after.title), ...(amends !== undefined && { amends }) },
    stamp,
    isApart,
  })
}

export interface WrittenOne {
  object: CmsObject
  /** The change set of a new object, or of the publication if it is a separate change. */
  change_set_id?: string
}

interface OneWritten {
  written: WrittenOne
  /** The change set of the save; null if nothing changed. */
  changeSetId: string | null
}

interface OneWrite {
  model: TypeModel
  change: ObjectChange
  /** Dependent changes for the same change set. */
  others?: readonly ObjectChange[]
  reason: Reason
  stamp: Stamp
  /**
   * Whether to save a draft first and publish it separately, so that the publication can be undone without losing the
   * text.
   */
  isApart: boolean
}

async function writeOne(
  services: Services,
  write: Write,
  access: BucketAccess,
  { model, change, others = [], reason, stamp, isApart }: OneWrite,
): Promise<OneWritten> {
  const { before, after } = change
  const put = (all: readonly ObjectChange[], why: Reason) =>
    writeObjects(services, write, access, all, why)
  const isUnchanged = before !== null && isSame(before.state, after)
  if (!isApart || isUnchanged || after.status !== 'published') {
    const { objects, changeSetId } = await put([change, ...others], reason)
    const object = toResponse(access, before ? [...objects, before] : objects, model)
    return { written: { object }, changeSetId }
  }
  const base = before?.state ?? emptyState('', '', stamp)
  const { publish_at, published_at } = base
  const text = { ...newestVersion(after), publish_at, published_at }
  const draft = saveAsDraft(base, text, stamp)
  // If the draft already has all the values, it is not written again.
  const saved = await put([{ ...change, after: draft }, ...others], reason)
  const stored = saved.objects[0] ?? before
  if (!stored) throw new Error('The object was not written.')
  const publish = { kind: 'publish', title: `Publish “${after.title}”` }
  const { objects, changeSetId } = await put([{ before: stored, after }], publish)
  const object = toResponse(access, objects, model)
  const answer = { object, ...(changeSetId && { change_set_id: changeSetId }) }
  return { written: answer, changeSetId: saved.changeSetId }
}

/** Copies an object's newest version as a draft. Unique values stay with the original. */
export async function duplicateOne(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  id: string,
): Promise<CmsObject> {
  const original = await readObject(write.db, access, id)
  const { type, state } = original
  const model = (await findTypeModel(write.db, access, type)) ?? unknownType(type)
  if (model.singleton) throw conflict(whySingle(model))
  const context = contextIn(services, write.db, access)
  const after = await copyOf(original, model, stampOf(services, access), context)
  const rank = await nextRank(write.db, access, type)
  const reason = { kind: 'duplicate', title: `Duplicate “${state.title}”` }
  const change = newObject(services, access, type, rank, after)
  const { objects } = await writeObjects(services, write, access, [change], reason)
  return toResponse(access, objects, model)
}

/** @throws Failure `conflict` when a singleton already has its object */
export async function assertRoom(
  db: Reader,
  access: BucketAccess,
  model: TypeModel,
  locale: string | null,
): Promise<void> {
  if (model.singleton && (await hasObject(db, access, model, locale))) {
    throw conflict(whySingle(model))
  }
}

/** Whether a type has an object in a locale. */
export async function hasObject(
  db: Reader,
  { bucketId }: BucketAccess,
  { slug }: TypeModel,
  locale: string | null,
): Promise<boolean> {
  const other = await db
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('type', '=', slug)
    .where('locale', locale === null ? 'is' : '=', locale)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** @throws Failure `conflict` for values that another object holds, with one detail each */
export async function assertUnique(
  finding: Finding,
  db: Reader,
  access: BucketAccess,
  model: TypeModel,
  before: StoredObject | null,
  after: ObjectState,
): Promise<void> {
  const change = uniqueChange(model, before?.id ?? null, before?.state ?? null, after)
  const taken = await takenValues(findHoldersIn(finding, db, access), [change], 'data.metadata.')
  const details = taken.get(change)
  if (details) throw conflict(details.map(({ message }) => message).join('; '), details)
}

/** Reads the object at an earlier rev, for a caller that started from it. */
async function objectAt(
  db: Reader,
  access: BucketAccess,
  stored: StoredObject,
  rev: number,
  model: TypeModel,
): Promise<CmsObject | undefined> {
  const state = await findStateAt(db, access, stored, rev)
  return state && toCmsObject(access, { ...stored, rev, state }, model)
}

function toResponse(access: BucketAccess, [object]: readonly StoredObject[], model: TypeModel) {
  if (!object) throw new Error('The object was not written.')
  return toCmsObject(access, object, model)
}
