import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { isComposing } from './keyboard.ts'
import styles from './pane-separator.module.css'

/** How far an arrow key, or Page up and Page down, move the separator, in percent. */
const STEP = 2
const LARGE_STEP = 10

export interface PaneSeparatorProps {
  'aria-label': string
  /** Width of the pane to the right, in percent. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** Called when dragging begins and ends. Iframes capture pointer events, so disable them meanwhile. */
  onDrag?: (isDragging: boolean) => void
}

/** A separator between two panes that can be moved by dragging and with the arrow keys. */
export function PaneSeparator({ value, min, max, onChange, onDrag, ...rest }: PaneSeparatorProps) {
  const [isDragging, setDragging] = useState(false)
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))))

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return
    const next: Readonly<Record<string, number>> = {
      ArrowLeft: value + STEP,
      ArrowRight: value - STEP,
      PageUp: value + LARGE_STEP,
      PageDown: value - LARGE_STEP,
      Home: max,
      End: min,
    }
    const moved = next[event.key]
    if (moved === undefined) return
    event.preventDefault()
    set(moved)
  }

  function drag(event: PointerEvent<HTMLElement>) {
    const area = event.currentTarget.parentElement?.getBoundingClientRect()
    if (isDragging && area) set(((area.right - event.clientX) / area.width) * 100)
  }

  function follow(isOn: boolean) {
    setDragging(isOn)
    onDrag?.(isOn)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- WAI-ARIA: a focusable separator with a value is a widget
    <div
      {...rest}
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same: it is moved by keys
      tabIndex={0}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${value} %`}
      data-dragging={isDragging || undefined}
      className={styles.separator}
      onKeyDown={handleKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(true)
      }}
      onPointerMove={drag}
      onPointerUp={() => follow(false)}
      onPointerCancel={() => follow(false)}
    />
  )
}
