import type { BulkResult, Facet } from '@typecase/contract/objects'

import type { App } from '../../../app.ts'
import { createPace } from '../../../jobs/pace.ts'
import { paceOf } from '../../../jobs/run-chunks.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Tell } from './answer-plan.ts'
import { MISSING, placeIn } from './change-objects.ts'
import { type BulkChange, type Changed, jobKindOf, type Made, type StepPlace } from './change.ts'
import { createClaims } from './claims.ts'
import { kindOf } from './kinds.ts'
import { type LookedAhead, lookAhead } from './looking-ahead.ts'
import type { RowIndex } from './row-index.ts'
import { createTally } from './tally.ts'
import { refusalOf } from '../contributor-rules.ts'
import type { StoredObject } from '../state.ts'
import { readObjects } from '../store.ts'
import { type TypeModel, typeModelsOf } from '../type-model.ts'
import { isSame } from '../write-objects.ts'

/** What other requests wait for at most while a plan is made. */
const CHUNK_MS = 15
/** Objects that are looked at first, and what one costs until something was measured. */
const FIRST = 50
const MS_EACH = 0.1

/** What a copy costs, in changes: it is a row more, with all that stands in indexes. */
const COPIES = 2

/** Milliseconds between two words about how far a plan is; the first comes as soon as there is something to see. */
const TELL_EVERY = 200

/** Looks on while a plan is made, and notes the rows that people will see of it. */
export interface RowWatch<Row = unknown> {
  /** Sees an object before its step. @returns whether the step can have anything to do for it */
  sees?(object: StoredObject, model: TypeModel | undefined): boolean
  /** Sees an object that changes. @param slugs those that its step was given, in turn */
  changes?(
    object: StoredObject,
    made: Changed,
    model: TypeModel | undefined,
    slugs: readonly string[],
  ): void
  /** Is done with some objects. */
  settles?(): Promise<void>
  /** Whether the plan may end here, with the counts so far. */
  hasEnough?(): boolean
  /** Whether it was ended so. */
  isPartial?(): boolean
  /** Whether it has something to show. */
  hasSome(): boolean
  /** What it has to say beside the counts, each time that they are told. */
  soFar(): object
  /** The rows of one page. */
  readonly sample: Row[]
  /** How the rows divide. */
  facets(): Facet[]
  /** Where all the rows are. */
  close(): RowIndex
}

export interface Watch {
  signal: AbortSignal
  /** Hears what was found so far, from time to time. */
  tell?: Tell | undefined
}

/** What a plan comes to; its rows are noted by whoever watches. */
export type Planned = Omit<BulkResult, 'sample' | 'facets'>

/**
 * Says what a change would do, by the very steps that would do it, and changes nothing. However many objects there are,
 * it keeps counts and the first ids only, and lets others have their turn between chunks.
 */
export async function planChange(
  app: Pick<App, 'db' | 'clock' | 'columns'>,
  access: BucketAccess,
  change: BulkChange,
  ids: readonly string[],
  rows: RowWatch,
  { signal, tell }: Watch,
): Promise<Planned> {
  const { db, clock } = app
  const pace = createPace(CHUNK_MS, FIRST, MS_EACH)
  const stamp = { now: clock.iso(), userId: access.userId }
  const kind = kindOf(change)
  const step = kind.step(change.params)
  const claims = createClaims()
  const given: string[] = []
  const here = placeIn(app, db.read, access)
  const place = notingSlugs(claims.placeOver(here), given)
  const tally = createTally()
  let tellAt = performance.now() + TELL_EVERY
  let isTold = false

  const tellSoFar = (looked_at: number): void => {
    isTold = true
    tell?.({
      ...tally.soFar(),
      looked_at,
      in_scope: ids.length,
      is_partial: true,
      ...rows.soFar(),
    })
    tellAt = performance.now() + TELL_EVERY
  }

  const madeOf = (
    object: StoredObject,
    model: TypeModel | undefined,
    { findHolders }: LookedAhead,
  ): Made | Promise<Made> => {
    const reason = kind.isAdding ? undefined : refusalOf(access, object)
    return reason === undefined ? step(object, model, stamp, { ...place, findHolders }) : { reason }
  }

  for (let at = 0; at < ids.length && !rows.hasEnough?.();) {
    signal.throwIfAborted()
    const begun = performance.now()
    const some = ids.slice(at, at + pace.size)
    const objects = await readObjects(db.read, access, some)
    const types = [...objects.values()].map(({ type }) => type)
    const models = await typeModelsOf(db.read, access, types)
    const present = some.flatMap((id) => objects.get(id) ?? [])
    const concerned = new Set(
      present.filter((object) => rows.sees?.(object, models.get(object.type)) !== false),
    )
    const ahead = await lookAhead(kind, step, concerned, models, stamp, here)
    for (const id of some) {
      const object = objects.get(id)
      if (!object) {
        tally.skip(id, MISSING)
        continue
      }
      const model = models.get(object.type)
      given.length = 0
      const made = concerned.has(object) ? await madeOf(object, model, ahead) : undefined
      if (!made || isUnchanged(object, made)) tally.leave()
      else if ('reason' in made) tally.skip(id, made.reason, true)
      else {
        const taken = 'copy' in made ? undefined : claims.take(object, made, model)
        if (taken === undefined) {
          tally.change()
          rows.changes?.(object, made, model, given)
        } else tally.skip(id, taken, true)
      }
    }
    await rows.settles?.()
    at += some.length
    pace.took(some.length, performance.now() - begun)
    const isFirst = !isTold && rows.hasSome()
    if (tell && at < ids.length && (isFirst || performance.now() > tellAt)) tellSoFar(at)
    await new Promise(setImmediate)
  }
  const plan = tally.close()
  const writing = paceOf(jobKindOf(change.kind), kind.isAdding ? COPIES : 1)
  // Whatever these changes replace is kept: in revisions and change sets, what is deleted in the trash.
  return { ...plan, is_reversible: true, estimated_ms: writing.estimate(plan.modified) }
}

const isUnchanged = ({ state }: StoredObject, made: Exclude<Made, undefined>): boolean =>
  !('reason' in made) && !('copy' in made) && isSame(state, made)

/** A place that keeps the slugs it gave, so that a page of the plan shows the same ones. */
const notingSlugs = (place: StepPlace, given: string[]): StepPlace => ({
  ...place,
  async freeSlug(scope, wanted, own) {
    const slug = await place.freeSlug(scope, wanted, own)
    given.push(slug)
    return slug
  },
})
