import { invalid } from '../../../../http/failure.ts'
import type { Finder, Match, MatchOptions } from './finder.ts'
import { inCaseOf } from './letter-case.ts'

/** Returns the replacement for a match. */
export type Replacement = (match: Match) => string

/** Maximum length of `replace` in UTF-16 units. */
export const LONGEST_REPLACE = 10_000

/**
 * Compiles the replacement of a match. A literal search inserts it verbatim. For a pattern, `$1` to `$99`, `${1}` and
 * `${name}` are its groups, `$&` is the match and `$$` a dollar sign. As in JavaScript, `$10` is group 1 and a zero if
 * there is no group 10; a `$` before anything else is literal. A group that did not take part is empty. With
 * `match.preserve_case`, the result takes the case of the match (`inCaseOf`).
 * @throws Failure `invalid` on path `replace`: too long, invalid Unicode, or a group that the pattern does not have
 */
export function compileReplacement(
  { replace, match = {} }: { replace: string; match?: MatchOptions },
  finder: Pick<Finder, 'groupCount' | 'groupNames'>,
): Replacement {
  if (replace.length > LONGEST_REPLACE) {
    throw invalid('replace', `replace must be at most ${LONGEST_REPLACE} characters`, 'max')
  }
  if (!replace.isWellFormed() || replace.includes('\0')) {
    throw invalid('replace', 'replace must be valid Unicode', 'unicode')
  }
  const replacementOf = match.regex ? withGroups(replace, finder) : () => replace
  if (!match.preserve_case) return replacementOf
  return (hit) => inCaseOf(hit.groups[0] ?? '', replacementOf(hit))
}

/** A literal text, or the number of a group. */
type Part = string | number

function withGroups(
  replace: string,
  finder: Pick<Finder, 'groupCount' | 'groupNames'>,
): Replacement {
  const parts: Part[] = []
  let at = 0
  for (const sign of replace.matchAll(/\$(?:([$&])|(\d{1,2})|\{([^}]*)\})/g)) {
    const [written, special, digits, name] = sign
    parts.push(replace.slice(at, sign.index))
    at = sign.index + written.length
    if (special === '$') parts.push('$')
    else if (special === '&') parts.push(0)
    else if (digits !== undefined) parts.push(...readGroupNumber(digits, finder))
    else parts.push(groupNamed(name ?? '', finder))
  }
  parts.push(replace.slice(at))
  return ({ groups }) =>
    parts.map((part) => (typeof part === 'number' ? (groups[part] ?? '') : part)).join('')
}

/** Reads `10` as group 10, or as group 1 and a zero. */
function readGroupNumber(digits: string, { groupCount }: Pick<Finder, 'groupCount'>): Part[] {
  const both = Number(digits)
  if (both > 0 && both <= groupCount) return [both]
  const first = Number(digits[0])
  if (digits.length === 2 && first > 0 && first <= groupCount) return [first, digits.slice(1)]
  throw unknownGroup(`$${digits}`, groupCount)
}

function groupNamed(
  name: string,
  { groupCount, groupNames }: Pick<Finder, 'groupCount' | 'groupNames'>,
): number {
  const group = /^\d{1,4}$/.test(name) ? Number(name) : groupNames.get(name)
  if (group !== undefined && group > 0 && group <= groupCount) return group
  throw unknownGroup(`\${${name}}`, groupCount)
}

function unknownGroup(reference: string, groupCount: number) {
  const has = groupCount === 1 ? '1 group' : `${groupCount} groups`
  const message = `replace names ${reference}, but find has ${has} and none of that name ($& is the whole match, $$ a dollar sign)`
  return invalid('replace', message, 'group')
}
