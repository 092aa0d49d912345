/** A start tag with its attributes; a `>` within quotes does not end it. */
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi
const STYLE = /\sstyle(?=\s*=)/gi
/** Style sheets of the program that was copied from. */
const SHEET = /<style[\s\S]*?<\/style>/gi

const KEPT = 'data-pasted-style'

/** Marks that programs write as styles, such as Google Docs, by what their style says. */
const marks: readonly [tag: string, says: RegExp][] = [
  ['strong', /font-weight:\s*(bold|[6-9]00)/i],
  ['em', /font-style:\s*italic/i],
  ['u', /text-decoration[^;]*underline/i],
  ['s', /text-decoration[^;]*line-through/i],
]

/**
 * HTML from another program, without its styles: the content security policy refuses those as soon as the browser reads
 * them. What they say of the text is said by tags, which a text keeps.
 */
export function cleanPasted(html: string): string {
  const unstyled = html
    .replaceAll(SHEET, '')
    .replaceAll(TAG, (tag) => tag.replaceAll(STYLE, ` ${KEPT}`))
  const { body } = new DOMParser().parseFromString(unstyled, 'text/html')
  for (const element of body.querySelectorAll(`[${KEPT}]`)) {
    const style = element.getAttribute(KEPT) ?? ''
    element.removeAttribute(KEPT)
    // Google Docs wraps everything into a <b> that is not bold.
    if (element.localName === 'b' && /font-weight:\s*(normal|400)/i.test(style))
      element.replaceWith(...element.childNodes)
    else markAs(element, style)
  }
  return body.innerHTML
}

function markAs(element: Element, style: string): void {
  for (const [tag, says] of marks) {
    // Links are underlined everywhere, which says nothing.
    if (!says.test(style) || (tag === 'u' && element.closest('a'))) continue
    const mark = document.createElement(tag)
    mark.append(...element.childNodes)
    element.append(mark)
  }
}
