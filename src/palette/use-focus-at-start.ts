import type { RefObject } from 'react'
import { useEffect } from 'react'

/**
 * Puts the focus into a field as it appears. `autoFocus` alone, which does so before the first letter can be typed,
 * is too early where a dialog is open: that one takes the focus back until React Aria has rendered the palette a
 * second time, and holds the focus there instead.
 */
export function useFocusAtStart(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [field])
}
