import { Failure } from '../../../../http/failure.ts'
import type { BulkChange, BulkKind, Made } from './change.ts'
import { isSame } from '../../store/write-objects.ts'

/** The change of a macro's step. */
export interface StepChange extends BulkChange {
  /** The step applies to the other locales of each object too. */
  readonly isForAllLocales?: true
}

/** A macro's steps at the time it was started: later edits of it do not affect a job. */
export interface MacroParams {
  readonly title: string
  readonly steps: readonly StepChange[]
  /** Objects included only as other locales of the named ones, resolved at the start. */
  readonly others?: readonly string[]
}

/** Whether a change is about the other locales of its objects too. */
export const isForAllLocales = (change: BulkChange): boolean =>
  stepsOf(change).some((step) => step.isForAllLocales === true)

/** Applies only the steps for all locales to some objects. */
export function withOthers(change: BulkChange, others: readonly string[]): BulkChange {
  // `readyMacro` made these parameters.
  return { ...change, params: { ...(change.params as MacroParams), others } }
}

/** The steps of a change; empty if it is no macro. */
export const stepsOf = ({ kind, params }: BulkChange): readonly StepChange[] =>
  // `readyMacro` made these parameters.
  kind === 'macro' ? (params as MacroParams).steps : []

/**
 * Several changes of an object as one: each step starts from the result of the previous one, and the last result is
 * written once. An object that one of them refuses stays unchanged.
 * @param kindOf looks up the kind of a step
 */
export const macroKind = (kindOf: (change: BulkChange) => BulkKind): BulkKind<MacroParams> => ({
  hasUniqueGuard: true,

  title: ({ title }, objects) => `Run “${title}” on ${objects}`,

  async check({ steps }, models, context) {
    for (const [index, step] of steps.entries()) {
      try {
        await kindOf(step).check?.(step.params, models, context)
      } catch (reason) {
        throw inStep(reason, index)
      }
    }
  },

  step({ steps: changes, others }) {
    const steps = changes.map((change) => kindOf(change).step(change.params))
    const isOther = new Set(others)
    return async (object, model, stamp, context): Promise<Made> => {
      let { state } = object
      for (const [index, step] of steps.entries()) {
        if (isOther.has(object.id) && !changes[index]?.isForAllLocales) continue
        const made = await step({ ...object, state }, model, stamp, context)
        // One that changes nothing would not have been written either.
        if (!made) continue
        if ('reason' in made) return { reason: `Step ${index + 1}: ${made.reason}` }
        if ('copy' in made) throw new Error('Steps of a macro change objects; they add none.')
        if (!isSame(state, made)) state = made
      }
      return state === object.state ? undefined : state
    }
  },
})

/** A refusal with its paths below the step: `steps.0.data.metadata.price`. */
function inStep(reason: unknown, index: number): unknown {
  if (!(reason instanceof Failure) || !reason.extra.details) return reason
  const details = reason.extra.details.map((detail) => ({
    ...detail,
    path: `steps.${index}.${detail.path}`,
    message: `steps.${index}.${detail.message}`,
  }))
  return new Failure(reason.code, reason.message, { ...reason.extra, details })
}
