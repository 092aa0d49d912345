import { useLayoutEffect, useRef } from 'react'
import styles from './fade-out.module.css'

/**
 * Inside an overlay, fades the overlay's element out after React has removed it. The overlay itself closes at once, so
 * that the focus is back before the next key press.
 */
export function FadeOut() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const overlay = overlayAround(mark.current)
    return () => {
      if (!overlay) return
      // The overlay is still in the document here. React removes it right after, which resets the inner scroll
      // positions.
      const scrolled = Array.from(overlay.querySelectorAll('*'), (part) => ({
        part,
        top: part.scrollTop,
      })).filter(({ top }) => top > 0)
      queueMicrotask(() => {
        if (overlay.isConnected) return
        fadeOut(overlay)
        for (const { part, top } of scrolled) part.scrollTop = top
      })
    }
  }, [])
  return <span ref={mark} hidden />
}

/** Returns the element that the overlay added to the body. */
function overlayAround(part: Element | null): HTMLElement | undefined {
  for (let one = part; one; one = one.parentElement)
    if (one.parentElement === document.body && one instanceof HTMLElement) return one
  return undefined
}

function fadeOut(element: HTMLElement): void {
  element.setAttribute('inert', '')
  element.ariaHidden = 'true'
  // Ids and labels must not refer to the fading element, and iframes would load again.
  for (const descendant of element.querySelectorAll('[id], [for]')) {
    descendant.removeAttribute('id')
    descendant.removeAttribute('for')
  }
  for (const frame of element.querySelectorAll('iframe')) frame.remove()
  element.classList.add(styles.out ?? '')
  document.body.append(element)
  const animations = element.getAnimations?.() ?? []
  void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => element.remove())
}
