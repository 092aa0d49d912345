/** Where the rows of a plan are: the objects that have some, in order, and how many. */
export interface RowIndex {
  /** Objects with rows. */
  readonly objects: number
  readonly rows: number
  /** Bytes that it takes. */
  readonly size: number
  ids(): string[]
  /** The first object that has a row from this one on, as a place among `ids`, and how many of its own come before. */
  placeOf(row: number): { place: number; before: number }
  /** Some of the ids, beginning with the one at a place. */
  idsFrom(place: number, count: number): string[]
  /** Slugs that the plan gave the object at a place, in the order in which its step asked for them. */
  slugsAt(place: number): string[]
}

const ID_LENGTH = 24
/** Bytes of a text beside its letters. */
const TEXT = 32
/** What no slug has in it. */
const BETWEEN = '/'

/** Collects an index: 32 bytes an object, however many rows it has, and the slugs of those that get one. */
export function collectRowIndex() {
  const found: string[] = []
  const ends: number[] = []
  const slugs: string[] = []
  let rows = 0

  return {
    add(id: string, count: number, given: readonly string[] = []): void {
      rows += count
      if (given.length > 0) slugs[found.length] = given.join(BETWEEN)
      found.push(id)
      ends.push(rows)
    },
    close: (): RowIndex => packed(found.join(''), Float64Array.from(ends), slugs),
  }
}

/** @param ends for each object, how many rows there are up to its last one */
function packed(text: string, ends: Float64Array, slugs: readonly string[]): RowIndex {
  const idsFrom = (place: number, count: number) => {
    const ids: string[] = []
    for (let at = place; at < Math.min(place + count, ends.length); at += 1) {
      ids.push(text.slice(at * ID_LENGTH, (at + 1) * ID_LENGTH))
    }
    return ids
  }
  const own = slugs.reduce((bytes, given) => bytes + given.length + TEXT, 0)
  return {
    objects: ends.length,
    rows: ends.at(-1) ?? 0,
    size: text.length + ends.byteLength + own,
    ids: () => idsFrom(0, ends.length),
    idsFrom,
    placeOf(row) {
      let [low, high] = [0, ends.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ends[middle] ?? 0) <= row) low = middle + 1
        else high = middle
      }
      return { place: low, before: row - (ends[low - 1] ?? 0) }
    },
    slugsAt: (place) => slugs[place]?.split(BETWEEN) ?? [],
  }
}
