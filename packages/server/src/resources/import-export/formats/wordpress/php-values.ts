const MAX_DEPTH = 32
const SERIALIZED_VALUE = /^(?:[aO]:\d+:|s:\d+:"|[ibd]:-?[\d.]+(?:E[+-]?\d+)?;$|N;$)/
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether a text looks like the output of PHP's `serialize`. */
export const isSerialized = (text: string): boolean => SERIALIZED_VALUE.test(text)

/**
 * Reads the output of PHP's `serialize` as plain data. Objects become records of their properties, without being
 * instantiated, and references become null.
 * @returns undefined for any other text
 */
export function readSerialized(text: string): { value: unknown } | undefined {
  if (!isSerialized(text)) return undefined
  const bytes = Buffer.from(text)
  let at = 0

  function until(mark: string): string {
    const end = bytes.indexOf(mark, at)
    if (end < 0 || end - at > 64) throw new SyntaxError()
    const read = bytes.toString('latin1', at, end)
    at = end + mark.length
    return read
  }

  function count(mark: string): number {
    const read = until(mark)
    if (!/^\d{1,9}$/.test(read)) throw new SyntaxError()
    return Number(read)
  }

  function expect(mark: string): void {
    if (bytes.toString('latin1', at, at + mark.length) !== mark) throw new SyntaxError()
    at += mark.length
  }

  /** Reads a string. If it was edited within the output, its length is wrong, and it ends at the next `";`. */
  function string(end: string): string {
    const size = count(':')
    expect('"')
    const from = at
    const isAsLong = bytes.toString('latin1', from + size, from + size + end.length) === end
    const to = isAsLong ? from + size : bytes.indexOf(end, from)
    if (to < 0) throw new SyntaxError()
    at = to + end.length
    return bytes.toString('utf8', from, to)
  }

  function entries(depth: number): [string | number, unknown][] {
    const size = count(':')
    expect('{')
    const read: [string | number, unknown][] = []
    for (let n = 0; n < size; n += 1) {
      const key = value(depth + 1)
      if (typeof key !== 'string' && typeof key !== 'number') throw new SyntaxError()
      read.push([key, value(depth + 1)])
    }
    expect('}')
    return read
  }

  function value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new SyntaxError()
    const kind = bytes.toString('latin1', at, at + 2)
    at += 2
    switch (kind) {
      case 'N;':
        return null
      case 'b:':
        return until(';') === '1'
      case 'i:':
      case 'd:':
        return number(until(';'))
      case 's:':
        return string('";')
      case 'a:':
        return listOrRecord(entries(depth))
      case 'O:':
        string('":')
        return record(entries(depth))
      case 'E:':
        return string('";').replace(/^.*:/, '')
      case 'r:':
      case 'R:':
        until(';')
        return null
      default:
        throw new SyntaxError()
    }
  }

  try {
    const read = value(0)
    return at === bytes.length ? { value: read } : undefined
  } catch (reason) {
    if (reason instanceof SyntaxError) return undefined
    throw reason
  }
}

function number(digits: string): number | null {
  const read = Number(digits)
  return Number.isFinite(read) ? read : null
}

const listOrRecord = (entries: readonly [string | number, unknown][]): unknown =>
  entries.every(([key], index) => key === index)
    ? entries.map(([, inner]) => inner)
    : record(entries)

/** Converts entries to a record. In the names of private properties, the class comes first, between NULs. */
const record = (entries: readonly [string | number, unknown][]): Record<string, unknown> =>
  Object.fromEntries(
    entries
      .map(([key, inner]) => [String(key).replace(/^\0[^\0]*\0/, ''), inner] as const)
      .filter(([key]) => !UNSAFE_KEYS.has(key)),
  )
