import { useEffect, useState } from 'react'

import { useFacts } from './facts.tsx'

/**
 * Whether to show a dialog that opens without an action of the user. It takes the focus, so it waits until no text
 * field has the focus and no palette or other dialog is open: typed letters would be lost, and a space would press its
 * button. Once open it stays.
 * @param isNeeded whether there is something to show
 * @param afterMs for how long the keyboard must be idle before it opens
 */
export function useUnaskedDialog(isNeeded: boolean, afterMs = 0): boolean {
  const [isOpen, setOpen] = useState(false)
  const isBusy = useFacts(
    (facts) =>
      facts['focus.inText'] === true ||
      facts['palette.isOpen'] === true ||
      facts['dialog.isOpen'] === true,
  )
  if (isOpen && !isNeeded) setOpen(false)
  const isWaiting = isNeeded && !isBusy && !isOpen

  // The clock and the keyboard are outside of React. The timer also bridges a move of the focus between two fields.
  useEffect(() => {
    if (!isWaiting) return undefined
    const open = () => setOpen(true)
    let timer = setTimeout(open, afterMs)
    function wait(): void {
      clearTimeout(timer)
      timer = setTimeout(open, afterMs)
    }
    window.addEventListener('keydown', wait, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', wait, { capture: true })
    }
  }, [isWaiting, afterMs])

  return isOpen && isNeeded
}
