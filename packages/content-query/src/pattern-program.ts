import { CharacterMap } from './character-map.ts'
import { fold } from './fold.ts'
import type { Branch, CharSet, Piece } from './pattern.ts'

/** Steps for starting a match, and steps per character in addition to those for each word of states. */
const BEGIN = 20
const BASE = 3

/** Characters between two code points, or all others. */
type Ranges = Extract<CharSet, { kind: 'set' }>

/** Optional states, then the states at which a run of 2, 4, 8 and 16 optional states ends. */
type Runs = readonly [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]

/** A running test of one text. */
export interface ProgramRun {
  /**
   * Continues with the next part of the text.
   * @returns whether a match ends in it
   */
  advance(part: string): boolean
  /** Whether no further text can produce a match. */
  readonly isOver: boolean
  /** Whether a match ends at the end of the text. */
  end(): boolean
  /** Returns the number of steps since the last call. */
  takeSteps(): number
}

/**
 * A pattern that advances all its states at once, one bit per state: Navarro and Raffinot, "Flexible Pattern Matching
 * in Strings", chapter 4. The state before a character is the bit below the state after it.
 */
export class PatternProgram {
  readonly #isFolding: boolean
  /** The characters that lead into each state from the one below it; undefined for the first state of a branch. */
  readonly #accepted: (Ranges | undefined)[] = []
  readonly #words: number
  /** The states in which a search begins: at the start of a text, and at every character. */
  readonly #atStart: Int32Array
  readonly #anywhere: Int32Array
  /** States that repeat: the character that leads into them also leads from them to themselves. */
  readonly #repeated: Int32Array
  readonly #optional: Runs
  /** States that are reached together with another state that is not directly below them. */
  readonly #jumps: (readonly [from: number, to: number])[] = []
  readonly #matches: Int32Array
  readonly #matchesAtEnd: Int32Array
  /** Caches of the states that characters lead to, by ASCII character, and by kind of character. */
  readonly #ascii: Int32Array[] = []
  readonly #others = new Map<number, Int32Array>()
  /** Characters between two bounds are of one kind: every range contains either all of them or none. */
  readonly #bounds: Uint32Array

  constructor(branches: readonly Branch[], isFolding: boolean) {
    this.#isFolding = isFolding
    const [atStart, anywhere]: [number[], number[]] = [[], []]
    const [optional, repeated]: [number[], number[]] = [[], []]
    const [matches, matchesAtEnd]: [number[], number[]] = [[], []]

    const addState = (accepts?: Ranges): number => this.#accepted.push(accepts) - 1
    const addPiece = ({ set, min, many }: Piece) => {
      const [first, ...others] = rangesOf(set, isFolding)
      if (others.length === 0) {
        const state = addState(first)
        if (min === 0) optional.push(state)
        if (many) repeated.push(state)
        return
      }
      // A letter that folds to several characters is skipped and repeated as a whole.
      const before = addState()
      optional.push(before)
      const after = [first, ...others].map(addState).at(-1) ?? before
      if (min === 0) this.#jumps.push([before, after])
      if (many) this.#jumps.push([after, before])
    }
    for (const { start, end, pieces } of branches) {
      const first = addState()
      atStart.push(first)
      if (!start) anywhere.push(first)
      for (const piece of pieces) addPiece(piece)
      const last = this.#accepted.length - 1
      if (end) matchesAtEnd.push(last)
      else matches.push(last)
    }

    this.#words = Math.ceil(this.#accepted.length / 32)
    const bits = (states: readonly number[]) => bitsOf(states, this.#words)
    this.#atStart = bits(atStart)
    this.#anywhere = bits(anywhere)
    this.#repeated = bits(repeated)
    this.#matches = bits(matches)
    this.#matchesAtEnd = bits(matchesAtEnd)
    const one = bits(optional)
    const inRow = (states: Int32Array, shift: number) =>
      states.map((word) => word & (word << shift))
    const two = inRow(one, 1)
    const four = inRow(two, 2)
    const eight = inRow(four, 4)
    this.#optional = [one, two, four, eight, inRow(eight, 8)]
    const bounds = this.#accepted.flatMap((accepts) =>
      (accepts?.ranges ?? []).flatMap(([from, to]) => [from, to + 1]),
    )
    this.#bounds = Uint32Array.from(new Set(bounds)).sort()
  }

  begin(): ProgramRun {
    const states = this.#atStart.slice()
    this.#close(states)
    const perCharacter = BASE + this.#words * (1 + this.#jumps.length)
    let steps = BEGIN
    return {
      advance: (part) => {
        const length = this.#advance(states, part)
        steps += length * perCharacter
        return isAny(states, this.#matches)
      },
      get isOver() {
        return states.every((word) => word === 0)
      },
      end: () => isAny(states, this.#matches) || isAny(states, this.#matchesAtEnd),
      takeSteps() {
        const taken = steps
        steps = 0
        return taken
      },
    }
  }

  /**
   * Advances until there is a match, or none can follow.
   * @returns the position at which it stopped, in UTF-16 units
   */
  #advance(states: Int32Array, part: string): number {
    const words = this.#words
    const [ascii, optional] = [this.#ascii, this.#optional]
    const [anywhere, repeated, matches] = [this.#anywhere, this.#repeated, this.#matches]
    if (isAny(states, matches)) return 0
    for (let at = 0; at < part.length; at++) {
      let accepted = ascii[part.charCodeAt(at)]
      if (accepted === undefined) {
        const character = part.codePointAt(at) ?? 0
        if (character > 0xffff) at++
        accepted = this.#statesAfter(character)
      }
      let shifted = 0
      let below = 0
      let live = 0
      let matched = 0
      for (let word = 0; word < words; word++) {
        const state = states[word] as number
        const from = (state << 1) | shifted | (state & (repeated[word] as number))
        shifted = state >>> 31
        let next = (from & (accepted[word] as number)) | (anywhere[word] as number)
        next = addEmptySteps(optional, word, next, below)
        below = next >>> 31
        live |= next
        matched |= next & (matches[word] as number)
        states[word] = next
      }
      if (this.#jumps.length > 0) {
        this.#close(states)
        matched = Number(isAny(states, matches))
      }
      if (matched !== 0 || live === 0) return at
    }
    return part.length
  }

  /** Adds the states that are reached without a character. */
  #close(states: Int32Array): void {
    let isMore = true
    while (isMore) {
      let below = 0
      for (let word = 0; word < states.length; word++) {
        states[word] = addEmptySteps(this.#optional, word, states[word] as number, below)
        below = (states[word] as number) >>> 31
      }
      isMore = false
      for (const [from, to] of this.#jumps) {
        if (!has(states, from) || has(states, to)) continue
        add(states, to)
        isMore = true
      }
    }
  }

  /** Returns the states that a character leads to. */
  #statesAfter(character: number): Int32Array {
    const upper = this.#isFolding ? (upperCase.one(character) ?? character) : character
    const kind = this.#kindOf(character) * (this.#bounds.length + 1) + this.#kindOf(upper)
    let states = this.#others.get(kind)
    if (!states) {
      const isAccepted = (state: number) => {
        const ranges = this.#accepted[state]
        return ranges !== undefined && isIn(ranges, character, upper)
      }
      states = bitsOf([...this.#accepted.keys()].filter(isAccepted), this.#words)
      this.#others.set(kind, states)
    }
    if (character < 128) this.#ascii[character] = states
    return states
  }

  /** Returns the number of bounds up to a character. */
  #kindOf(character: number): number {
    let [low, high] = [0, this.#bounds.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#bounds[middle] ?? 0) <= character) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** For classes such as `[A-Z]`, since folded characters are in lower case. */
const upperCase = new CharacterMap((character) => character.toUpperCase())

const isIn = ({ negated, ranges }: Ranges, character: number, upper: number): boolean =>
  ranges.some(
    ([from, to]) => (character >= from && character <= to) || (upper >= from && upper <= to),
  ) !== negated

/** Returns one set per character; a folded letter may have become several characters (`ß` is `ss`). */
function rangesOf(set: CharSet, isFolding: boolean): readonly Ranges[] {
  if (set.kind === 'set') return [set]
  return Array.from(isFolding ? fold(set.char) : set.char, (char) => {
    const character = char.codePointAt(0) ?? 0
    return { kind: 'set', negated: false, ranges: [[character, character]] }
  })
}

/** Adds the states of a word that are reached without a character. Five steps cover a run of any length. */
function addEmptySteps(
  [one, two, four, eight, sixteen]: Runs,
  word: number,
  states: number,
  below: number,
): number {
  const first = one[word] as number
  if (first === 0) return states
  let all = states | (first & ((states << 1) | below))
  all |= (two[word] as number) & (all << 2)
  all |= (four[word] as number) & (all << 4)
  all |= (eight[word] as number) & (all << 8)
  return all | ((sixteen[word] as number) & (all << 16))
}

function bitsOf(states: readonly number[], words: number): Int32Array {
  const bits = new Int32Array(words)
  for (const state of states) add(bits, state)
  return bits
}

function add(bits: Int32Array, state: number): void {
  bits[state >> 5] = (bits[state >> 5] ?? 0) | (1 << (state & 31))
}

const has = (bits: Int32Array, state: number): boolean =>
  (((bits[state >> 5] ?? 0) >> (state & 31)) & 1) === 1

function isAny(states: Int32Array, targets: Int32Array): boolean {
  for (let word = 0; word < targets.length; word++) {
    if (((states[word] as number) & (targets[word] as number)) !== 0) return true
  }
  return false
}
