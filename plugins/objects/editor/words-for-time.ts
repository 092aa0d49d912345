const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `2 minutes ago`, `yesterday`, `a moment ago`. @param now UNIX ms */
export function timeAgo(time: string | number, now: number = Date.now()): string {
  const distance = new Date(time).getTime() - now
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const [unit, length] = steps.find(([, ms]) => Math.abs(distance) >= ms) ?? ['second', 0]
  return length === 0 ? 'a moment ago' : words.format(Math.round(distance / length), unit)
}

/** The same of what has just happened, by the second: `5 s ago`. */
export function justAgo(time: string | number, now: number = Date.now()): string {
  const seconds = Math.floor((now - new Date(time).getTime()) / 1000)
  return seconds < 60 ? `${Math.max(1, seconds)} s ago` : timeAgo(time, now)
}

/** `21 Nov 2026, 09:00` in the reader's time zone. */
export function dateAndTime(time: string | number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(time),
  )
}
