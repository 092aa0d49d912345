import type { Reader } from '../../../database/database.ts'
import type { Write } from '../../../database/write-queue.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Reason } from '../../change-sets/store.ts'
import { whySingle } from './bulk/duplicate-kind.ts'
import { problemsInTitles } from './bulk/reason-in-titles.ts'
import { takeWithinLimits } from '../../plans/limits.ts'
import { refusalOfOrder, refusalOfState } from '../model/contributor-rules.ts'
import {
  type FindHolders,
  hasUnique,
  type Holder,
  takenValues,
  type UniqueChange,
  uniqueChange,
} from '../model/values/unique-values.ts'
import { hasObject } from './one-object.ts'
import { rankAgain, rememberAt } from '../store/ranks.ts'
import { createSlugMoves, heldSlugs, type SlugMoves } from '../store/slug-moves.ts'
import { freeSlug, slugHolders, slugKey, type SlugScope } from '../store/slugs.ts'
import {
  type ObjectState,
  restoreState,
  type Stamp,
  type StoredObject,
  trashState,
} from '../model/state.ts'
import { readObject } from '../store/store.ts'
import { typesChanged } from '../../object-types/store.ts'
import { findTypeModel } from '../store/type-models.ts'
import type { TypeModel } from '../model/type-model.ts'
import { findHoldersIn } from '../queries/unique-holders.ts'
import { type CheckedServices, isSame, openBatch, type Services } from '../store/write-objects.ts'
import '../../object-types/tables.ts'

/** A former state or rank of an object to restore. */
export type Former = { readonly object: StoredObject } & (
  | { readonly rank: number }
  | {
      /** Null if the object did not exist, in which case it goes to the trash. */
      readonly state: ObjectState | null
      /** The `state_rev` of that state, for an object that gets exactly this state back. */
      readonly state_rev?: number | null
    }
)

/** The result of a restoration. */
export interface RestoreResult {
  restored: number
  /** The reasons why objects were left unchanged, by id. */
  refused: ReadonlyMap<string, string>
  changeSetId: string | null
}

/** The restorations of a whole write, checked before the first one is written. */
export interface RestorePlan {
  /** The reasons why objects are left unchanged, by id. */
  refused: Map<string, string>
  models: Map<string, TypeModel | undefined>
  /** The slugs that objects will get (`slugKey`) by the object's id, until they are written. */
  coming: Map<string, ReadonlySet<string>>
  slugs: SlugMoves
}

/** Number of values looked up between two pauses. */
const SOME = 500

/**
 * Checks all restorations of a write together, since objects may have exchanged slugs and unique values.
 * @param pages the arguments of the later `restoreStates` calls, in the same order
 */
export async function planRestore(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  pages: AsyncIterable<readonly Former[]> | Iterable<readonly Former[]>,
): Promise<RestorePlan> {
  const { db } = write
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const refusals = new Map<string, string>()
  const models = new Map<string, TypeModel | undefined>()
  const coming = new Map<string, ReadonlySet<string>>()
  const changes: UniqueChange[] = []
  for await (const page of pages) {
    for (const former of page) {
      if ('rank' in former) continue
      const { id, type, state } = former.object
      const after = former.state ?? trashState(state, stamp)
      const refusal = refusalOfState(access, former.object, state, after)
      if (refusal !== undefined) refusals.set(id, refusal)
      if (!models.has(type)) models.set(type, await findTypeModel(db, access, type))
      if (isComingBack(state, after) && !models.get(type)) {
        const model = await bringTypeBack(services, db, access, former.object)
        models.set(type, model)
        if (!model) refusals.set(id, `Its object type “${type}” was deleted.`)
      }
      if (refusals.has(id)) continue
      coming.set(id, heldSlugs(type, after))
      const model = models.get(type)
      if (hasUnique(model)) changes.push(uniqueChange(model, id, state, after))
    }
  }
  const findHolders = inSteps(findHoldersIn(services, db, access), write.pause)
  for (const [{ id, model }, details] of await takenValues(findHolders, changes)) {
    refusals.set(id ?? '', problemsInTitles(details, model))
    coming.delete(id ?? '')
  }
  return { refused: refusals, models, coming, slugs: createSlugMoves(db, access) }
}

const inSteps =
  (find: FindHolders, pause: Write['pause']): FindHolders =>
  async (model, claims) => {
    const all = new Map<string, readonly Holder[]>()
    for (let at = 0; at < claims.length; at += SOME) {
      if (at > 0) await pause()
      const holders = await find(model, claims.slice(at, at + SOME))
      for (const [claim, ofClaim] of holders) all.set(claim, ofClaim)
    }
    return all
  }

/**
 * Restores former states or positions of objects, in the given order. Undo and the trash both use it, and it enforces
 * the rules of a save: it skips an object whose unique value is taken, whose singleton has another object, or whose
 * type is missing. An object whose slug is taken gets the next free one.
 * @param plan required for a write that calls this function several times
 */
export async function restoreStates(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  formers: readonly Former[],
  reason: Reason,
  plan?: RestorePlan,
): Promise<RestoreResult> {
  const { db } = write
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const restorePlan = plan ?? (await planRestore(services, write, access, [formers]))
  const { models, slugs } = restorePlan
  const refusals = new Map<string, string>()
  const batch = openBatch(services, write, access, reason)
  let count = 0
  for (const former of formers) {
    const object = slugs.withSlug(former.object)
    if ('rank' in former) {
      const refusal = refusalOfOrder(access)
      if (refusal !== undefined) {
        refusals.set(object.id, refusal)
        continue
      }
      const rank = await rankAgain(write, access, object, former.rank)
      if (rank !== former.rank) await rememberAt(db, access, object, former.rank, rank)
      // Making room may have changed the rank of the object itself.
      await batch.move(await readObject(db, access, object.id, 'any'), rank)
    } else {
      const { state: before, state_rev } = former
      const model = models.get(object.type)
      const refusal = restorePlan.refused.get(object.id)
      if (refusal !== undefined) {
        refusals.set(object.id, refusal)
        continue
      }
      if (model?.singleton && before && isComingBack(object.state, before)) {
        if (await hasObject(db, access, model, before.locale)) {
          refusals.set(object.id, whySingle(model))
          continue
        }
      }
      const time = services.clock.now()
      const { after, isExact } = await stateAgain(
        db,
        access,
        object,
        before,
        stamp,
        time,
        restorePlan,
      )
      const mark = isExact && state_rev ? { state_rev } : {}
      await batch.put({ before: object, after, ...mark })
      restorePlan.coming.delete(object.id)
      slugs.written(object.id)
    }
    count += 1
  }
  const { changeSetId } = await batch.close()
  if (!plan) slugs.close()
  return { restored: count, refused: refusals, changeSetId }
}

const isComingBack = (before: ObjectState, after: ObjectState): boolean =>
  before.deleted_at !== null && after.deleted_at === null

/**
 * Returns a former state as it can be restored: with the next free slug if its own is taken, and without schedules in
 * the past.
 * @param time UNIX ms
 * @returns also whether it equals the former state
 */
async function stateAgain(
  db: Reader,
  access: BucketAccess,
  { id, type, state }: StoredObject,
  former: ObjectState | null,
  stamp: Stamp,
  time: number,
  plan: RestorePlan,
): Promise<{ after: ObjectState; isExact: boolean }> {
  if (!former || former.deleted_at !== null) {
    return { after: trashState(former ?? state, stamp), isExact: true }
  }
  const { slug: preferredSlug, locale } = former
  const isUnchanged = !state.deleted_at && preferredSlug === state.slug && locale === state.locale
  const slug = isUnchanged
    ? preferredSlug
    : await slugAgain(db, access, { type, locale }, preferredSlug, id, plan)
  const after = {
    ...restoreState(former, time),
    slug,
    published: former.published && {
      ...former.published,
      // The public version gets the same slug if both versions had the taken one.
      slug: former.published.slug === former.slug ? slug : former.published.slug,
    },
    modified_at: stamp.now,
    modified_by: stamp.userId,
  }
  return { after, isExact: isSame(after, former) }
}

/** Returns a slug that an object had before, or the next free one if another object keeps it. */
async function slugAgain(
  db: Reader,
  access: BucketAccess,
  scope: SlugScope,
  preferredSlug: string,
  id: string,
  { coming, slugs }: RestorePlan,
): Promise<string> {
  const holders = await slugHolders(db, access, scope, preferredSlug)
  const others = holders.filter((holder) => holder !== id)
  const key = slugKey(scope, preferredSlug)
  const isReleased = (holder: string) => coming.get(holder)?.has(key) === false
  if (!others.every(isReleased)) return freeSlug(db, access, scope, preferredSlug, id)
  for (const holder of others) await slugs.park(holder, preferredSlug)
  return preferredSlug
}

/** Returns the type of an object, and restores it first if it was deleted together with the object. */
async function bringTypeBack(
  services: Services,
  db: Reader,
  access: BucketAccess,
  { type, state }: StoredObject,
): Promise<TypeModel | undefined> {
  await takeWithinLimits(services, { db }, access, { object_types: 1 })
  await db
    .updateTable('object_types')
    .set((eb) => ({ deleted_at: null, modified_at: services.clock.iso(), rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', access.bucketId)
    .where('slug', '=', type)
    .where('deleted_at', '=', state.deleted_at)
    .execute()
  await typesChanged(db, access)
  return findTypeModel(db, access, type)
}
