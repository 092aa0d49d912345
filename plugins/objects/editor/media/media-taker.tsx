import { Button } from '@typecase/ui/button'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import styles from './media.module.css'
import type { MediaKind } from './search-media.ts'
import { useMediaUpload } from './use-media-upload.ts'

interface MediaTakerProps {
  /** What the files are for, such as the title of the field. */
  label: string
  kind: MediaKind | undefined
  isMany?: boolean
  onTake: (names: readonly string[]) => void
  children: ReactNode
}

/** Takes files by button, by dropping them on what it holds, and by pasting: uploads them and answers their names. */
export function MediaTaker({ label, kind, isMany = false, onTake, children }: MediaTakerProps) {
  const { upload, percent, failure, isOffered } = useMediaUpload(onTake)
  const [isOver, setOver] = useState(false)
  if (!isOffered) return children

  function take(files: FileList | null | undefined) {
    const fitting = [...(files ?? [])].filter(({ type }) => fits(type, kind))
    void upload(isMany ? fitting : fitting.slice(0, 1))
  }

  function handlePaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    take(event.clipboardData.files)
  }

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra to the button inside
    <div
      className={styles.taker}
      data-over={isOver || undefined}
      onPaste={handlePaste}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      {children}
      {percent === undefined ? (
        <FileTrigger
          allowsMultiple={isMany}
          {...(kind && kind !== 'application' && { acceptedFileTypes: [`${kind}/*`] })}
          onSelect={take}
        >
          <Button variant="quiet" icon="upload" aria-label={`Upload to ${label}`}>
            Upload
          </Button>
        </FileTrigger>
      ) : (
        <ProgressBar label={`Uploading to ${label}`} value={percent} />
      )}
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : null}
    </div>
  )
}

/** Whether a field takes it, as far as the browser knows; the server looks at the bytes. */
const fits = (type: string, kind: MediaKind | undefined): boolean =>
  !kind || !type || type.startsWith(`${kind}/`)
