export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Whether somebody chose a theme in this browser (specification section 9 names the key). */
export function hasChosenTheme(): boolean {
  try {
    return localStorage.getItem('theme') !== null
  } catch {
    return false
  }
}

/** The theme that this browser shows: the frame keeps it at the root. */
export const shownTheme = (): Theme =>
  themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system'

/** Calls back when it changes, here or in another tab. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
