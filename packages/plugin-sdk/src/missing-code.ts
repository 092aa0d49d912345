/** The message for code that is missing. Without a network, reloading would take away what is there. */
export function describeMissingCode(): string {
  return navigator.onLine
    ? 'A part of the dashboard could not be fetched. Reload the page: the server may have a newer version.'
    : 'A part of the dashboard could not be fetched, since you are offline. Try again once you are back.'
}

/**
 * Whether an error says that code did not arrive: the network failed, or the server has a newer version whose files
 * have other names. Some browsers then refuse the same file for as long as the page lives; in others it can be fetched
 * again.
 */
export function isMissingCode(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // In the words of Chromium, Firefox and Safari, and of the bundler, whose styles come with the code.
  return error instanceof TypeError
    ? /dynamically imported module|Importing a module script failed/i.test(error.message)
    : error.message.startsWith('Unable to preload CSS')
}

/** Reloads the page for code that is gone from the server, unless there is no server to reload it from. */
export async function reloadForCode(): Promise<void> {
  try {
    const { ok } = await fetch(location.href, { cache: 'no-store' })
    if (ok) location.reload()
  } catch {
    // The current page is better than the browser's error page.
  }
}
