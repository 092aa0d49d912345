/** Pixels between the bubble and what it is about, and the edges. */
const GAP = 6

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Surroundings {
  /** Where the selection begins and ends, in the window. */
  readonly start: Box
  readonly end: Box
  readonly bubble: { readonly width: number; readonly height: number }
  /** The box that it is placed within. */
  readonly frame: Box
  /** Above that height it would be covered. */
  readonly coveredUntil: number
  readonly window: { readonly height: number }
  /** The menus of a touch screen are above what is selected. */
  readonly isTouch: boolean
}

/** Where the bubble goes within its frame: above the selection, or else below, or at the top of what is in view. */
export function bubblePosition({ start, end, bubble, frame, ...around }: Surroundings): {
  left: number
  top: number
} {
  const { coveredUntil, window, isTouch } = around
  const isOneLine = end.top < start.bottom
  const center = isOneLine ? (start.left + end.right) / 2 : start.left + bubble.width / 2
  const last = frame.right - bubble.width - GAP
  const left = Math.max(frame.left + GAP, Math.min(center - bubble.width / 2, last))
  const above = start.top - bubble.height - GAP
  const below = end.bottom + GAP
  const isBelow = isTouch || above < coveredUntil
  const isInView = !isBelow || below + bubble.height < window.height
  const top = isInView ? (isBelow ? below : above) : coveredUntil + GAP
  return { left: left - frame.left, top: top - frame.top }
}
