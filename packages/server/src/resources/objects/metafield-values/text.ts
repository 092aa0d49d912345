import { RE2JS } from 're2js'

import { type Family, refuse, type ValueCheck } from './value-check.ts'

/** text, textarea, html-textarea, markdown and rich-text: stored as written. */
export const text: Family = (value, check) => {
  if (typeof value !== 'string') return refuse(check, 'type', 'must be a text')
  const { maxlength } = check.field
  if (typeof maxlength === 'number' && value.length > maxlength) {
    refuse(check, 'max', `must be at most ${maxlength} characters`)
  }
  checkPattern(value, check)
  return value
}

const patterns = new Map<string, RE2JS | undefined>()
const REMEMBERED = 500

function checkPattern(value: string, check: ValueCheck): void {
  const { regex, regex_message } = check.field
  const pattern = regex ? compiled(regex) : undefined
  if (!pattern || pattern.matcher(value).find()) return
  const message = regex_message || `${check.path} must match ${regex}`
  check.findings.problems.push({ path: check.path, message, rule: 'regex' })
}

/**
 * A pattern for an engine whose time grows with the text only, or nothing where it says what that engine cannot:
 * such a rule is kept, but not enforced. Older exports write `/…/`.
 */
function compiled(regex: string): RE2JS | undefined {
  if (patterns.has(regex)) return patterns.get(regex)
  const source = /^\/(.*)\/$/s.exec(regex)?.[1] ?? regex
  let pattern: RE2JS | undefined
  try {
    pattern = RE2JS.compile(source)
  } catch {
    pattern = undefined
  }
  if (patterns.size >= REMEMBERED) patterns.clear()
  patterns.set(regex, pattern)
  return pattern
}
