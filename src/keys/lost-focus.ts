import { closestOf, innermost } from './focus.ts'

const places = '[role="dialog"], [role="alertdialog"], main'

/**
 * Gives the focus to the page, or to the dialog, when what has it is removed: the next letters would be typed into
 * nothing, and a screen reader would begin anew. Whoever has a better place for it comes first. @returns stop
 */
export function recoverFocus(document: Document): () => void {
  /** What has the focus, and what is around it. */
  let path: readonly EventTarget[] = []

  const isLost = (): boolean => {
    const [last] = path
    return last instanceof Element && !last.isConnected && document.activeElement === document.body
  }

  function recover(): void {
    if (!isLost()) return
    const around = path.find((one) => one instanceof Element && one.isConnected)
    path = []
    const inner = around instanceof Element ? closestOf(around, places) : null
    const place = inner ?? document.querySelector('main')
    if (!(place instanceof HTMLElement)) return
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(() => {
    // React Aria gives the focus back a frame after a dialog has gone.
    if (isLost()) requestAnimationFrame(() => requestAnimationFrame(recover))
  })
  const remember = (event: FocusEvent): void => {
    path = innermost(event) === document.body ? [] : event.composedPath()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}
