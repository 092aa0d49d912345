/** Returns the message for code that could not be fetched. Offline it suggests no reload, which would lose the page. */
export function describeMissingCode(): string {
  return navigator.onLine
    ? 'A part of the dashboard could not be fetched. Reload the page: the server may have a newer version.'
    : 'A part of the dashboard could not be fetched, since you are offline. Try again once you are back.'
}

/**
 * Whether an error says that code could not be fetched: the network failed, or the server has a newer version whose
 * files have other names. Some browsers then refuse the same file until the page is reloaded; others can fetch it
 * again.
 */
export function isMissingCode(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The messages of Chromium, Firefox and Safari, and that of the bundler, which fetches styles along with the code.
  return error instanceof TypeError
    ? /dynamically imported module|Importing a module script failed/i.test(error.message)
    : error.message.startsWith('Unable to preload CSS')
}

/** Reloads the page to get code that the server no longer has. Does nothing while the server cannot be reached. */
export async function reloadForCode(): Promise<void> {
  try {
    const { ok } = await fetch(location.href, { cache: 'no-store' })
    if (ok) location.reload()
  } catch {
    // The current page is better than the browser's error page.
  }
}
