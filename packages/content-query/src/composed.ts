import { fold, isAscii } from './fold.ts'

/** Texts of characters that never compose with the one before them. */
const simple = /^[\0-\u02ff]*$/
/** Marks, and the vowels and finals of Hangul syllables, which belong to the character before them. */
const JOINING = String.raw`\p{M}\u1160-\u11ff`
const joining = new RegExp(`[${JOINING}]`, 'u')
/** More marks than any writing puts on a letter. Sorting a run of marks takes quadratic time. */
const MAX_MARKS = 32
const longRun = new RegExp(`[${JOINING}]{${MAX_MARKS + 1}}`, 'u')
/** Matches each character with its marks. A longer run of marks is split. */
export const MARKED_CHARACTERS = new RegExp(
  `[^${JOINING}][${JOINING}]{0,${MAX_MARKS}}|[${JOINING}]{1,${MAX_MARKS}}`,
  'gu',
)

/** UTF-16 units composed at once. */
const PART = 8192

/**
 * Returns a text with its accents composed into their letters (NFC), so that queries match `é` however it is stored.
 * Every part of a composed text is composed, too.
 */
export function compose(text: string): string {
  if (simple.test(text)) return text
  return text.length <= PART ? composePart(text) : Array.from(composedParts(text)).join('')
}

/** Returns a composed text without its case. */
export const foldComposed = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : fold(compose(text))

/** Yields a composed text in parts of a few thousand UTF-16 units. */
export function* composedParts(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = endOfPart(text, at + PART)
    yield composePart(text.slice(at, end))
  }
}

function composePart(part: string): string {
  return simple.test(part) ? part : normalizeText(part, 'NFC')
}

/** Normalizes a text in linear time, however many marks it has. */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  longRun.test(text)
    ? text.replaceAll(MARKED_CHARACTERS, (run) => run.normalize(form))
    : text.normalize(form)

/**
 * Returns the end of a part of at least `least` units. The part ends before a character that does not join, or within a
 * run of marks that is too long.
 */
function endOfPart(text: string, least: number): number {
  let end = least
  for (let marks = 0; end < text.length; marks++) {
    const isWithinPair =
      isLowSurrogate(text.charCodeAt(end)) && isHighSurrogate(text.charCodeAt(end - 1))
    if (isWithinPair) end++
    else if (marks < MAX_MARKS && joining.test(String.fromCodePoint(text.codePointAt(end) ?? 0)))
      end++
    else break
  }
  return Math.min(end, text.length)
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
