import { readBucket } from '@typecase/content/bucket'
import type { Macro } from '@typecase/contract/macros'
import type { Services } from '@typecase/plugin-sdk/token'

import { fieldNames } from './field-names.ts'
import { problemsIn } from './problems.ts'
import { describeSteps } from './step-words.ts'

/** The description of a macro, or the reason why it cannot run in this bucket. */
export interface MacroWords {
  readonly text: string
  /** Whether a step needs something that no type of the bucket has. */
  readonly isBroken: boolean
}

/** Describes what each macro does in a bucket, by the macro's id. */
export async function describeMacros(
  services: Services,
  slug: string,
  macros: readonly Macro[],
): Promise<ReadonlyMap<string, MacroWords>> {
  const names = fieldNames((await readBucket(services, slug)).object_types)
  return new Map(
    macros.map(({ id, steps, arguments: args }) => {
      const problems = steps.flatMap((step) => problemsIn(step, names, args))
      const text = problems.join(' ') || describeSteps(steps, { ...names, arguments: args })
      return [id, { text, isBroken: problems.length > 0 }]
    }),
  )
}
