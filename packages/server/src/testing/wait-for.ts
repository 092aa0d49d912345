/**
 * Waits until a condition holds. The limit only catches conditions that never hold, since a busy machine may be slow.
 * @throws when it does not hold within the limit, with the last state
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
