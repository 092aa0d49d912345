/** Milliseconds any lazily loaded part of a plugin may take to arrive or to start. */
export const LOAD_TIMEOUT = 10_000

/** Something of a plugin did not answer in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/**
 * Calls `load` and rejects when it has not settled in time; throwing counts as rejecting.
 * @param what names the thing in the message: `The panel comments.thread`
 */
export async function within<T>(
  load: () => T | Promise<T>,
  what: string,
  timeout: number = LOAD_TIMEOUT,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`${what} did not answer within ${timeout / 1000} seconds`)),
      timeout,
    )
  })
  try {
    return await Promise.race([Promise.resolve().then(load), late])
  } finally {
    clearTimeout(timer)
  }
}
