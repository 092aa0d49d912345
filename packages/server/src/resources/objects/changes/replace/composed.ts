import { MARKED_CHARACTERS } from '@typecase/content-query/composed'

import type { Finder, Match } from './finder.ts'

const ASCII = /^[\0-\x7f]*$/
/** A combining mark above or below the preceding letter. */
const ACCENT = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/

/** Composes letters and their accents into one character where there is one. */
export const compose = (text: string): string =>
  ASCII.test(text) ? text : text.replaceAll(MARKED_CHARACTERS, (one) => one.normalize('NFC'))

/**
 * Makes a finder match both composed and decomposed accents. A letter whose accent is not part of the search does not
 * match, because its replacement would inherit the accent.
 */
export function findComposed(finder: Finder): Finder {
  function* matches(text: string): Generator<Match> {
    const searched = compose(text)
    const starts = searched === text ? undefined : startsIn(text, searched.length)
    for (const { start, end, groups } of finder.matches(searched)) {
      const from = starts ? (starts[start] ?? -1) : start
      const to = starts ? (starts[end] ?? -1) : end
      const isPart = from === -1 || to === -1 || ACCENT.test(searched.charAt(end))
      if (isPart) continue
      yield { start: from, end: to, groups: [text.slice(from, to), ...groups.slice(1)] }
    }
  }
  return {
    ...finder,
    matches: (text) => (ASCII.test(text) ? finder.matches(text) : matches(text)),
    canBeIn: (text) => finder.canBeIn(compose(text)),
  }
}

/** Maps each offset in the composed text to one in the original; -1 within a composed character. */
function startsIn(text: string, length: number): Int32Array {
  const starts = new Int32Array(length + 1).fill(-1)
  let composedAt = 0
  for (const { 0: character, index } of text.matchAll(MARKED_CHARACTERS)) {
    const one = character.normalize('NFC')
    const isSame = one === character
    for (let unit = 0; unit < (isSame ? one.length : 1); unit += 1)
      starts[composedAt + unit] = index + unit
    composedAt += one.length
  }
  starts[composedAt] = text.length
  return starts
}
