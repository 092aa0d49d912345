import { readSources, type SourcePart } from './decode.ts'
import type { FieldSource } from './protocol.ts'

const ATTRIBUTES = ['alt', 'title']
const BY_HAND = 'data-typecase'
/** Elements to skip: data that pages pass to their scripts must not change. */
const SCRIPTS = 'script,style,noscript,template,textarea'

/** A text or element of the page, and the field that it shows. */
export interface PageSource {
  readonly source: FieldSource
  readonly node: Text | Element
  /** The part of the text node that shows the field. */
  readonly part?: SourcePart
  /** The parts that follow it in the same node. */
  readonly after?: readonly SourcePart[]
}

export const keyOf = ({ object, path }: FieldSource): string => `${object}:${path}`

export interface PageSources {
  /** Returns the nodes that show fields, in the order of the page. */
  list(): PageSource[]
  /** Changes the page without treating it as a change by the site. */
  change(work: () => void): void
  stop(): void
}

/**
 * Finds the sources in a page and removes their marks, so that copied texts are clean. Follows changes of the page.
 * @param onScan called after a part of the page was read
 */
export function watchSources(onScan: () => void): PageSources {
  const texts = new WeakMap<Node, SourcePart[]>()
  const elements = new WeakMap<Element, FieldSource>()

  function readText(node: Text): void {
    const read = readSources(node.data)
    if (!read) return
    node.data = read.text
    texts.set(node, read.parts)
  }

  function readAttributes(element: Element): void {
    for (const name of ATTRIBUTES) {
      const read = readSources(element.getAttribute(name) ?? '')
      if (!read) continue
      element.setAttribute(name, read.text)
      elements.set(element, read.source)
    }
  }

  function read(root: Node): void {
    for (const node of nodesBelow(root)) {
      if (node instanceof Text) readText(node)
      else readAttributes(node)
    }
  }

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') addedNodes.forEach(read)
      else if (target instanceof Element) readAttributes(target)
      else if (!target.parentElement?.closest(SCRIPTS)) {
        // The site's new text may have no source.
        texts.delete(target)
        read(target)
      }
    }
    // Discard the records of removing the marks.
    observer.takeRecords()
    onScan()
  })
  read(document.documentElement)
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: [...ATTRIBUTES, BY_HAND],
  })

  return {
    list: () =>
      nodesBelow(document.body).flatMap((node): PageSource[] => {
        if (node instanceof Text)
          return (texts.get(node) ?? []).map((part, at, parts) => ({
            node,
            part,
            after: parts.slice(at + 1),
            source: part.source,
          }))
        const [, object, path] = /^(\w+):(.+)$/.exec(node.getAttribute(BY_HAND) ?? '') ?? []
        const source = object && path ? { object, path } : elements.get(node)
        return source ? [{ node, source }] : []
      }),
    change(work) {
      work()
      observer.takeRecords()
    },
    stop: () => observer.disconnect(),
  }
}

/** Returns the elements and texts below a root, and the root itself. */
function nodesBelow(root: Node): (Element | Text)[] {
  const nodes: (Element | Text)[] = []
  const visit = (node: Node) => {
    const isRead = node instanceof Element ? !node.matches(SCRIPTS) : node instanceof Text
    if (!isRead) return
    nodes.push(node as Element | Text)
    node.childNodes.forEach(visit)
  }
  visit(root)
  return nodes
}

/** Returns its rectangle in the window; undefined if it is not visible. */
export function rectOf({ node, part }: PageSource): DOMRect | undefined {
  const range = new Range()
  if (part) {
    range.setStart(node, part.start)
    range.setEnd(node, part.end)
  } else range.selectNode(node)
  const rect = range.getBoundingClientRect()
  return rect.width > 0 && rect.height > 0 ? rect : undefined
}

/** Returns the element itself, or the parent of a text. */
export const elementOf = ({ node }: PageSource): Element | null =>
  node instanceof Text ? node.parentElement : node

/** Whether a source is in the visible part of the page. */
export function isInView(one: PageSource): boolean {
  const { top = Infinity, bottom = 0 } = rectOf(one) ?? {}
  return bottom > 0 && top < innerHeight
}

/** Returns the field that a click means: that of the text under the pointer, or of an element around it. */
export function sourceAt(
  sources: readonly PageSource[],
  { target, clientX: x, clientY: y }: MouseEvent,
): FieldSource | undefined {
  const isUnder = (one: PageSource) => {
    const rect = rectOf(one)
    return rect && x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom
  }
  for (let at = target as Element | null; at; at = at.parentElement) {
    const match = sources.findLast((one) => elementOf(one) === at && isUnder(one))
    if (match) return match.source
  }
  return undefined
}
