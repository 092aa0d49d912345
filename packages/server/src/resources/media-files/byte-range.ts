import type { ByteRange } from '../../storage/file-store.ts'

/**
 * Parses the range of a request. A request for several ranges gets the whole file, which HTTP allows.
 * @returns `none` for a whole response, `beyond` for a range outside the file
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | 'beyond' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'none'
  const [first, last] = [match[1], match[2]].map((text) => (text ? Number(text) : undefined))
  if (first === undefined) {
    // A suffix range: the last bytes of the file.
    const length = Math.min(last ?? 0, size)
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 }
  }
  if (last !== undefined && last < first) return 'none'
  if (first >= size) return 'beyond'
  return { start: first, end: Math.min(last ?? size - 1, size - 1) }
}
