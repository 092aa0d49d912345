import { setImmediate } from 'node:timers/promises'

import { vi } from 'vitest'

import { nextSlice } from './sorting.ts'

/** How far each reading advances the clock, in ms: every second reading finds the slice over. */
const LOOK = 5

/** Counts the turns that other work gets during `work`, with a clock that advances at each reading. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += LOOK))
  let turns = 0
  const isOver = work().then(() => true)
  try {
    while (!(await Promise.race([isOver, setImmediate(false)]))) turns++
  } finally {
    clock.mockRestore()
    // The mocked clock ran ahead, so the current slice would not end before the next test. Start a new one.
    await nextSlice()
  }
  return turns
}
