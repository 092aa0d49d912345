import { takenValues, uniqueChange } from '../../model/values/unique-values.ts'
import type { BulkKind } from './change.ts'
import { problemsInTitles } from './reason-in-titles.ts'

/** Wraps a kind of change so that it skips an object that would get a unique value of another one. */
export const withUniqueGuard = <Params>(kind: BulkKind<Params>): BulkKind<Params> => ({
  ...kind,
  hasUniqueGuard: true,
  step(params) {
    const step = kind.step(params)
    return async (object, model, stamp, context) => {
      const result = await step(object, model, stamp, context)
      // A copy does not take the unique values of its original.
      if (!result || 'reason' in result || 'copy' in result) return result
      const change = uniqueChange(model, object.id, object.state, result)
      const taken = await takenValues(context.findHolders, [change])
      const problems = taken.get(change)
      return problems ? { reason: problemsInTitles(problems, model) } : result
    }
  },
})
