import type { FieldPattern, Findings } from '@typecase/contract/field-values/value-check'

import { fieldPattern } from '../../../object-types/field-pattern.ts'

/** Creates empty findings for the checks of one write. */
export const newFindings = (): Findings => ({ problems: [], references: [], patternOf })

/**
 * Compiles a field's `regex`; undefined if the engine does not support it: older exports contain such rules, which are
 * kept but not enforced.
 */
function patternOf(regex: string): FieldPattern | undefined {
  try {
    return fieldPattern(regex)
  } catch {
    return undefined
  }
}
