/**
 * Makes the router follow links and rows of the design system, which React Aria marks. The browser handles all other
 * links, such as files of the server, and links that open a tab or download. @returns stop
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
  // Uses the capture phase, because React Aria stops the propagation of its clicks.
  document.addEventListener('click', handleClick, { capture: true })
  return () => document.removeEventListener('click', handleClick, { capture: true })
}
