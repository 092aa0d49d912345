import { setImmediate } from 'node:timers/promises'

import { vi } from 'vitest'

import { nextSlice } from './sorting.ts'

/** So long a look at the clock takes: every second one finds a slice over. */
const LOOK = 5

/** Counts the turns of other work during `work`, with a clock that advances at each look. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += LOOK))
  let turns = 0
  const isOver = work().then(() => true)
  try {
    while (!(await Promise.race([isOver, setImmediate(false)]))) turns++
  } finally {
    clock.mockRestore()
    // The slice that is going on began in the future: the next test would wait for it to be over.
    await nextSlice()
  }
  return turns
}
