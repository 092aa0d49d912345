const KEY = 'typecase-scroll'
/** Milliseconds in which a page that renders in the browser grows to its former length. */
const PATIENCE = 3_000

/** Reloads the page, which keeps its scroll position. */
export function reloadInPlace(): void {
  try {
    sessionStorage.setItem(KEY, String(scrollY))
  } catch {
    // Some browsers have no storage for frames: the page is reloaded all the same.
  }
  location.reload()
}

/** Scrolls a page to where it was when it was reloaded. @returns whether it was */
export function scrollBack(): boolean {
  const top = formerPosition()
  if (top === null) return false
  const end = performance.now() + PATIENCE
  const scroll = () => {
    scrollTo({ top, behavior: 'instant' })
    if (scrollY < top - 1 && performance.now() < end) requestAnimationFrame(scroll)
  }
  scroll()
  return true
}

function formerPosition(): number | null {
  try {
    const stored = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return stored === null ? null : Number(stored)
  } catch {
    return null
  }
}
