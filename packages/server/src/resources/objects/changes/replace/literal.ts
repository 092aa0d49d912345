import { fold } from '@typecase/content-query/fold'

import type { Finder, Match } from './finder.ts'
import { isWordEdge, nextWordEdge } from './whole-word.ts'

/** Creates a finder for a literal text, case-sensitive or not. */
export function findLiteral(
  find: string,
  { isExact, isWhole }: { isExact: boolean; isWhole: boolean },
): Finder {
  const needle = isExact ? find : fold(find)
  const prepare = isExact ? (text: string) => text : fold
  const matcher = isExact ? exactly : inAnyCase
  return {
    matches: (text) => matcher(text, needle, isWhole),
    canBeIn: (text) => prepare(text).includes(needle),
    stepsEach: 1,
    groupCount: 0,
    groupNames: new Map(),
  }
}

function* exactly(text: string, needle: string, isWhole: boolean): Generator<Match> {
  let start = text.indexOf(needle)
  while (start !== -1) {
    const end = start + needle.length
    const isMatch = !isWhole || (isWordEdge(text, start) && isWordEdge(text, end))
    if (isMatch) yield { start, end, groups: [needle] }
    start = text.indexOf(needle, isMatch ? end : isWhole ? nextWordEdge(text, start) : start + 1)
  }
}

function* inAnyCase(text: string, needle: string, isWhole: boolean): Generator<Match> {
  const folded = fold(text)
  let at = folded.indexOf(needle)
  if (at === -1) return
  const starts = folded.length === text.length ? undefined : startsIn(text, folded.length)
  while (at !== -1) {
    const start = starts ? (starts[at] ?? -1) : at
    const end = starts ? (starts[at + needle.length] ?? -1) : at + needle.length
    // Part of a letter that folds to two, such as one s of ß, does not match.
    const isAligned = start !== -1 && end !== -1
    const isMatch = isAligned && (!isWhole || (isWordEdge(text, start) && isWordEdge(text, end)))
    if (isMatch) yield { start, end, groups: [text.slice(start, end)] }
    const next = isWhole && !starts ? nextWordEdge(text, start) : at + 1
    at = folded.indexOf(needle, isMatch ? at + needle.length : next)
  }
}

/**
 * Maps each offset in the folded text at which a character begins to that character's offset in the original; -1
 * elsewhere.
 */
function startsIn(text: string, foldedLength: number): Int32Array {
  const starts = new Int32Array(foldedLength + 1).fill(-1)
  let at = 0
  let foldedAt = 0
  for (const character of text) {
    starts[foldedAt] = at
    at += character.length
    foldedAt += fold(character).length
  }
  starts[foldedAt] = at
  return starts
}
