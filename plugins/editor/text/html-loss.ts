/** Tags that the editor may replace without a loss. */
const sameTags: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
}

/**
 * Whether an HTML fragment contains all text, tags, attributes and comments of another one. Additional ones, such as a
 * paragraph around the text of a list item, are no loss.
 */
export function keepsAll(source: Element, copy: Element): boolean {
  if (words(source) !== words(copy)) return false
  const counts = inventory(copy)
  for (const [item, count] of inventory(source)) {
    if ((counts.get(item) ?? 0) < count) return false
  }
  return true
}

function words(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, '')
}

/** Counts each comment, each tag, and each attribute with its value. */
function inventory(root: Element): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (item: string): void => void counts.set(item, (counts.get(item) ?? 0) + 1)
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT)
  while (nodes.nextNode()) {
    const node = nodes.currentNode
    if (!(node instanceof Element)) {
      add(`<!--${node.nodeValue}-->`)
      continue
    }
    const tag = sameTags[node.localName] ?? node.localName
    if (tag !== 'p' || node.attributes.length > 0) add(tag)
    for (const { name, value } of node.attributes) add(`${tag} ${name}=${value}`)
  }
  return counts
}
