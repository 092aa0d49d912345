import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files dropped or pasted anywhere on the page while mounted. @returns whether files are dragged over the page
 */
export function useFileDrop(take: (files: readonly File[]) => void) {
  const [isDropping, setDropping] = useState(false)
  const takeNow = useEffectEvent(take)

  // The clipboard is outside React. A copy from an office program contains a text and a picture of it; a text field
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

  // File drags over the page are outside React. Without a handler, the browser would open dropped files instead of the
  // page. Elements that accept files, such as a folder, stop the event.
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    function over(event: DragEvent) {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      setDropping(true)
    }
    // In the capture phase, because an element that takes the files keeps other listeners from being called.
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
    // A cancelled drag, or a drop outside the page, fires none of these events.
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
