/** Returns a generator of numbers from 0 to 1 that its seed determines (mulberry32). */
export function createChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The latest moment of a death, as a share of the lifetime. Some deaths come after the end. */
const BEYOND = 1.15

/**
 * Returns the times at which to kill a server, as fractions of a job's life: one in each of `count` equal parts from
 * its start to after its end, so that any number is spread evenly. They are in random order.
 */
export function momentsOf(count: number, chance: () => number): number[] {
  const moments = Array.from({ length: count }, (_, part) => ({
    moment: (BEYOND * (part + chance())) / count,
    place: chance(),
  }))
  return moments.toSorted((a, b) => a.place - b.place).map(({ moment }) => moment)
}
