import { useLayoutEffect, useRef } from 'react'
import styles from './fade-out.module.css'

/**
 * Inside an overlay: lets what it looked like fade out after React has removed it. The overlay itself is gone at once, so
 * that the focus is back before the next key.
 */
export function FadeOut() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const overlay = overlayAround(mark.current)
    return () => {
      if (!overlay) return
      // Still in the document here: React removes it right after, and with it how far its parts are scrolled.
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

/** Elements that an overlay has added to the body. */
function overlayAround(part: Element | null): HTMLElement | undefined {
  for (let one = part; one; one = one.parentElement)
    if (one.parentElement === document.body && one instanceof HTMLElement) return one
  return undefined
}

function fadeOut(element: HTMLElement): void {
  element.setAttribute('inert', '')
  element.ariaHidden = 'true'
  // Names must not lead here, and frames would load again.
  for (const named of element.querySelectorAll('[id], [for]')) {
    named.removeAttribute('id')
    named.removeAttribute('for')
  }
  for (const frame of element.querySelectorAll('iframe')) frame.remove()
  element.classList.add(styles.out ?? '')
  document.body.append(element)
  const animations = element.getAnimations?.() ?? []
  void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => element.remove())
}
