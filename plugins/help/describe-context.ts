/** Returns the name of the dialog or page with the focus. */
export function describeContext(focused: Element | null): string {
  const dialog = focused?.closest('[role="dialog"], [role="alertdialog"]')
  if (dialog) return nameOf(dialog) ?? 'This dialog'
  const heading = document.querySelector('main h1')?.textContent?.trim()
  return heading ? heading : 'This page'
}

function nameOf(dialog: Element): string | undefined {
  const label = dialog.getAttribute('aria-labelledby')
  const title = label && document.getElementById(label)?.textContent?.trim()
  return title || dialog.getAttribute('aria-label') || undefined
}
