/** Where the matches of a search are: the objects that have some, in order, and how many. */
export interface MatchIndex {
  /** Objects with matches. */
  readonly objects: number
  readonly matches: number
  /** Bytes that it takes. */
  readonly size: number
  ids(): string[]
  /** The first object that has a match from this one on, as a place among `ids`, and how many of its own come before. */
  placeOf(match: number): { place: number; before: number }
  /** Some of the ids, beginning with the one at a place. */
  idsFrom(place: number, count: number): string[]
}

const ID_LENGTH = 24

/** Collects an index: 32 bytes an object, however many matches it has. */
export function collectMatchIndex() {
  const found: string[] = []
  const ends: number[] = []
  let matches = 0

  return {
    add(id: string, count: number): void {
      matches += count
      found.push(id)
      ends.push(matches)
    },
    close: (): MatchIndex => packed(found.join(''), Float64Array.from(ends)),
  }
}

/** @param ends for each object, how many matches there are up to its last one */
function packed(text: string, ends: Float64Array): MatchIndex {
  const idsFrom = (place: number, count: number) => {
    const ids: string[] = []
    for (let at = place; at < Math.min(place + count, ends.length); at += 1) {
      ids.push(text.slice(at * ID_LENGTH, (at + 1) * ID_LENGTH))
    }
    return ids
  }
  return {
    objects: ends.length,
    matches: ends.at(-1) ?? 0,
    size: text.length + ends.byteLength,
    ids: () => idsFrom(0, ends.length),
    idsFrom,
    placeOf(match) {
      let [low, high] = [0, ends.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ends[middle] ?? 0) <= match) low = middle + 1
        else high = middle
      }
      return { place: low, before: match - (ends[low - 1] ?? 0) }
    },
  }
}
