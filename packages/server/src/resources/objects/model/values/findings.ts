import type { FieldPattern, Findings } from '@typecase/contract/field-values/value-check'

import { fieldPattern } from '../../../object-types/field-pattern.ts'

/** For the checks of one write. */
export const newFindings = (): Findings => ({ problems: [], references: [], patternOf })

/** Nothing where a `regex` says what its engine cannot: older exports have such rules, kept but not enforced. */
function patternOf(regex: string): FieldPattern | undefined {
  try {
    return fieldPattern(regex)
  } catch {
    return undefined
  }
}
