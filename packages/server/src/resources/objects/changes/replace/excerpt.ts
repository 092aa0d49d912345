import type { Match } from './finder.ts'

/** Maximum length of the context on each side of a match, and of the match itself, in UTF-16 units. */
const AROUND = 40
const MAX_CONTEXT_LENGTH = 160

export interface Excerpt {
  before: string
  after: string
  start: number
  end: number
}

/** Returns a match with its context, before and after the replacement; `…` marks omissions. */
export function excerptOf(text: string, { start, end }: Match, replacement: string): Excerpt {
  const from = notInPair(text, Math.max(0, start - AROUND))
  const to = notInPair(text, Math.min(text.length, end + AROUND))
  const head = (from > 0 ? '…' : '') + text.slice(from, start)
  const tail = text.slice(end, to) + (to < text.length ? '…' : '')
  const match = shorten(text.slice(start, end))
  return {
    before: head + match + tail,
    after: head + shorten(replacement) + tail,
    start: head.length,
    end: head.length + match.length,
  }
}

function shorten(text: string): string {
  return text.length <= MAX_CONTEXT_LENGTH
    ? text
    : `${text.slice(0, notInPair(text, MAX_CONTEXT_LENGTH))}…`
}

/** Returns an offset that does not split a surrogate pair. */
function notInPair(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff
  return isLow && at > 0 ? at - 1 : at
}
