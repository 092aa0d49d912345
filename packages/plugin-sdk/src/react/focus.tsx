import { type RefCallback, useCallback } from 'react'

import { Focus } from '../focus.ts'
import { useService } from './services.tsx'

/**
 * Returns a ref that moves the focus to its element on mount, such as the result that replaces a form. An element that
 * is not focusable needs `tabIndex={-1}`.
 */
export function useFocusOnMount(): RefCallback<HTMLElement> {
  const focus = useService(Focus)
  return useCallback((element) => void focus.moveTo(element), [focus])
}
