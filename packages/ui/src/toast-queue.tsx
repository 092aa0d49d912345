import { UNSTABLE_ToastQueue as AriaToastQueue } from 'react-aria-components/Toast'

/** How long a toast without an action stays, in ms (specification: toast auto-hide). */
export const TOAST_TIME = 3_000

/** How long a toast with an action or a failure stays at least, in ms: no one reaches "Undo" in 3 s (WCAG 2.2.1). */
export const TOAST_TIME_WITH_ACTION = 10_000

/** The button of a toast. */
export interface ToastAction {
  label: string
  onAction: () => void
}

/** A message that is shown for some seconds. */
export interface Toast {
  message: string
  /** A second line: what was saved, or where an item went. */
  description?: string | undefined
  /** `error` interrupts a screen reader (role alert); other tones wait until it is idle (role status). */
  tone?: 'info' | 'success' | 'error' | undefined
  /** An action, such as "Undo". Running it closes the toast. */
  action?: ToastAction | undefined
  /** A second action next to the first: "Retry failed" next to "Undo". */
  otherAction?: ToastAction | undefined
  /** In ms; a toast with an action and a failure stay at least `TOAST_TIME_WITH_ACTION`. */
  duration?: number | undefined
}

interface Countdown {
  remaining: number
  startedAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * React Aria's queue with separate timers. They run from the moment a toast is shown, whether or not a region is
 * mounted. A toast that arrives while the region is hovered or focused waits with the others.
 */
export class Toasts extends AriaToastQueue<Toast> {
  readonly #countdowns = new Map<string, Countdown>()
  #isPaused = false

  constructor() {
    super({ maxVisibleToasts: 4 })
  }

  /** Shows a toast and returns its key, for `close`. */
  show(toast: Toast): string {
    const key = this.add(toast)
    const remaining = timeOf(toast)
    this.#countdowns.set(key, { remaining, startedAt: 0, timer: undefined })
    if (!this.#isPaused) this.#start(key)
    return key
  }

  override close(key: string): void {
    clearTimeout(this.#countdowns.get(key)?.timer)
    this.#countdowns.delete(key)
    super.close(key)
    // The region disappears with its last toast, and no event reports that hover and focus have ended.
    if (this.visibleToasts.length === 0) this.#isPaused = false
  }

  override clear(): void {
    for (const { timer } of this.#countdowns.values()) clearTimeout(timer)
    this.#countdowns.clear()
    this.#isPaused = false
    super.clear()
  }

  override pauseAll(): void {
    if (this.#isPaused) return
    this.#isPaused = true
    for (const countdown of this.#countdowns.values()) {
      clearTimeout(countdown.timer)
      countdown.remaining -= Date.now() - countdown.startedAt
    }
  }

  override resumeAll(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    for (const key of this.#countdowns.keys()) this.#start(key)
  }

  #start(key: string): void {
    const countdown = this.#countdowns.get(key)
    if (!countdown) return
    countdown.startedAt = Date.now()
    countdown.timer = setTimeout(() => this.close(key), Math.max(0, countdown.remaining))
  }
}

function timeOf({ action, tone, duration = TOAST_TIME }: Toast): number {
  const least = action || tone === 'error' ? TOAST_TIME_WITH_ACTION : 0
  return Math.max(duration, least)
}

/** Creates a queue to pass to `ToastRegion` and to call from anywhere, also outside React. */
export function createToasts(): Toasts {
  return new Toasts()
}
