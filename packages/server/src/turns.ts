/** Runs tasks with the same key one after another, and tasks with different keys in parallel. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key) ?? Promise.resolve()
    // The previous task may have failed; its own caller handles that.
    const mine = before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
