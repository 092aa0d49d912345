const wordCharacter = /[\p{L}\p{N}\p{M}_]/u

/** The results for ASCII, without a regular expression: they cover most texts. */
const ascii = Array.from({ length: 128 }, (_, code) =>
  wordCharacter.test(String.fromCharCode(code)),
)

function isWordAt(text: string, at: number): boolean {
  const code = text.codePointAt(at)
  return code !== undefined && (ascii[code] ?? wordCharacter.test(String.fromCodePoint(code)))
}

function isWordBefore(text: string, at: number): boolean {
  if (at === 0) return false
  const unit = text.charCodeAt(at - 1)
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff
  return isWordAt(text, isLowSurrogate && at > 1 ? at - 2 : at - 1)
}

/** Whether a word may begin or end at an offset: not between two letters, digits, marks or `_`. */
export function isWordEdge(text: string, at: number): boolean {
  return !isWordBefore(text, at) || !isWordAt(text, at)
}

/** Returns the next offset that `isWordEdge` accepts, at most the text's length. */
export function nextWordEdge(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && !isWordEdge(text, at)) at += 1
  return at
}
