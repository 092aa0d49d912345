/**
 * Thrown when something cannot be done now. Its message tells the user why. It does not count as the plugin's fault.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code = 'refused'
}

/** Names of errors that browsers throw because of the user, a permission or a full disk. */
const byBrowser = ['NotAllowedError', 'AbortError', 'QuotaExceededError']

/**
 * Whether an error is expected: a refusal, or an error response of the server. All of these have a code; an error
 * without one is a mistake in the code that threw it.
 */
export function isExpected(error: unknown): boolean {
  if (error instanceof DOMException) return byBrowser.includes(error.name)
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
