import type { BulkEditData } from '@typecase/contract/bulk-edit'
import type { PublishChoice } from '@typecase/contract/bulk-scope'
import type { Macro } from '@typecase/contract/macros'

import { assertMay, type BucketAccess } from '../buckets/bucket-access.ts'
import type { BulkChange } from '../objects/changes/bulk/change.ts'
import { assertMayEdit } from '../objects/model/contributor-rules.ts'
import type { MacroParams } from '../objects/changes/bulk/macro-kind.ts'
import { valuesFor } from './argument-values.ts'
import { filledIn, type Values } from './fill-in.ts'
import { checkedChange, renamePaths, stepCalls, withChoice, withPaths } from './step-calls.ts'

/** A macro that is ready to run. */
export interface ReadyMacro {
  readonly change: BulkChange
  /** Converts a step's refusal so that its paths name the macro's own arguments. */
  refusal(reason: unknown): unknown
}

/**
 * Combines all steps of a macro, filled in with these values, into one change.
 * @param choice the versions that its edits write
 * @throws Failure `forbidden` for a step that the user may not run, `invalid` that names the argument or the step
 */
export function readyMacro(
  access: BucketAccess,
  { title, steps: written, arguments: args }: Macro,
  inputs: Values,
  choice: PublishChoice,
): ReadyMacro {
  for (const { call } of written) assertMay(access, stepCalls[call].permission)
  const values = valuesFor(args, inputs)
  const filled = written.map((step) => ({ ...step, ...filledIn(step, values) }))
  const steps = filled.map(({ call, body }, index) =>
    withPaths(nameIn(index), () => withChoice(checkedChange(call, body), choice)),
  )
  for (const { kind, params } of steps) {
    // The schema of the endpoint has validated the parameters, so the cast is safe.
    if (kind === 'bulkEdit') assertMayEdit(access, params as BulkEditData)
  }

  /** Returns a function that names a value in a step's body: by its argument, if it comes from one. */
  function nameIn(index: number) {
    const slots = [...(filled[index]?.slots ?? [])]
    return (path: string) => {
      const slot = slots.find(([at]) => path === at || path.startsWith(`${at}.`))
      return slot ? `args.${slot[1]}` : `steps.${index}.body.${path}`
    }
  }

  return {
    change: { kind: 'macro', params: { title, steps } satisfies MacroParams },
    refusal: (reason) =>
      renamePaths(reason, (path) => {
        const [, index, slot] = /^steps\.(\d+)\.(.*)$/.exec(path) ?? []
        return slot === undefined ? path : nameIn(Number(index))(slot)
      }),
  }
}
