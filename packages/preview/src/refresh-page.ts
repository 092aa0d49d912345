let requests = 0

/**
 * Updates a page without `onChange`: fetches it again and changes what differs. Nodes are reused where possible, which
 * preserves the focus and all scroll positions. If the page cannot be fetched, it stays unchanged.
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
    // Setting the same address would load an image again.
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  const nodes = [...element.childNodes]
  const children = [...next.childNodes]
  // Match from the end first, so that nodes after an insertion are reused.
  let end: ChildNode | null = null
  for (;;) {
    const [node, child] = [nodes.at(-1), children.at(-1)]
    if (!node || !child || contentOf(node) !== contentOf(child)) break
    adapt(node, child)
    end = node
    nodes.pop()
    children.pop()
  }
  for (const [index, child] of children.entries()) {
    const following = children.length - index - 1
    let node = nodes.shift()
    while (node && node.nodeName !== child.nodeName && nodes.length > following) {
      node.remove()
      node = nodes.shift()
    }
    if (!node) element.insertBefore(child, end)
    else if (node.nodeName === child.nodeName) adapt(node, child)
    else if (nodes.length === following) node.replaceWith(child)
    else {
      node.before(child)
      nodes.unshift(node)
    }
  }
  for (const node of nodes) node.remove()
}

function adapt(node: ChildNode, child: ChildNode): void {
  if (node instanceof Element && child instanceof Element) morph(node, child)
  else if (node.nodeValue !== child.nodeValue) node.nodeValue = child.nodeValue
}

/** Returns name and text of a node, without marks: those in the page have been removed already. */
const contentOf = ({ nodeName, textContent }: Node): string =>
  nodeName + (textContent ?? '').replaceAll(/[\u200B-\u200D\uFEFF]/g, '')
