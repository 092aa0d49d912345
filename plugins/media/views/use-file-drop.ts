import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands, Files } from '@typecase/plugin-sdk/services'
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'

import { uploadFiles } from '../commands/upload.ts'

/** Takes files that are dropped on the page or pasted into it. */
export function useFileDrop(folder: string | undefined) {
  const files = useService(Files)
  const commands = useService(Commands)
  const [isDropping, setDropping] = useState(false)

  const upload = useEffectEvent((given: readonly File[]) => {
    if (given.length === 0) return
    const args = { files: given.map((file) => files.keep(file)), ...(folder && { folder }) }
    void commands.run(refTo(uploadFiles, args), { source: 'button' })
  })

  // The outside system is the clipboard: a paste goes to the document where nothing that takes text has the focus.
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const isInText =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, [contenteditable="true"]') !== null
      const pasted = [...(event.clipboardData?.files ?? [])]
      if (isInText || pasted.length === 0) return
      event.preventDefault()
      upload(pasted)
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
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDropping(false)
        upload([...event.dataTransfer.files])
      },
    },
  }
}
