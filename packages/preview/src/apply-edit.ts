import type { SourcePart } from './decode.ts'
import { elementOf, type PageSource } from './page-sources.ts'
import type { FieldEdit } from './protocol.ts'

/** Parts of text nodes whose start is exact, not only their end. */
const exact = new WeakSet<SourcePart>()

/**
 * Shows an unsaved value. Content that the page computes from a value, such as the text of Markdown, changes only when
 * the value is saved.
 */
export function applyEdit(one: PageSource, edit: FieldEdit): void {
  const { node, part, after = [] } = one
  const { value, former } = edit
  if (edit.isHtml) {
    // Loaded with the first edit of HTML, so the script stays small for pages without any.
    const start = elementOf(one)
    void import('./apply-html.ts').then(({ applyHtml }) => applyHtml(start, !part, edit))
    return
  }
  if (node instanceof Text) {
    if (part && typeof value === 'string') replacePart(node, [part, ...after], value, former)
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
  former = '',
): void {
  if (!exact.has(part)) {
    // The site shows the value in another form.
    if (!former || !node.data.slice(part.start, part.end).endsWith(former)) return
    part.start = part.end - former.length
    exact.add(part)
  }
  const { start, end } = part
  // Writing the same text again would lose its selection.
  if (node.data.slice(start, end) === value) return
  node.data = node.data.slice(0, start) + value + node.data.slice(end)
  part.end = start + value.length
  for (const other of after) {
    other.start += part.end - end
    other.end += part.end - end
  }
}

/** @param value of a file field: `{ url, alt_text }` */
function showPicture(image: HTMLImageElement, value: unknown): void {
  const { url, alt_text } = Object(value) as { url?: string; alt_text?: string | null }
  if (!url) return
  // Keep the size and format that the page requests.
  const [, query] = image.src.split('?')
  const next = query && !url.includes('?') ? `${url}?${query}` : url
  image.removeAttribute('srcset')
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove()
  // Setting the same address would load the image again.
  if (image.src !== next) image.src = next
  image.alt = alt_text ?? ''
}
