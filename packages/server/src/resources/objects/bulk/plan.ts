import type { BulkResult } from '@typecase/contract/objects'

import type { App } from '../../../app.ts'
import { createPace } from '../../../jobs/pace.ts'
import { writePace } from '../../../jobs/run-chunks.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Tell } from './answer-plan.ts'
import { MISSING, placeIn } from './change-objects.ts'
import type { BulkChange, Made } from './change.ts'
import { createClaims } from './claims.ts'
import { kindOf } from './kinds.ts'
import { createTally } from './tally.ts'
import { refusalOf } from '../contributor-rules.ts'
import { labelRelations } from '../references/relation-labels.ts'
import type { StoredObject } from '../state.ts'
import { readObjects } from '../store.ts'
import { type TypeModel, typeModelsOf } from '../type-model.ts'
import { isSame } from '../write-objects.ts'

/** What other requests wait for at most while a plan is made. */
const CHUNK_MS = 15
/** Objects that are looked at first, and what one costs until something was measured. */
const FIRST = 50
const MS_EACH = 0.1

/** Milliseconds between two words about how far a plan is; the first comes as soon as there is something to see. */
const TELL_EVERY = 200

/** Looks on while a plan is made. */
export interface Onlooker {
  /** Sees an object before its step. @returns whether the step can have anything to do for it */
  sees(object: StoredObject, model: TypeModel | undefined): boolean
  /** Whether the plan may end here, with the counts so far. */
  hasEnough(): boolean
  /** Whether it has something to show. */
  hasSome(): boolean
  /** What it has to say beside the counts, each time that they are told. */
  soFar(): object
}

export interface Watch {
  signal: AbortSignal
  /** Hears what was found so far, from time to time. */
  tell?: Tell | undefined
  onlooker?: Onlooker
}

/**
 * Says what a change would do, by the very steps that would do it, and changes nothing. However many objects there are,
 * it keeps counts, the first ids and the first changes only, and lets others have their turn between chunks.
 */
export async function planChange(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  access: BucketAccess,
  change: BulkChange,
  ids: readonly string[],
  { signal, tell, onlooker }: Watch,
): Promise<BulkResult> {
  const pace = createPace(CHUNK_MS, FIRST, MS_EACH)
  const stamp = { now: clock.iso(), userId: access.userId }
  const kind = kindOf(change)
  const step = kind.step(change.params)
  const claims = createClaims()
  const place = claims.placeOver(placeIn(db.read, access))
  const tally = createTally()
  let tellAt = performance.now() + TELL_EVERY
  let told = 0
  let labelled = 0

  /** Changes that were told of are told again only with others. */
  const tellSoFar = (looked_at: number): void => {
    const { sample } = tally
    const seen = onlooker?.soFar() ?? (sample.length > told ? { sample: [...sample] } : {})
    told = Math.max(1, sample.length)
    tell?.({ ...tally.soFar(), looked_at, in_scope: ids.length, is_partial: true, ...seen })
    tellAt = performance.now() + TELL_EVERY
  }

  const madeOf = (object: StoredObject, model: TypeModel | undefined): Made | Promise<Made> => {
    const reason = kind.isAdding ? undefined : refusalOf(access, object)
    return reason === undefined ? step(object, model, stamp, place) : { reason }
  }

  for (let at = 0; at < ids.length && !onlooker?.hasEnough();) {
    signal.throwIfAborted()
    const begun = performance.now()
    const some = ids.slice(at, at + pace.size)
    const objects = await readObjects(db.read, access, some)
    const types = [...objects.values()].map(({ type }) => type)
    const models = await typeModelsOf(db.read, access, types)
    for (const id of some) {
      const object = objects.get(id)
      if (!object) {
        tally.skip(id, MISSING)
        continue
      }
      const model = models.get(object.type)
      const made = onlooker?.sees(object, model) === false ? undefined : await madeOf(object, model)
      const isDone =
        !made || (!('reason' in made) && !('copy' in made) && isSame(object.state, made))
      if (isDone) tally.leave()
      else if ('reason' in made) tally.skip(id, made.reason, true)
      else if ('copy' in made) tally.add(object, made.copy, model)
      else {
        const taken = claims.take(object, made, model)
        if (taken === undefined) tally.change(object, made, model)
        else tally.skip(id, taken, true)
      }
    }
    await labelRelations(db.read, access, tally.sample.slice(labelled))
    labelled = tally.sample.length
    at += some.length
    pace.took(some.length, performance.now() - begun)
    const isFirst = told === 0 && (onlooker?.hasSome() ?? tally.sample.length > 0)
    if (tell && at < ids.length && (isFirst || performance.now() > tellAt)) tellSoFar(at)
    await new Promise(setImmediate)
  }
  const plan = tally.close()
  // Whatever these changes replace is kept: in revisions and change sets, what is deleted in the trash.
  return { ...plan, is_reversible: true, estimated_ms: writePace.estimate(plan.modified) }
}
