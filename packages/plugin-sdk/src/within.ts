/** How long a lazily loaded part of a plugin may take to arrive or to start, in ms. */
export const LOAD_TIMEOUT = 10_000

/** A part of a plugin did not respond in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/**
 * Calls `load` and rejects if it has not settled in time. An exception counts as a rejection.
 * @param what names the part in the message: `The panel comments.thread`
 */
export async function within<T>(
  load: () => T | Promise<T>,
  what: string,
  timeout: number = LOAD_TIMEOUT,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`${what} did not answer within ${timeout / 1000} seconds`)),
      timeout,
    )
  })
  try {
    return await Promise.race([Promise.resolve().then(load), expiry])
  } finally {
    clearTimeout(timer)
  }
}
