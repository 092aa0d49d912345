import { Focus, type FocusService } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useEffect } from 'react'

import type { Path } from '@typecase/content/object/path'
import { useSessionState } from '../use-session.tsx'

/** Elements that take typing. The host of a code editor passes the focus on. */
const typing =
  'input:not([type=hidden]), textarea, select, [contenteditable=true], [data-focus-target], [role=spinbutton]'

/** Whether a path is a field, or lies within it. */
export function isWithin(path: Path, field: Path): boolean {
  return path === field || path.startsWith(`${field}.`)
}

/** Requests already met. A row that later moves to the same position was not requested. */
const handled = new WeakSet<object>()

/** Scrolls to a field and focuses it when "Go to field…" or the first error requests it. */
export function useScrollTarget(path: Path): void {
  const target = useSessionState((state) =>
    state.target?.path === path ? state.target : undefined,
  )

  const focus = useService(Focus)
  // The focus belongs to the document. The field's code may still be loading.
  useEffect(() => {
    if (!target || handled.has(target)) return undefined
    const element = document.querySelector(`[data-path="${CSS.escape(path)}"]`)
    const meet = (): boolean => {
      const isMet = element !== null && focusIn(focus, element)
      if (isMet) handled.add(target)
      return isMet
    }
    if (!element || meet()) return undefined
    const observer = new MutationObserver(() => meet() && observer.disconnect())
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [target, path, focus])
}

/** Focuses the control within an element. @returns whether there was something to focus */
function focusIn(focus: FocusService, element: Element): boolean {
  // The toolbar of a rich text appears before its text.
  const isOnItsWay = element.querySelector('[data-rich-text]') !== null
  const target =
    element.querySelector<HTMLElement>(typing) ??
    (isOnItsWay ? null : element.querySelector<HTMLElement>('button'))
  if (!target) return false
  element.scrollIntoView({ block: 'center' })
  return focus.moveTo(target)
}
