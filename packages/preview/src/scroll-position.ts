const KEY = 'typecase-scroll'
/** How long a page that renders in the browser may take to grow to its former length, in ms. */
const PATIENCE = 3_000

/** Reloads the page and stores its scroll position for `scrollBack`. */
export function reloadInPlace(): void {
  try {
    sessionStorage.setItem(KEY, String(scrollY))
  } catch {
    // Some browsers have no storage in frames; reload anyway.
  }
  location.reload()
}

/** Scrolls a reloaded page to its former position. @returns whether it was reloaded by `reloadInPlace` */
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
