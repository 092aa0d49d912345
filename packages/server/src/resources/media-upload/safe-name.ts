/** Bytes of a name in an address, where letters of other scripts take up to nine. */
const LONGEST = 240

/** What a browser shows in a name without showing that it is there: marks of direction, joiners. */
const NOT_PLAIN = /[^\p{L}\p{M}\p{N}._-]+/gu

/**
 * The name of a file in its address: letters and digits of any script, and its ending. Nothing that means anything to a file
 * system, an address or a header is left.
 */
export function safeName(original: string): string {
  const last = original.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(NOT_PLAIN, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : ''
  const stem = [...plain.slice(0, plain.length - ending.length)]
  while (encodeURIComponent(stem.join('') + ending).length > LONGEST && stem.length > 0) stem.pop()
  return stem.join('') + ending || 'file'
}
