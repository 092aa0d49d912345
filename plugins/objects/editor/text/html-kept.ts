/** Tags that the editor may write differently without a loss. */
const sameTags: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  s: 'del',
  strike: 'del',
}

/**
 * Whether an HTML fragment holds all text, tags and attributes of another one. More of them, such as
 * a paragraph around the text of a list item, is no loss.
 */
export function keepsAll(source: Element, kept: Element): boolean {
  if (words(source) !== words(kept)) return false
  const there = inventory(kept)
  for (const [item, count] of inventory(source)) {
    if ((there.get(item) ?? 0) < count) return false
  }
  return true
}

function words(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, '')
}

/** How often each tag, and each attribute with its value, occurs. */
function inventory(root: Element): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (item: string): void => void counts.set(item, (counts.get(item) ?? 0) + 1)
  for (const element of root.querySelectorAll('*')) {
    const name = element.localName
    const tag = sameTags[name] ?? name
    if (tag !== 'p' || element.attributes.length > 0) add(tag)
    for (const { name: attribute, value } of element.attributes) add(`${tag} ${attribute}=${value}`)
  }
  return counts
}
