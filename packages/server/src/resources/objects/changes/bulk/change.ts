import type { Reader } from '../../../../database/database.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import type { FindHolders } from '../../model/values/unique-values.ts'
import type { SlugScope } from '../../store/slugs.ts'
import type { ObjectState, Stamp, StoredObject } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'

/** One change that applies to many objects. Plain JSON, so that a job can store it. */
export interface BulkChange {
  /** A name in `kinds.ts`, which is also the kind of its change set. */
  readonly kind: string
  readonly params: unknown
}

/** Returns the kind of the jobs that carry out a kind of change. */
export const jobKindOf = (kind: string): string => `objects.${kind}`

/** The result of a change: the object's next state, or a copy. */
export type NextState = ObjectState | { readonly copy: ObjectState }

/** The result of a step: a change, or the reason why it is not possible; undefined if nothing changes. */
export type StepResult = NextState | { readonly reason: string } | undefined

/** The context in which a step looks things up. */
export interface StepContext {
  readonly db: Reader
  readonly access: BucketAccess
  /**
   * Returns the slug, or the next free one with a number. Slugs that the same plan has given to other objects are not
   * free.
   */
  freeSlug(scope: SlugScope, preferredSlug: string, objectId?: string): Promise<string>
  readonly findHolders: FindHolders
}

/** Computes the change of one object. It writes nothing, so plans and changes use the same step. */
export type Step = (
  object: StoredObject,
  model: TypeModel | undefined,
  stamp: Stamp,
  context: StepContext,
) => StepResult | Promise<StepResult>

/** A kind of bulk change. Adding one to `kinds.ts` also provides its plans, jobs, change sets and undo. */
export interface BulkKind<Params = unknown> {
  /** Returns the title for people: `Publish 1,284 objects`. @param objects the formatted count */
  title(params: Params, objects: string): string
  /**
   * Whether the change adds objects and leaves its sources unchanged, so that write access suffices for other people's
   * objects. It runs in reverse order, since each new object goes on top.
   */
  readonly isAdding?: boolean
  /** Whether objects are skipped if a value would collide with a unique value of another object. */
  readonly hasUniqueGuard?: boolean
  /**
   * Refuses parameters that are invalid for all objects of these types.
   * @throws Failure `invalid` naming the path
   */
  check?(params: Params, models: readonly TypeModel[], context: StepContext): Promise<void>
  /** Prepares the step, once per chunk. */
  step(params: Params): Step
  /**
   * Whether the step of an object is slow. It then also runs before the write, during which every other writer waits,
   * and caches its result.
   */
  isSlow?(params: Params, object: StoredObject): boolean
}
