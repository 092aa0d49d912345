import { useEffect, useEffectEvent, useState } from 'react'

/** Takes files that are dropped or pasted anywhere on the page while it is there. @returns whether some are over it */
export function useFileDrop(take: (files: readonly File[]) => void) {
  const [isDropping, setDropping] = useState(false)
  const takeNow = useEffectEvent(take)

  // The outside system is the clipboard. What is copied from an office program is text and a picture of it: a field
  // means the text.
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const pasted = [...(event.clipboardData?.files ?? [])]
      const isInText =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, [contenteditable="true"]') !== null
      const hasText = event.clipboardData?.types.includes('text/plain') ?? false
      if ((isInText && hasText) || pasted.length === 0) return
      event.preventDefault()
      takeNow(pasted)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])

  // The outside system is file drags over the page: without a handler, the browser opens dropped files in place of the
  // page. Elements that accept them, such as a folder, stop the event.
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    function over(event: DragEvent) {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      setDropping(true)
    }
    // Before anything takes them: what does keeps the other listeners from being called.
    const clear = () => setDropping(false)
    function leave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) setDropping(false)
    }
    function drop(event: DragEvent) {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) takeNow(files)
    }
    document.addEventListener('dragover', clear, true)
    document.addEventListener('drop', clear, true)
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    // A cancelled drag, or a drop elsewhere, fires none of these.
    document.addEventListener('dragend', clear)
    window.addEventListener('blur', clear)
    document.addEventListener('pointermove', clear)
    return () => {
      document.removeEventListener('dragover', clear, true)
      document.removeEventListener('drop', clear, true)
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('dragend', clear)
      window.removeEventListener('blur', clear)
      document.removeEventListener('pointermove', clear)
    }
  }, [])

  return isDropping
}
