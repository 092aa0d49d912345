import type { FieldPattern, Findings } from '@typecase/contract/field-values/value-check'

import { fieldPattern } from '../../../object-types/field-pattern.ts'

/** For the checks of one write. */
export const newFindings = (): Findings => ({ problems: [], references: [], patternOf })

/** Undefined for a `regex` that the engine does not support: older exports have such rules, kept but not enforced. */
function patternOf(regex: string): FieldPattern | undefined {
  try {
    return fieldPattern(regex)
  } catch {
    return undefined
  }
}
