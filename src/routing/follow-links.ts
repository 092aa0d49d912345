/**
 * Has the router follow the links of the design system, which React Aria marks, and those of its rows. Other links, such
 * as to files of the server, and those to a new tab or to be saved stay the browser's. @returns stop
 */
export function followLinks(document: Document, go: (path: `/${string}`) => void): () => void {
  function handleClick(event: MouseEvent): void {
    const { target, defaultPrevented, button, metaKey, ctrlKey, altKey, shiftKey } = event
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || altKey || shiftKey) return
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link?.closest('[data-rac]') || link.hasAttribute('download')) return
    if (link.origin !== document.location.origin || !['', '_self'].includes(link.target)) return
    event.preventDefault()
    go(`/${`${link.pathname}${link.search}${link.hash}`.slice(1)}`)
  }
  // Capturing: React Aria stops the propagation of its clicks.
  document.addEventListener('click', handleClick, { capture: true })
  return () => document.removeEventListener('click', handleClick, { capture: true })
}
