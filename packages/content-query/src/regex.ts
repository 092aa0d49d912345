import type { RegexFlags } from './ast.ts'
import { fold } from './fold.ts'
import { type CharSet, type Piece, literalOf, parsePattern } from './pattern.ts'

export interface Matcher {
  /** The text that must occur, folded when the flags say so; undefined when the pattern says more. */
  literal: string | undefined
  test: (text: string) => boolean
}

const compiled = new Map<string, Matcher>()
const remembered = 200

/**
 * Compiles a pattern of the subset of `parsePattern`. Matching takes time proportional to text × pattern
 * at worst: all states advance together over the text, nothing is ever tried twice.
 * @throws QueryError when the pattern is not of the subset.
 */
export function compileRegex(pattern: string, flags: RegexFlags): Matcher {
  const name = `${flags}/${pattern}`
  const known = compiled.get(name)
  if (known) return known
  const matcher = build(pattern, flags === 'i')
  if (compiled.size >= remembered) compiled.clear()
  compiled.set(name, matcher)
  return matcher
}

function build(pattern: string, folding: boolean): Matcher {
  const branches = parsePattern(pattern)
  const prepare = folding ? fold : (text: string) => text
  const plain = literalOf(branches)
  if (plain !== undefined) {
    const literal = prepare(plain)
    return { literal, test: (text) => prepare(text).includes(literal) }
  }
  const program: Instruction[] = []
  const entries = branches.map((branch) => {
    const at = program.length
    for (const piece of branch.pieces) addPiece(program, piece, folding)
    program.push(branch.end ? { kind: 'end' } : { kind: 'match' })
    return { at, start: branch.start }
  })
  return { literal: undefined, test: (text) => run(program, entries, prepare(text)) }
}

type Instruction =
  | { kind: 'char'; accepts: (codePoint: number) => boolean }
  /** Goes on at both places. */
  | { kind: 'split'; to: number; or: number }
  | { kind: 'match' }
  /** Matches at the end of the text only. */
  | { kind: 'end' }

function addPiece(program: Instruction[], { set, min, many }: Piece, folding: boolean): void {
  const tests = acceptors(set, folding)
  const first = program.length + (min === 0 ? 1 : 0)
  const after = first + tests.length + (many ? 1 : 0)
  if (min === 0) program.push({ kind: 'split', to: first, or: after })
  for (const accepts of tests) program.push({ kind: 'char', accepts })
  if (many) program.push({ kind: 'split', to: first, or: after })
}

/** One test a character; a folded letter may have become several (`ß` is `ss`). */
function acceptors(set: CharSet, folding: boolean): ((codePoint: number) => boolean)[] {
  if (set.kind === 'char') {
    return Array.from(folding ? fold(set.char) : set.char, (char) => {
      const wanted = char.codePointAt(0)
      return (codePoint: number) => codePoint === wanted
    })
  }
  const { negated, ranges } = set
  const within = (codePoint: number) =>
    ranges.some(([from, to]) => codePoint >= from && codePoint <= to)
  if (!folding) return [(codePoint) => within(codePoint) !== negated]
  return [(codePoint) => cases(codePoint).some(within) !== negated]
}

/** A folded character and its upper case, for classes such as `[A-Z]`. */
function cases(codePoint: number): readonly number[] {
  const upper = String.fromCodePoint(codePoint).toUpperCase()
  const first = upper.codePointAt(0) ?? codePoint
  return upper.length === String.fromCodePoint(first).length ? [codePoint, first] : [codePoint]
}

interface Entry {
  at: number
  start: boolean
}

function run(program: readonly Instruction[], entries: readonly Entry[], text: string): boolean {
  const stepOf = new Int32Array(program.length).fill(-1)
  let states: number[] = []
  let step = 0

  // Follows splits from a state; true when the text matches up to here.
  const enter = (from: number, into: number[], atEnd: boolean): boolean => {
    const open = [from]
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (stepOf[state] === step) continue
      stepOf[state] = step
      const instruction = program[state]
      if (instruction?.kind === 'split') open.push(instruction.or, instruction.to)
      else if (instruction?.kind === 'char') into.push(state)
      else if (instruction?.kind === 'match' || atEnd) return true
    }
    return false
  }

  for (let at = 0; ;) {
    const atEnd = at >= text.length
    for (const entry of entries) {
      if ((!entry.start || at === 0) && enter(entry.at, states, atEnd)) return true
    }
    if (atEnd || (states.length === 0 && entries.every((entry) => entry.start))) return false
    const codePoint = text.codePointAt(at) ?? 0
    at += codePoint > 0xffff ? 2 : 1
    step++
    const next: number[] = []
    for (const state of states) {
      const instruction = program[state]
      if (instruction?.kind !== 'char' || !instruction.accepts(codePoint)) continue
      if (enter(state + 1, next, at >= text.length)) return true
    }
    states = next
  }
}
