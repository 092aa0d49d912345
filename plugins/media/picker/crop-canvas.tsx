import { type PointerEvent, type Ref, useRef } from 'react'

import { type Crop, dragFrame, type Handle, type Size, within } from './crop.ts'
import styles from './picker.module.css'

interface CropCanvasProps {
  src: string
  size: Size
  crop: Crop
  ratio: number | undefined
  onChange: (crop: Crop) => void
  /** The element that handles the keys. */
  ref: Ref<HTMLDivElement>
}

const handles: readonly Handle[] = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
]

/** Shows the picture with its frame and focal point, which can be dragged. The parent handles the keys. */
export function CropCanvas({ src, size, crop, ratio, onChange, ref }: CropCanvasProps) {
  const { frame, focal } = crop
  const picture = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number; crop: Crop }>(undefined)

  /** Follows a pointer from where it was pressed. Distances are in pixels of the file. */
  function drag(next: (from: Crop, by: readonly [number, number]) => Crop) {
    return {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY, crop }
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const start = from.current
        const box = picture.current?.getBoundingClientRect()
        if (!start || !box) return
        const scale = size.width / box.width
        onChange(next(start.crop, [(clientX - start.x) * scale, (clientY - start.y) * scale]))
      },
      onPointerUp: () => (from.current = undefined),
      onPointerCancel: () => (from.current = undefined),
    }
  }

  const share = (value: number, of: number) => `${(value / of) * 100}%`
  const label = [
    `Crop of ${frame.width} by ${frame.height} pixels, ${frame.left} from the left, ${frame.top} from the top.`,
    'Arrow keys move it, plus and minus size it, Shift and arrow keys move the focal point.',
  ]
  return (
    <div className={styles.table}>
      {/* No role fits a frame on a picture; fields next to it hold its numbers. */}
      <div
        ref={ref}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said
        tabIndex={0}
        role="application"
        aria-label={label.join(' ')}
        className={styles.canvas}
        // As large as the space allows, in the proportions of the picture.
        style={{
          width: `min(100cqw, 100cqh * ${size.width / size.height})`,
          aspectRatio: `${size.width} / ${size.height}`,
        }}
      >
        <div ref={picture} className={styles.picture}>
          <img src={src} alt="" draggable={false} />
          <div
            className={styles.frame}
            data-part="frame"
            style={{
              left: share(frame.left, size.width),
              top: share(frame.top, size.height),
              width: share(frame.width, size.width),
              height: share(frame.height, size.height),
            }}
            {...drag((start, [dx, dy]) => ({
              ...start,
              frame: within(
                { ...start.frame, left: start.frame.left + dx, top: start.frame.top + dy },
                size,
              ),
            }))}
          >
            <span className={styles.measure}>{`${frame.width} × ${frame.height}`}</span>
            {handles.map((handle) => (
              <span
                key={handle.join(' ')}
                className={styles.handle}
                data-part={`handle ${handle.join(' ')}`}
                style={{ left: `${(handle[0] + 1) * 50}%`, top: `${(handle[1] + 1) * 50}%` }}
                {...drag((start, by) => ({
                  ...start,
                  frame: dragFrame(start.frame, handle, by, ratio, size),
                }))}
              />
            ))}
          </div>
          {focal ? (
            <span
              className={styles.point}
              data-part="focal point"
              style={{ left: share(focal[0], size.width), top: share(focal[1], size.height) }}
              {...drag((start, [dx, dy]) => ({
                ...start,
                focal: [
                  Math.min(Math.max(0, (start.focal?.[0] ?? 0) + dx), size.width),
                  Math.min(Math.max(0, (start.focal?.[1] ?? 0) + dy), size.height),
                ],
              }))}
            />
          ) : null}
        </div>
      </div>
    </div>
  )
}
