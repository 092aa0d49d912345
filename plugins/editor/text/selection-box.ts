import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'

/**
 * Returns the boxes of a selection's start and end, in window coordinates: lines of text, or twice the selected node.
 */
export function selectionEnds(
  { state: { selection }, view }: Editor,
  { from, to }: { from: number; to: number } = selection,
): readonly [start: DOMRect, end: DOMRect] {
  if (selection instanceof NodeSelection) {
    const dom = view.nodeDOM(from)
    if (dom instanceof Element) {
      const box = dom.getBoundingClientRect()
      return [box, box]
    }
  }
  const rect = ({ left, right, top, bottom }: ReturnType<typeof view.coordsAtPos>) =>
    new DOMRect(left, top, right - left, bottom - top)
  return [rect(view.coordsAtPos(from)), rect(view.coordsAtPos(to, -1))]
}

/** Positions an element around the selection or at the caret, so that forms open there. */
export function positionAnchor(element: HTMLElement | null, editor: Editor): void {
  const frame = element?.offsetParent?.getBoundingClientRect()
  if (!element || !frame) return
  const [start, end] = selectionEnds(editor)
  const isOneLine = end.top < start.bottom
  element.style.left = `${start.left - frame.left}px`
  element.style.top = `${start.top - frame.top}px`
  element.style.width = `${isOneLine ? end.right - start.left : 1}px`
  element.style.height = `${end.bottom - start.top}px`
}
