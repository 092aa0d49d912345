/**
 * Returns a generator of numbers from 0 to 1 that depend only on the name, so that each picture differs but never
 * changes.
 */
export function seededRandom(name: string): () => number {
  let state = 2_166_136_261
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks one of several values. */
export function oneOf<T>(chance: () => number, of: readonly [T, ...T[]]): T {
  return of[Math.floor(chance() * of.length)] ?? of[0]
}
