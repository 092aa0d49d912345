/** Milliseconds that presses wait at most for the command before them. */
export const HELD_FOR = 1000
/** More than a hand presses in that time; what comes beyond is no wish but a key that is stuck. */
const MOST = 20

/** Presses that came while the command of an earlier one is still at work, in their order. */
export interface PressQueue {
  readonly isHolding: () => boolean
  /** Whether presses wait in it. */
  readonly hasPresses: () => boolean
  readonly add: (event: KeyboardEvent) => void
  /** Holds what is pressed from now on until the work has settled, or has taken too long to wait for. */
  readonly hold: (work: Promise<unknown>) => void
}

/**
 * Keeps fast hands right on slow machines: Mod+A and at once Delete must delete what Mod+A selects, also when the
 * code of "select all" has yet to be fetched.
 */
export function createPressQueue(replay: (event: KeyboardEvent) => void): PressQueue {
  let waiting: KeyboardEvent[] = []
  let current: symbol | undefined
  const isHolding = (): boolean => current !== undefined

  function release(mine: symbol): void {
    if (current !== mine) return
    current = undefined
    // A press that is replayed may hold those behind it again.
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
      if (waiting.length < MOST) waiting.push(event)
    },
    hold(work) {
      const mine = Symbol('held')
      current = mine
      const limit = setTimeout(release, HELD_FOR, mine)
      const settled = (): void => {
        clearTimeout(limit)
        // Changed facts are set only after the next render.
        setTimeout(release, 0, mine)
      }
      work.then(settled, settled)
    },
  }
}
