import { compose } from './composed.ts'
import { limits } from './limits.ts'
import { QueryError } from './query-error.ts'

/** The characters that one position of a pattern accepts. Ranges are inclusive code points. */
export type CharSet =
  | { kind: 'char'; char: string }
  | { kind: 'set'; negated: boolean; ranges: readonly (readonly [number, number])[] }

/** One atom of a pattern with its quantifier: `min` 0 for `?` and `*`, `many` for `*` and `+`. */
export interface Piece {
  set: CharSet
  min: 0 | 1
  many: boolean
}

/** One alternative: the pattern between two `|`. */
export interface Branch {
  start: boolean
  end: boolean
  pieces: readonly Piece[]
}

/** Line ends, which `.` does not match. */
const lineEnds = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
] as const
const digits = [[0x30, 0x39]] as const
const words = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
] as const
const spaces = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
] as const
const shorthands: Readonly<Record<string, CharSet & { kind: 'set' }>> = {
  d: { kind: 'set', negated: false, ranges: digits },
  D: { kind: 'set', negated: true, ranges: digits },
  w: { kind: 'set', negated: false, ranges: words },
  W: { kind: 'set', negated: true, ranges: words },
  s: { kind: 'set', negated: false, ranges: spaces },
  S: { kind: 'set', negated: true, ranges: spaces },
}
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' }

/**
 * Parses the safe subset of regular expressions: literal text, escapes, `.`, classes, `? * +` on one character, `^` and
 * `$` at the ends, `|` between whole alternatives. A letter with its accents is one character.
 * @throws QueryError with code `invalid_pattern`, naming `at`, for everything else.
 */
export function parsePattern(source: string, at = '$regex'): readonly Branch[] {
  if (source.length > limits.patternLength) {
    throw new QueryError('too_large', at, `may have at most ${limits.patternLength} characters`)
  }
  return readPattern(compose(source), at)
}

/** Parses a pattern without normalization, so a letter and its accent may be two characters. */
export const readPattern = (source: string, at = '$regex'): readonly Branch[] =>
  new PatternReader(source, at).read()

/** Returns the text of a pattern that only searches for a text anywhere, and otherwise undefined. */
export function literalOf(branches: readonly Branch[]): string | undefined {
  const [branch] = branches
  if (!branch || branches.length > 1 || branch.start || branch.end) return undefined
  // An optional piece at an open end changes nothing: `.*foo.*` matches the same texts as `foo`.
  const first = branch.pieces.findIndex((piece) => piece.min === 1)
  const last = branch.pieces.findLastIndex((piece) => piece.min === 1)
  if (first < 0) return ''
  let literal = ''
  for (const { set, min, many } of branch.pieces.slice(first, last + 1)) {
    if (set.kind !== 'char' || min === 0 || many) return undefined
    literal += set.char
  }
  return literal
}

/** Returns a pattern that matches exactly a text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

class PatternReader {
  private readonly chars: readonly string[]
  private readonly at: string
  private next = 0

  constructor(source: string, at: string) {
    this.chars = Array.from(source)
    this.at = at
  }

  read(): Branch[] {
    const branches = [this.branch()]
    while (this.take('|')) branches.push(this.branch())
    return branches
  }

  private branch(): Branch {
    const start = this.take('^')
    const pieces: Piece[] = []
    for (let char = this.peek(); char !== undefined && char !== '|'; char = this.peek()) {
      if (this.take('$')) {
        const after = this.peek()
        if (after !== undefined && after !== '|') this.fail('$ is only allowed at the end')
        return { start, end: true, pieces }
      }
      pieces.push(this.readQuantifier(this.atom()))
    }
    return { start, end: false, pieces }
  }

  private atom(): CharSet {
    const char = this.chars[this.next++] ?? ''
    if (char === '.') return { kind: 'set', negated: true, ranges: lineEnds }
    if (char === '[') return this.set()
    if (char === '\\') {
      const escaped = this.escape()
      return typeof escaped === 'string' ? { kind: 'char', char: escaped } : escaped
    }
    if (char === '^') this.fail('^ is only allowed at the start')
    if ('*+?'.includes(char)) this.fail(`${char} needs a character before it`)
    if ('(){}'.includes(char)) {
      this.fail(
        `${char} is not supported; groups and counts are not part of $regex, write \\${char}`,
      )
    }
    return { kind: 'char', char }
  }

  private readQuantifier(set: CharSet): Piece {
    const mark = this.peek()
    if (mark === undefined || !'*+?'.includes(mark)) return { set, min: 1, many: false }
    this.next++
    // A lazy quantifier changes where a match ends, but not whether there is one.
    this.take('?')
    return { set, min: mark === '+' ? 1 : 0, many: mark !== '?' }
  }

  private set(): CharSet {
    const negated = this.take('^')
    const ranges: (readonly [number, number])[] = []
    while (!this.take(']')) {
      const low = this.member()
      if (typeof low !== 'string') {
        if (low.negated) this.fail('a negated shorthand is not supported in a class')
        ranges.push(...low.ranges)
      } else if (this.peek() === '-' && this.chars[this.next + 1] !== ']') {
        this.next++
        const high = this.member()
        if (typeof high !== 'string') this.fail('a range needs a character on both sides')
        else ranges.push(this.range(low, high))
      } else ranges.push(this.range(low, low))
    }
    if (ranges.length === 0) this.fail('a class must not be empty')
    return { kind: 'set', negated, ranges }
  }

  private member(): string | (CharSet & { kind: 'set' }) {
    const char = this.chars[this.next++]
    if (char === undefined) return this.fail('a class must end with ]')
    if (char === '[') this.fail('[ must be written \\[ in a class')
    return char === '\\' ? this.escape() : char
  }

  private range(low: string, high: string): readonly [number, number] {
    const from = low.codePointAt(0) ?? 0
    const to = high.codePointAt(0) ?? 0
    if (from > to) this.fail(`the range ${low}-${high} is out of order`)
    return [from, to]
  }

  private escape(): string | (CharSet & { kind: 'set' }) {
    const char = this.chars[this.next++]
    if (char === undefined) return this.fail('\\ needs a character after it')
    if (char === 'x') return this.hex(2)
    if (char === 'u') return this.hex(4)
    if (Object.hasOwn(shorthands, char)) return shorthands[char] ?? char
    if (Object.hasOwn(controls, char)) return controls[char] ?? char
    if (/[\p{L}\p{N}]/u.test(char)) this.fail(`\\${char} is not supported`)
    return char
  }

  private hex(length: number): string {
    const code = this.chars.slice(this.next, this.next + length).join('')
    if (code.length !== length || !/^[\da-f]+$/i.test(code)) {
      this.fail(`\\${length === 2 ? 'x' : 'u'} needs ${length} hexadecimal digits`)
    }
    this.next += length
    const char = String.fromCharCode(Number.parseInt(code, 16))
    if (!char.isWellFormed()) this.fail('must be valid Unicode')
    return char
  }

  private peek(): string | undefined {
    return this.chars[this.next]
  }

  private take(char: string): boolean {
    if (this.chars[this.next] !== char) return false
    this.next++
    return true
  }

  private fail(rule: string): never {
    throw new QueryError('invalid_pattern', this.at, rule)
  }
}
