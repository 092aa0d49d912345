/** Says in a sentence why something cannot be done now. Its user reads it; the plugin that throws it works. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code = 'refused'
}

/** Errors a browser throws because of the user, a permission or a full disk. */
const byBrowser = ['NotAllowedError', 'AbortError', 'QuotaExceededError']

/**
 * Whether an error was foreseen: a refusal, or what the server answered. All of these have a code; an error
 * without one is a mistake in the code that threw it.
 */
export function isExpected(error: unknown): boolean {
  if (error instanceof DOMException) return byBrowser.includes(error.name)
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
