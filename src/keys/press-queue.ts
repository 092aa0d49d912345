/** The longest time, in milliseconds, that presses wait for the command before them. */
export const HELD_FOR = 1000
/** More presses than a person makes in that time. Presses beyond this come from a stuck key and are dropped. */
const MAX_PRESSES = 20

/** Presses made while the command of an earlier press is running, in their order. */
export interface PressQueue {
  readonly isHolding: () => boolean
  /** Whether there are presses in the queue. */
  readonly hasPresses: () => boolean
  readonly add: (event: KeyboardEvent) => void
  /** Queues further presses until the work has settled or timed out. */
  readonly hold: (work: Promise<unknown>) => void
}

/**
 * Creates a queue that keeps fast typing correct on slow machines: Mod+A followed by Delete must delete what Mod+A
 * selects, even if the code of “select all” has to be loaded first.
 */
export function createPressQueue(replay: (event: KeyboardEvent) => void): PressQueue {
  let waiting: KeyboardEvent[] = []
  let current: symbol | undefined
  const isHolding = (): boolean => current !== undefined

  function release(mine: symbol): void {
    if (current !== mine) return
    current = undefined
    // A replayed press may cause the queue to hold the following ones again.
    while (!isHolding()) {
      const [next, ...rest] = waiting
      if (!next) return
      waiting = rest
      replay(next)
    }
  }

  return {
    isHolding,
    hasPresses: () => waiting.length > 0,
    add(event) {
      if (waiting.length < MAX_PRESSES) waiting.push(event)
    },
    hold(work) {
      const mine = Symbol('held')
      current = mine
      const limit = setTimeout(release, HELD_FOR, mine)
      const onSettle = (): void => {
        clearTimeout(limit)
        // Changed facts are set only after the next render.
        setTimeout(release, 0, mine)
      }
      work.then(onSettle, onSettle)
    },
  }
}
