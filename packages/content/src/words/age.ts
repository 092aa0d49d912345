import { formatShortDate } from '@typecase/ui/format'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats the age of a time for a column: `Now`, `26 min`, `3 h`, `Yesterday`, `20 Nov`. @param now UNIX ms */
export function formatAge(time: string | number, now: number = Date.now()): string {
  const date = new Date(time)
  const passed = now - date.getTime()
  if (passed < MINUTE) return 'Now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`
  const today = new Date(now).setHours(0, 0, 0, 0)
  if (date.getTime() >= today) return `${Math.floor(passed / HOUR)} h`
  return date.getTime() >= today - DAY ? 'Yesterday' : formatShortDate(time, now)
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]
let relative: Intl.RelativeTimeFormat | undefined

/** Formats a past or future time for a sentence: `2 minutes ago`, `yesterday`, `a moment ago`. @param now UNIX ms */
export function formatTimeAgo(time: string | number, now: number = Date.now()): string {
  const distance = new Date(time).getTime() - now
  const unit = units.find(([, length]) => Math.abs(distance) >= length)
  if (!unit) return 'a moment ago'
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return relative.format(Math.round(distance / unit[1]), unit[0])
}

/** Formats a time like `formatTimeAgo`, but in seconds for the last minute: `5 s ago`. */
export function formatSecondsAgo(time: string | number, now: number = Date.now()): string {
  const seconds = Math.floor((now - new Date(time).getTime()) / 1000)
  return seconds < 60 ? `${Math.max(1, seconds)} s ago` : formatTimeAgo(time, now)
}
