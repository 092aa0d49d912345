import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'

/** Takes files that are dropped on an element, or pasted anywhere on the page while it is there. */
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

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isDropping,
    drop: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDropping(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          setDropping(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDropping(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) take(files)
      },
    },
  }
}
