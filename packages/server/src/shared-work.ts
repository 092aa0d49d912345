/** Runs work once per key and shares the result among all callers who request it at the same time. */
export interface SharedWork<T> {
  /**
   * Joins the running work of this key, or starts it.
   * @param signal aborts when this caller leaves
   * @param start called by the first caller only, who alone gets its synchronous errors; its signal aborts when the
   * last caller has left
   */
  run(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T>
}

interface Running<T> {
  result: Promise<T>
  waiting: number
  stop: AbortController
}

export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Running<T> {
    const stop = new AbortController()
    const work: Running<T> = { result: start(stop.signal), waiting: 0, stop }
    running.set(key, work)
    return work
  }

  function forget(key: string, work: Running<T>): void {
    if (running.get(key) === work) running.delete(key)
  }

  return {
    async run(key, signal, start) {
      signal.throwIfAborted()
      const work = running.get(key) ?? begin(key, start)
      const leave = () => {
        work.waiting -= 1
        if (work.waiting > 0) return
        // A later caller starts again instead of joining work that stops.
        forget(key, work)
        work.stop.abort(signal.reason)
      }
      work.waiting += 1
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await work.result
      } finally {
        signal.removeEventListener('abort', leave)
        forget(key, work)
      }
    },
  }
}
