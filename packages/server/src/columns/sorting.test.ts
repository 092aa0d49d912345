import { setImmediate } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { nextSlice, sliceIsOver } from './sorting.ts'

/** Busy-waits for `ms`, independent of the machine's speed. */
function spin(ms: number): void {
  for (const start = performance.now(); performance.now() - start < ms;);
}

test('tasks that wait at the same time share a slice', async () => {
  let turn = 0
  const turns: number[] = []
  const works = Array.from({ length: 30 }, async () => {
    while (sliceIsOver()) await nextSlice()
    spin(5)
    turns.push(turn)
  })
  const isOver = Promise.all(works).then(() => true)
  while (!(await Promise.race([isOver, setImmediate(false)]))) turn++
  const inOneTurn = Map.groupBy(turns, (at) => at).values()
  // Two tasks start before a slice ends, the third does not; on a busy machine, several slices may fit between two
  // turns.
  expect(Math.max(...[...inOneTurn].map(({ length }) => length))).toBeLessThanOrEqual(10)
  expect(turns).toHaveLength(30)
})

test('long work in many slices delays others by only one slice', async () => {
  let slices = 0
  const goOn = async () => {
    for (let slice = 0; slice < 20; slice++) {
      while (sliceIsOver()) await nextSlice()
      spin(10)
      slices++
    }
  }
  const long = [goOn(), goOn()]
  await nextSlice()
  const before = slices
  while (sliceIsOver()) await nextSlice()
  expect(slices - before).toBeLessThanOrEqual(4)
  await Promise.all(long)
})
