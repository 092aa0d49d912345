import { Focus, type FocusService } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useEffect } from 'react'

import type { Path } from '@typecase/content/object/path'
import { useSessionState } from '../use-session.tsx'

/** Where one types; a code editor's host hands the focus on. */
const typing =
  'input:not([type=hidden]), textarea, select, [contenteditable=true], [data-focus-target], [role=spinbutton]'

/** Whether a path is a field, or within it. */
export function isWithin(path: Path, field: Path): boolean {
  return path === field || path.startsWith(`${field}.`)
}

/** Requests that were met: a row that comes to the same place later was not asked for. */
const met = new WeakSet<object>()

/** Brings a field into view and focuses it when "Go to field…", or the first error, wants it. */
export function useScrollTarget(path: Path): void {
  const target = useSessionState((state) =>
    state.target?.path === path ? state.target : undefined,
  )

  const focus = useService(Focus)
  // Focus belongs to the document. The field's code may still be on its way.
  useEffect(() => {
    if (!target || met.has(target)) return undefined
    const element = document.querySelector(`[data-path="${CSS.escape(path)}"]`)
    const meet = (): boolean => {
      const isMet = element !== null && focusIn(focus, element)
      if (isMet) met.add(target)
      return isMet
    }
    if (!element || meet()) return undefined
    const observer = new MutationObserver(() => meet() && observer.disconnect())
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [target, path, focus])
}

/** @returns whether there was something to focus */
function focusIn(focus: FocusService, element: Element): boolean {
  // The toolbar of a rich text is there before the text is.
  const isOnItsWay = element.querySelector('[data-rich-text]') !== null
  const target =
    element.querySelector<HTMLElement>(typing) ??
    (isOnItsWay ? null : element.querySelector<HTMLElement>('button'))
  if (!target) return false
  element.scrollIntoView({ block: 'center' })
  return focus.moveTo(target)
}
