import type { Reader } from '../../../../database/database.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import type { FindHolders } from '../../model/values/unique-values.ts'
import type { SlugScope } from '../../store/slugs.ts'
import type { ObjectState, Stamp, StoredObject } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'

/** A uniform change to many objects: plain JSON, so that a job can store it. */
export interface BulkChange {
  /** A name in `kinds.ts`; that of its change set too. */
  readonly kind: string
  readonly params: unknown
}

/** The kind of the jobs that carry out a kind of change. */
export const jobKindOf = (kind: string): string => `objects.${kind}`

/** The result of a change to an object: its next state, or a copy. */
export type Changed = ObjectState | { readonly copy: ObjectState }

/** The same, or the reason why neither is possible; undefined without a change. */
export type Made = Changed | { readonly reason: string } | undefined

/** The lookup context of a step. */
export interface StepContext {
  readonly db: Reader
  readonly access: BucketAccess
  /** The slug, or the next free one with a number: slugs that the same plan has given to others are taken. */
  freeSlug(scope: SlugScope, preferredSlug: string, objectId?: string): Promise<string>
  readonly findHolders: FindHolders
}

/** One object's turn. It writes nothing: the same step makes the plan and the change. */
export type Step = (
  object: StoredObject,
  model: TypeModel | undefined,
  stamp: Stamp,
  context: StepContext,
) => Made | Promise<Made>

/** A kind of bulk change. Adding one to `kinds.ts` gives it plans, jobs, change sets and undo. */
export interface BulkKind<Params = unknown> {
  /** The title for people: `Publish 1,284 objects`. @param objects formatted count */
  title(params: Params, objects: string): string
  /**
   * The change adds objects and leaves its sources unchanged, so that write access suffices for objects of others. The
   * last ones come first, since each new one goes on top.
   */
  readonly isAdding?: boolean
  /** Skips objects whose value would collide with a unique value of another object. */
  readonly hasUniqueGuard?: boolean
  /**
   * Refuses what cannot be right for any object of these types.
   * @throws Failure `invalid` naming the path
   */
  check?(params: Params, models: readonly TypeModel[], context: StepContext): Promise<void>
  /** Prepares the step, once a chunk. */
  step(params: Params): Step
  /**
   * Whether the step of an object is slow. It then runs before the write too, within which every other writer waits,
   * and remembers its result.
   */
  isSlow?(params: Params, object: StoredObject): boolean
}
