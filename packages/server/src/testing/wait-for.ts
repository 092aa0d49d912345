/**
 * Waits until something holds. The limit is for what never comes to hold: a busy machine takes its time.
 * @throws when it does not within the time limit, with the last state seen
 */
export async function waitFor<T>(
  look: () => Promise<T> | T,
  isThere: (state: T) => boolean,
  limitMs = 60_000,
): Promise<T> {
  const until = Date.now() + limitMs
  for (;;) {
    const state = await look()
    if (isThere(state)) return state
    if (Date.now() > until) throw new Error(`Waited in vain; last seen: ${JSON.stringify(state)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
