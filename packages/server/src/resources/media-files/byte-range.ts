import type { ByteRange } from '../../storage/file-store.ts'

/**
 * The range that a request asks for. Several at once are answered whole, as servers may.
 * @returns `none` for a whole answer, `beyond` for a range outside of the file
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | 'beyond' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'none'
  const [first, last] = [match[1], match[2]].map((text) => (text ? Number(text) : undefined))
  if (first === undefined) {
    // The last bytes.
    const length = Math.min(last ?? 0, size)
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 }
  }
  if (last !== undefined && last < first) return 'none'
  if (first >= size) return 'beyond'
  return { start: first, end: Math.min(last ?? size - 1, size - 1) }
}
