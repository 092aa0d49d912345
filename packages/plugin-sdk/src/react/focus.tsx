import { type RefCallback, useCallback } from 'react'

import { Focus } from '../focus.ts'
import { useService } from './services.tsx'

/**
 * For the ref of what takes the focus when it appears, such as the result of a form that is gone by then. An element
 * that is no control needs `tabIndex={-1}`.
 */
export function useFocusOnMount(): RefCallback<HTMLElement> {
  const focus = useService(Focus)
  return useCallback((element) => void focus.moveTo(element), [focus])
}
