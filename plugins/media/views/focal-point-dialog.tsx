import type { ManagedMedia } from '@typecase/contract/media'
import { FOCAL_POINT, focalPointIn, type Point } from '@typecase/contract/picture-use'
import { refTo } from '@typecase/plugin-sdk/command'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { isComposing } from '@typecase/ui/keyboard'
import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react'

import { describeMedia } from '../commands/browse.ts'
import { nameOf, urlAtWidth } from '../list/media-words.ts'
import styles from './media.module.css'

interface FocalPointDialogProps {
  bucketSlug: string
  media: ManagedMedia
  onClose: () => void
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const clamp = (share: number) => Math.min(Math.max(0, share), 1)
const percent = (share: number) => Math.round(share * 100)

/** Edits the point of a picture that stays visible when a site crops the picture without instructions. */
export function FocalPointDialog({ bucketSlug, media, onClose }: FocalPointDialogProps) {
  const commands = useService(Commands)
  const focus = useService(Focus)
  // The user opened the dialog for the canvas.
  const start = useCallback((canvas: HTMLDivElement | null) => void focus.moveTo(canvas), [focus])
  const [[x, y], setPoint] = useState<Point>(() => focalPointIn(media.metadata) ?? [0.5, 0.5])

  function save(point: Point | undefined) {
    const value = point ? { x: percent(point[0]) / 100, y: percent(point[1]) / 100 } : null
    const metadata = { [FOCAL_POINT]: value }
    const args = { bucket: bucketSlug, media_id: media.id, metadata, rev: media.rev }
    void commands.run(refTo(describeMedia, args))
    onClose()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const way = arrows[event.key]
    if (way) {
      const by = event.shiftKey ? 0.1 : 0.01
      setPoint([clamp(x + way[0] * by), clamp(y + way[1] * by)])
    } else if (event.key === 'Enter') save([x, y])
    else return
    event.preventDefault()
  }

  function handleClick({ currentTarget, clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    setPoint([clamp((clientX - left) / width), clamp((clientY - top) / height)])
  }

  return (
    <Dialog
      title={`Focal point of ${nameOf(media)}`}
      description="This point stays visible when the image is cropped. Each use can override it."
      size="medium"
      isDismissable
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={() => save(undefined)}>Use the centre</Button>
          <Button variant="primary" kbd="Enter" onPress={() => save([x, y])}>
            Save focal point
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- there is no role for a point on a picture */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the point
        tabIndex={0}
        role="application"
        ref={start}
        aria-label={`Focal point at ${percent(x)}% from the left, ${percent(y)}% from the top. Arrow keys move it.`}
        className={styles.focal}
        onKeyDown={handleKeyDown}
        onClick={handleClick}
      >
        <img src={urlAtWidth(media, 1200)} alt="" draggable={false} />
        <span className={styles.point} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
      </div>
      <p className={styles.note}>{`${percent(x)}%, ${percent(y)}%`}</p>
    </Dialog>
  )
}
