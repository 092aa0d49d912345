import type { FieldEdit } from './protocol.ts'

/** Matches markup that could run when it is shown, or looks like it: only the site knows what it permits. */
const RISKY =
  /<(script|\w*frame|object|embed|base|link|meta|form|svg)|\s(on|srcdoc)\w*=|="(?!https?:|mailto:)[^"/?#]*:/i

/**
 * Shows unsaved HTML in place of the former content.
 * @param start the element that names the field, or where the search for an element with exactly the former content
 * starts
 */
export function applyHtml(
  start: Element | null,
  isNamed: boolean,
  { source, value, former }: FieldEdit,
): void {
  const template = document.createElement('template')
  const normalize = (html: unknown) => {
    template.innerHTML = String(html)
    return template.innerHTML
  }
  let element = start
  if (!isNamed) {
    const formerHtml = normalize(former).trim()
    while (element && element.innerHTML.trim() !== formerHtml) element = element.parentElement
  }
  const next = normalize(value)
  if (!element || RISKY.test(next) || element.innerHTML === next) return
  // The mark of the field was in the former content, so name the field on the element.
  element.setAttribute('data-typecase', `${source.object}:${source.path}`)
  element.replaceChildren(template.content)
}
