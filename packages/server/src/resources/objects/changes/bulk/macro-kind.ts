import { Failure } from '../../../../http/failure.ts'
import type { BulkChange, BulkKind, StepResult } from './change.ts'
import { isSame } from '../../store/write-objects.ts'

/** The change that a macro's step makes. */
export interface StepChange extends BulkChange {
  /** Whether the step also applies to the other locales of each object. */
  readonly isForAllLocales?: true
}

/** A macro's steps as of its start: later edits of the macro do not affect a running job. */
export interface MacroParams {
  readonly title: string
  readonly steps: readonly StepChange[]
  /** Objects included only as other locales of the named ones, resolved at the start. */
  readonly others?: readonly string[]
}

/** Whether a change also applies to the other locales of its objects. */
export const isForAllLocales = (change: BulkChange): boolean =>
  stepsOf(change).some((step) => step.isForAllLocales === true)

/** Returns a change that applies only the steps for all locales to the other objects. */
export function withOthers(change: BulkChange, others: readonly string[]): BulkChange {
  // `readyMacro` created these parameters.
  return { ...change, params: { ...(change.params as MacroParams), others } }
}

/** Returns the steps of a change; empty if it is not a macro. */
export const stepsOf = ({ kind, params }: BulkChange): readonly StepChange[] =>
  // `readyMacro` created these parameters.
  kind === 'macro' ? (params as MacroParams).steps : []

/**
 * Applies several changes to an object as one: each step starts from the result of the previous one, and only the last
 * result is written. An object that one step refuses stays unchanged.
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
    return async (object, model, stamp, context): Promise<StepResult> => {
      let { state } = object
      for (const [index, step] of steps.entries()) {
        if (isOther.has(object.id) && !changes[index]?.isForAllLocales) continue
        const result = await step({ ...object, state }, model, stamp, context)
        // Outside a macro, a step that changes nothing would not be written either.
        if (!result) continue
        if ('reason' in result) return { reason: `Step ${index + 1}: ${result.reason}` }
        if ('copy' in result) throw new Error('Steps of a macro change objects; they add none.')
        if (!isSame(state, result)) state = result
      }
      return state === object.state ? undefined : state
    }
  },
})

/** Prefixes the paths of a refusal with the step: `steps.0.data.metadata.price`. */
function inStep(reason: unknown, index: number): unknown {
  if (!(reason instanceof Failure) || !reason.extra.details) return reason
  const details = reason.extra.details.map((detail) => ({
    ...detail,
    path: `steps.${index}.${detail.path}`,
    message: `steps.${index}.${detail.message}`,
  }))
  return new Failure(reason.code, reason.message, { ...reason.extra, details })
}
