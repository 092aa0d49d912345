import type { ManagedMedia } from '@typecase/contract/media'
import type { PictureUse } from '@typecase/contract/picture-use'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { DialogFooter } from '@typecase/ui/dialog'
import { Kbd } from '@typecase/ui/kbd'
import { isComposing } from '@typecase/ui/keyboard'
import { NumberField } from '@typecase/ui/number-field'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { nameOf, urlAtWidth } from '../list/media-words.ts'
import { CropCanvas } from './crop-canvas.tsx'
import { CropPreviews } from './crop-previews.tsx'
import {
  about,
  type Crop,
  cropOf,
  ofRatio,
  type RatioId,
  ratioOf,
  ratios,
  scaleFrame,
  sizeOf,
  pictureUse,
  within,
} from './crop.ts'
import styles from './picker.module.css'

interface CropStageProps {
  media: ManagedMedia
  label: string
  use: PictureUse
  onBack: () => void
  onUse: (use: PictureUse) => void
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Edits which part of a picture is used, and the point that stays visible if a site crops it further. */
export function CropStage({ media, label, use, onBack, onUse }: CropStageProps) {
  const focus = useService(Focus)
  const size = sizeOf(media)
  const [crop, setCrop] = useState<Crop>(() => cropOf(media, use))
  const [ratioId, setRatioId] = useState<RatioId>('free')
  const canvas = useRef<HTMLDivElement>(null)
  const { frame, focal } = crop
  const ratio = ratioOf(ratioId, size)
  const src = urlAtWidth(media, 1200)

  // The list of media disappeared, and the focus with it.
  useEffect(() => void focus.moveTo(canvas.current), [focus])

  const setFrame = (next: typeof frame) => setCrop({ ...crop, frame: within(next, size) })

  function chooseRatio(id: RatioId): void {
    setRatioId(id)
    const ratio = ratioOf(id, size)
    if (ratio !== undefined) setCrop({ ...crop, frame: ofRatio(frame, ratio, size) })
  }

  function centre(): void {
    if (focal) setFrame(about(focal, frame, size))
  }

  function reset(): void {
    setRatioId('free')
    setCrop({ frame: { left: 0, top: 0, ...size }, focal: undefined })
  }

  function moveFocal([dx, dy]: readonly [number, number]): void {
    const [x, y] = focal ?? [frame.left + frame.width / 2, frame.top + frame.height / 2]
    const clamp = (value: number, most: number) => Math.min(Math.max(0, value), most)
    setCrop({
      frame,
      focal: [
        clamp(x + (dx * size.width) / 100, size.width),
        clamp(y + (dy * size.height) / 100, size.height),
      ],
    })
  }

  /** Handles a key. @returns whether the key has a function */
  function press({ key, shiftKey, target }: KeyboardEvent): boolean {
    if (target instanceof HTMLInputElement) return false
    const one = ratios[Number(key) - 1]
    if (one) chooseRatio(one.id)
    else if (key.toLowerCase() === 'f') centre()
    else if (key.toLowerCase() === 'r') reset()
    else if (key === '+' || key === '=') setCrop({ ...crop, frame: scaleFrame(frame, 1.05, size) })
    else if (key === '-') setCrop({ ...crop, frame: scaleFrame(frame, 1 / 1.05, size) })
    else if (target !== canvas.current) return false
    else if (key === 'Enter') onUse(pictureUse(crop, size))
    else {
      const way = arrows[key]
      if (!way) return false
      if (shiftKey) moveFocal(way)
      else {
        const left = frame.left + Math.max(1, size.width / 100) * way[0]
        const top = frame.top + Math.max(1, size.height / 100) * way[1]
        setFrame({ ...frame, left, top })
      }
    }
    return true
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return
    if (event.altKey || event.metaKey || event.ctrlKey) {
      if (event.key !== 'Enter') return
      onUse(pictureUse(crop, size))
    } else if (!press(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const percent = (at: number, of: number) => `${Math.round((at / of) * 100)}%`
  const sides = [
    ['left', 'Left'],
    ['top', 'Top'],
    ['width', 'Width'],
    ['height', 'Height'],
  ] as const
  return (
    <div role="presentation" className={styles.stage} onKeyDown={handleKeyDown}>
      <div className={styles.head}>
        <Button variant="quiet" icon="arrow-left" aria-label="Back" onPress={onBack} />
        <h3 className={styles.title}>Crop and focal point</h3>
        <span className={styles.of}>{nameOf(media)} for</span>
        <Chip>{label}</Chip>
      </div>
      <div className={styles.cropColumns}>
        <div className={styles.main}>
          <div className={styles.tools}>
            <SegmentedControl
              aria-label="Proportions"
              segments={ratios.map(({ id, label: name }, index) => ({
                id,
                label: name,
                detail: <Kbd binding={String(index + 1)} />,
              }))}
              value={ratioId}
              onChange={chooseRatio}
            />
            <span className={styles.space} />
            <Button
              kbd="f"
              disabledReason={
                focal ? undefined : 'Set a focal point first: press Shift and an arrow key.'
              }
              onPress={centre}
            >
              Centre on focal point
            </Button>
            <Button kbd="r" onPress={reset}>
              Reset
            </Button>
          </div>
          <CropCanvas
            ref={canvas}
            src={src}
            size={size}
            crop={crop}
            ratio={ratio}
            onChange={setCrop}
          />
        </div>
        <div className={styles.details} data-crop>
          <CropPreviews src={src} size={size} crop={crop} />
          <section className={styles.section} aria-label="Crop, in pixels">
            <h4>Crop, in pixels</h4>
            <div className={styles.numbers}>
              {sides.map(([side, name]) => (
                <NumberField
                  key={side}
                  label={name}
                  value={frame[side]}
                  minValue={0}
                  onChange={(value) => {
                    if (value === null || Number.isNaN(value)) return
                    setRatioId('free')
                    setFrame({ ...frame, [side]: value })
                  }}
                />
              ))}
            </div>
          </section>
          <section className={styles.section} aria-label="Focal point">
            <h4>Focal point</h4>
            <p className={styles.focal}>
              <span>
                {focal
                  ? `${percent(focal[0], size.width)}, ${percent(focal[1], size.height)}`
                  : 'The middle'}
              </span>
              <span className={styles.hints}>
                <Kbd binding="Shift" /> + arrows move it
              </span>
            </p>
          </section>
          <p className={styles.note}>
            {`The file itself does not change; only ${label} uses the crop.`}
          </p>
        </div>
      </div>
      <DialogFooter>
        <span className={styles.hints}>
          <Kbd binding="ArrowLeft" /> <Kbd binding="ArrowRight" /> <Kbd binding="ArrowUp" />{' '}
          <Kbd binding="ArrowDown" /> move the frame <Kbd binding="+" /> <Kbd binding="-" /> size
        </span>
        <Button kbd="Escape" onPress={onBack}>
          Back
        </Button>
        <Button variant="primary" kbd="Enter" onPress={() => onUse(pictureUse(crop, size))}>
          Use image
        </Button>
      </DialogFooter>
    </div>
  )
}
