/** What to tell of it. */
export const MISSING_CODE =
  'A part of the dashboard could not be fetched. Reload the page: the server may have a newer version.'

/**
 * Whether an error says that code did not arrive: the network failed, or the server has a newer version whose files
 * have other names. A browser then refuses the same file for as long as its page lives, so that only a reload helps.
 */
export function isMissingCode(error: unknown): boolean {
  // In the words of Chromium, Firefox and Safari.
  return (
    error instanceof TypeError &&
    /dynamically imported module|Importing a module script failed/i.test(error.message)
  )
}
