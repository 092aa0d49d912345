import type { BodyOf } from '@typecase/contract/endpoint'
import type { addObject, CmsObject } from '@typecase/contract/objects'

import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, invalid, stale } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { findStateAt } from '../revisions/store.ts'
import { assertMayWrite } from './contributor-rules.ts'
import { parseValues } from './metadata.ts'
import { isUnique } from './metafield-values/unique-values.ts'
import { editedState, type ObjectData } from './object-edit.ts'
import { nextRank } from './ranks.ts'
import { toCmsObject } from './read-form.ts'
import { freeSlug, slugOfTitle } from './slugs.ts'
import { emptyState, type StoredObject, type Stamp } from './state.ts'
import { readObject } from './store.ts'
import { findTypeModel, type TypeModel, unknownType } from './type-model.ts'
import { newObject, type Services, writeObjects } from './write-objects.ts'

const stampOf = ({ clock }: Services, { userId }: BucketAccess): Stamp => ({
  now: clock.iso(),
  userId,
})

/** Adds an object on top of its type. */
export async function addOne(
  services: Services,
  write: Write,
  access: BucketAccess,
  { type, ...data }: BodyOf<typeof addObject>['data'],
): Promise<CmsObject> {
  const model = await findTypeModel(write.db, access, type)
  if (!model) {
    throw invalid('data.type', 'data.type must be an object type of this bucket', 'reference')
  }
  await assertRoom(write.db, access, model, data.locale || null)
  const stamp = stampOf(services, access)
  const after = await editedState(write.db, access, model, null, data, stamp)
  const rank = await nextRank(write.db, access, type)
  const reason = { kind: 'add', title: `Add “${after.title}”` }
  const change = newObject(services, access, type, rank, after)
  const { objects } = await writeObjects(services, write, access, [change], reason)
  return shown(access, objects, model)
}

/** Changes the fields of an object that a call sends. @param rev the one that the caller started from, if it says */
export async function updateOne(
  services: Services,
  write: Write,
  access: BucketAccess,
  id: string,
  data: ObjectData,
  rev: number | undefined,
): Promise<CmsObject> {
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
  const after = await editedState(write.db, access, model, before, data, stamp)
  const reason = { kind: 'update', title: `Update “${after.title}”` }
  const changes = [{ before, after }]
  const { objects } = await writeObjects(services, write, access, changes, reason)
  return shown(access, objects.length > 0 ? objects : [before], model)
}

/** Copies an object's newest version as a draft. Values that nothing else may have stay with the original. */
export async function duplicateOne(
  services: Services,
  write: Write,
  access: BucketAccess,
  id: string,
): Promise<CmsObject> {
  const { type, state } = await readObject(write.db, access, id)
  const model = (await findTypeModel(write.db, access, type)) ?? unknownType(type)
  await assertRoom(write.db, access, model, state.locale)
  const title = `${state.title} (copy)`
  const scope = { type, locale: state.locale }
  const slug = await freeSlug(write.db, access, scope, slugOfTitle(title))
  const { content, locale, thumbnail, metadata } = state
  const after = {
    ...emptyState(title, slug, stampOf(services, access)),
    content,
    locale,
    thumbnail,
    metadata: withoutUnique(model, metadata),
  }
  const rank = await nextRank(write.db, access, type)
  const reason = { kind: 'duplicate', title: `Duplicate “${state.title}”` }
  const change = newObject(services, access, type, rank, after)
  const { objects } = await writeObjects(services, write, access, [change], reason)
  return shown(access, objects, model)
}

function withoutUnique({ fields }: TypeModel, metadata: string): string {
  const keys = new Set(fields.filter(isUnique).map(({ key }) => key))
  if (keys.size === 0) return metadata
  const kept = Object.entries(parseValues(metadata)).filter(([key]) => !keys.has(key))
  return JSON.stringify(Object.fromEntries(kept))
}

/** @throws Failure `conflict` when a singleton has its object already */
async function assertRoom(
  db: Reader,
  { bucketId }: BucketAccess,
  { slug, title, singleton }: TypeModel,
  locale: string | null,
): Promise<void> {
  if (!singleton) return
  const other = await db
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('type', '=', slug)
    .where('locale', locale === null ? 'is' : '=', locale)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (other) throw conflict(`“${title}” is a singleton: it has its one object already.`)
}

/** The object as it was at a rev, for the one who started from it. */
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

function shown(access: BucketAccess, [object]: readonly StoredObject[], model: TypeModel) {
  if (!object) throw new Error('The object was not written.')
  return toCmsObject(access, object, model)
}
