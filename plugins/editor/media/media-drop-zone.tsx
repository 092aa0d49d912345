import type { MediaKind } from '@typecase/content/media-picker'
import { useMediaPicker } from '@typecase/content/react/media-picker'
import { acceptOf, useMediaUpload } from '@typecase/content/react/media-upload'
import { type FileUse, writeFileUse } from '@typecase/contract/picture-use'
import { Button } from '@typecase/ui/button'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import { useBucketSlug } from '../use-session.tsx'
import styles from './media.module.css'

interface MediaTakerProps {
  /** The purpose of the files, such as the title of the field. */
  label: string
  kind: MediaKind | undefined
  isMany?: boolean
  /** The current picture, if it can be cropped. */
  picture?: FileUse | undefined
  /** Receives values of a file field. */
  onTake: (values: readonly string[]) => void
  children: ReactNode
}

/** Takes media chosen in the picker, and files by button, by drop on the children, and by paste. */
export function MediaDropZone(props: MediaTakerProps) {
  const { label, kind, isMany = false, picture, onTake, children } = props
  const bucketSlug = useBucketSlug()
  const picker = useMediaPicker()
  const { upload, percent, failure, isOffered } = useMediaUpload({
    bucketSlug,
    kind,
    isMany,
    onUploaded: (media) => onTake(media.map(({ name }) => name)),
  })
  const [isOver, setOver] = useState(false)
  if (!isOffered) return children

  const open = (cropped?: FileUse) =>
    picker.open({
      bucketSlug,
      label,
      kind,
      isMany: isMany && cropped === undefined,
      cropped,
      onPick: (picked) =>
        onTake(picked.map(({ media, use }) => writeFileUse({ name: media.name, use }))),
    })

  function handlePaste(event: ClipboardEvent) {
    const { files } = event.clipboardData
    if (files.length === 0) return
    event.preventDefault()
    void upload([...files])
  }

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra to the button inside */}
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
          void upload([...event.dataTransfer.files])
        }}
      >
        {children}
        {percent === undefined ? (
          <span className={styles.ways}>
            {picker.isOffered ? (
              <Button icon="image" aria-label={`Choose for ${label}`} onPress={() => open()}>
                Choose…
              </Button>
            ) : null}
            {picker.isOffered && picture ? (
              <Button
                variant="quiet"
                icon="crop"
                aria-label={`Crop ${label}`}
                onPress={() => open(picture)}
              >
                Crop…
              </Button>
            ) : null}
            <FileTrigger
              allowsMultiple={isMany}
              acceptedFileTypes={acceptOf(kind) ?? []}
              onSelect={(files) => void upload([...(files ?? [])])}
            >
              <Button variant="quiet" icon="upload" aria-label={`Upload to ${label}`}>
                Upload
              </Button>
            </FileTrigger>
          </span>
        ) : (
          <ProgressBar label={`Uploading to ${label}`} value={percent} />
        )}
        {failure ? (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        ) : null}
      </div>
      {picker.dialog}
    </>
  )
}
