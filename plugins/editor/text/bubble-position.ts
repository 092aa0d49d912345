/** Distance in px of the bubble from the selection and from the edges. */
const GAP = 6

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Surroundings {
  /** Boxes of the start and the end of the selection, in window coordinates. */
  readonly start: Box
  readonly end: Box
  readonly bubble: { readonly width: number; readonly height: number }
  /** The box that the bubble must stay within. */
  readonly frame: Box
  /** The y coordinate above which the bubble would be covered. */
  readonly coveredUntil: number
  readonly window: { readonly height: number }
  /** On a touch screen, the system's menus appear above the selection. */
  readonly isTouch: boolean
}

/**
 * Returns the bubble's position in its frame: above the selection, or else below it, or at the top of the visible part.
 */
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
