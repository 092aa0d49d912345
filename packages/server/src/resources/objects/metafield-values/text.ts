import { lengthOf } from '@typecase/contract/field-rules'

import { type FieldPattern, fieldPattern } from '../../object-types/field-pattern.ts'
import { type Family, refuse, type ValueCheck } from './value-check.ts'

/** text, textarea, html-textarea, markdown and rich-text: stored as written. */
export const text: Family = (value, check) => {
  if (typeof value !== 'string') return refuse(check, 'type', 'must be a text')
  const { maxlength } = check.field
  if (typeof maxlength === 'number' && lengthOf(value) > maxlength) {
    refuse(check, 'max', `must be at most ${maxlength} characters`)
  }
  checkPattern(value, check)
  return value
}

function checkPattern(value: string, check: ValueCheck): void {
  const { regex, regex_message } = check.field
  const pattern = regex ? enforced(regex) : undefined
  if (!pattern || pattern.test(value)) return
  const message = regex_message || `${check.path} must match ${regex}`
  check.findings.problems.push({ path: check.path, message, rule: 'regex' })
}

/** Nothing where it says what the engine of such patterns cannot: older exports have such rules, kept but not enforced. */
function enforced(regex: string): FieldPattern | undefined {
  try {
    return fieldPattern(regex)
  } catch {
    return undefined
  }
}
