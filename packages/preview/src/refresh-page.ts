let requests = 0

/**
 * Brings a page without `onChange` up to date: fetches it again, and changes what is different. Nodes stay where they can, and
 * with them the focus and every scroll position. A page that cannot be read stays as it is.
 */
export async function refreshPage(): Promise<void> {
  requests += 1
  const request = requests
  const answer = await fetch(location.href).catch(() => undefined)
  const html = await answer?.text()
  if (!answer?.ok || request !== requests) return
  const next = new DOMParser().parseFromString(html ?? '', 'text/html')
  document.title = next.title
  morph(document.querySelector('main') ?? document.body, next.querySelector('main') ?? next.body)
}

function morph(element: Element, next: Element): void {
  for (const name of element.getAttributeNames())
    if (!next.hasAttribute(name)) element.removeAttribute(name)
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name) ?? ''
    // An image with the same address would be loaded again.
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  const children = [...next.childNodes]
  for (const extra of [...element.childNodes].slice(children.length)) extra.remove()
  for (const [index, child] of children.entries()) {
    const current = element.childNodes[index]
    if (!current) element.append(child)
    else if (current.nodeName !== child.nodeName) current.replaceWith(child)
    else if (current instanceof Element && child instanceof Element) morph(current, child)
    else if (current.nodeValue !== child.nodeValue) current.nodeValue = child.nodeValue
  }
}
