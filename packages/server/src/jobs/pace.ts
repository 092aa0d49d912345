/**
 * Bounds of a chunk's size. The minimum makes a commit worthwhile; the maximum limits the first chunk after cheap ones.
 */
const MIN_CHUNK = 25
const MAX_CHUNK = 1000

/** The current chunk size, adjusted to measured times. */
export interface Pace {
  readonly size: number
  /** Reports how long a chunk of `count` objects took. */
  took(count: number, ms: number): void
  /** Estimates the time for `count` objects in ms, from the measurements so far. */
  estimate(count: number): number
}

/**
 * Adjusts the chunk size so that a chunk takes about the target time on this machine: a chunk blocks the thread and
 * every other request.
 * @param first size of the first chunk, before anything is measured
 * @param msEach initial estimate of the time per object, in ms
 */
export function createPace(targetMs: number, first: number, msEach: number): Pace {
  let size = first
  let each = msEach
  return {
    get size() {
      return size
    },
    took(count, ms) {
      if (count === 0) return
      // A slower pace counts immediately, a faster one gradually: one long wait is worse than two short ones.
      const now = ms / count
      each = now > each ? now : each + (now - each) / 4
      const target = Math.floor(targetMs / Math.max(each, 1e-3))
      size = Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, target, size * 2))
    },
    estimate: (count) => Math.ceil(count * each),
  }
}

/** How long a scan may delay other requests, in ms, and the number of items in its first chunk. */
const LOOK_MS = 15
const FIRST_LOOK = 50

/**
 * Yields items in chunks, so that other requests get their turn in between.
 * @param next returns the next chunk; empty at the end
 * @param msEach initial estimate of the time per item, in ms
 * @throws the signal's reason
 */
export async function* inChunks<Item>(
  next: (count: number) => readonly Item[] | Promise<readonly Item[]>,
  signal: AbortSignal | undefined,
  msEach: number,
  chunkMs = LOOK_MS,
): AsyncGenerator<readonly Item[]> {
  const pace = createPace(chunkMs, FIRST_LOOK, msEach)
  for (;;) {
    signal?.throwIfAborted()
    const start = performance.now()
    const some = await next(pace.size)
    if (some.length === 0) return
    yield some
    pace.took(some.length, performance.now() - start)
    await new Promise(setImmediate)
  }
}

/** Yields chunks of a list, like `inChunks`. */
export function someOf<Item>(
  all: readonly Item[],
  signal: AbortSignal | undefined,
  msEach: number,
  chunkMs?: number,
): AsyncGenerator<readonly Item[]> {
  let at = 0
  return inChunks((count) => all.slice(at, (at += count)), signal, msEach, chunkMs)
}
