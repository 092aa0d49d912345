import { type PageSource, rectOf } from './page-sources.ts'

const MARK = 'position:fixed;border-radius:4px;'
const OUTLINE = 'border:2px solid #2563eb;'
const LABEL = 'padding:1px 5px;background:#facc15;color:#111;font:700 13px monospace;'

/** An outline, or a label if it has a text. */
export interface Mark {
  readonly source: PageSource
  readonly text?: string
  readonly isCurrent?: boolean
}

export interface Overlay {
  draw(marks: readonly Mark[]): void
  remove(): void
}

/** Draws over the page in a shadow root, which the styles of the site do not affect. */
export function createOverlay(): Overlay {
  // Styles are set through the DOM, since a policy of the site may forbid styles in markup.
  const host = document.createElement('typecase-preview')
  host.ariaHidden = 'true'
  host.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none'
  const root = host.attachShadow({ mode: 'open' })
  document.documentElement.append(host)

  return {
    draw: (marks) =>
      root.replaceChildren(
        ...marks.flatMap(({ source, text, isCurrent }) => {
          const rect = rectOf(source)
          if (!rect) return []
          const { left, top, width, height } = rect
          const element = document.createElement('div')
          const isLabel = text !== undefined
          const style = isLabel
            ? LABEL + (isCurrent ? OUTLINE : '')
            : `${OUTLINE}width:${width}px;height:${height}px;`
          element.style.cssText = `${MARK}${style}left:${left - 2}px;top:${Math.max(0, top - 2)}px`
          element.textContent = text ?? ''
          return [element]
        }),
      ),
    remove: () => host.remove(),
  }
}
