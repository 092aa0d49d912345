/** An element gives way to what it holds. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** An element with another tag and the same content; its attributes are dropped. */
export function rename(element: Element, tag: string): Element {
  const renamed = document.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

/** Wraps the content of an element. */
export function wrapContent(element: Element, tag: string): void {
  const wrapper = document.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}
