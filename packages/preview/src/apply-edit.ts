import type { SourcePart } from './decode.ts'
import type { PageSource } from './page-sources.ts'

/** Parts of text nodes whose beginning is known, and not only their end. */
const exact = new WeakSet<SourcePart>()

/**
 * Shows a value that is not saved yet. What the page computes from a value, such as the HTML of a long text, waits until it is
 * saved.
 */
export function applyEdit({ node, part, after = [] }: PageSource, value: unknown): void {
  if (node instanceof Text) {
    if (part && typeof value === 'string') replacePart(node, [part, ...after], value)
    return
  }
  const image = node instanceof HTMLImageElement ? node : node.querySelector('img')
  if (image) showPicture(image, value)
  else if (
    !node.firstElementChild &&
    (typeof value === 'string' || isNumber(node.textContent, value))
  )
    node.textContent = String(value)
}

const isNumber = (text: string, value: unknown): boolean =>
  typeof value === 'number' && /^\s*-?[\d.]+\s*$/.test(text)

function replacePart(
  node: Text,
  [part, ...after]: readonly [SourcePart, ...SourcePart[]],
  value: string,
): void {
  const current = node.data.slice(part.start, part.end)
  if (!exact.has(part)) {
    const offset = beginningOf(current, value)
    if (offset === undefined) return
    part.start += offset
    exact.add(part)
  }
  const { start, end } = part
  // A text that is written again loses its selection.
  if (node.data.slice(start, end) === value) return
  node.data = node.data.slice(0, start) + value + node.data.slice(end)
  part.end = start + value.length
  for (const other of after) {
    other.start += part.end - end
    other.end += part.end - end
  }
}

/** Characters of markup or breaks, which the page shows in other ways. */
const MARKUP = /[\n<]|[*_`[\]]\S/
/** Characters that may be before a value in its text node. */
const LONGEST_LEAD = 200

/**
 * Where the former value begins in a text such as `By Ada`, of which only the end is known: where the least has to be
 * replaced.
 * @returns nothing for two texts that have too little in common
 */
function beginningOf(text: string, value: string): number | undefined {
  if (MARKUP.test(value)) return undefined
  let best: number | undefined
  let least = Infinity
  for (let at = 0; at <= Math.min(text.length, LONGEST_LEAD); at += 1) {
    const length = text.length - at
    const most = Math.min(length, value.length)
    let same = 0
    while (same < most && text[at + same] === value[same]) same += 1
    const start = same
    while (same < most && text.at(start - same - 1) === value.at(start - same - 1)) same += 1
    const changed = length + value.length - 2 * same
    const isAlike = 2 * same > value.length || same === text.length
    if (changed < least && isAlike) {
      least = changed
      best = at
    }
  }
  return best
}

/** @param value of a file field: `{ url, alt_text }` */
function showPicture(image: HTMLImageElement, value: unknown): void {
  const { url, alt_text } = Object(value) as { url?: string; alt_text?: string | null }
  if (!url) return
  // The size and format that the page asks for.
  const [, query] = image.src.split('?')
  const next = query && !url.includes('?') ? `${url}?${query}` : url
  image.removeAttribute('srcset')
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove()
  // The same address would be loaded again.
  if (image.src !== next) image.src = next
  image.alt = alt_text ?? ''
}
