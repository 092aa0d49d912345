/** Days as `2026-11-20`, in the time zone of the browser. */

export type View = 'month' | 'week'

/** A scheduled action on an object, or a release that goes live. */
export interface Entry {
  /** The action and the subject: `publish 5f…`. */
  readonly id: string
  /** Id of the object or release. */
  readonly subjectID: string
  readonly title: string
  readonly locale: string | null
  readonly action: 'publish' | 'unpublish' | 'release'
  /** Number of objects in a release. */
  readonly count?: number
  /** UNIX ms. */
  readonly at: number
}

const two = (value: number) => String(value).padStart(2, '0')

export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Parses a day as a date at midnight. Any other text results in today. */
export function dateOf(day: string | undefined, now: Date): Date {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? []
  return year === undefined
    ? new Date(now.getFullYear(), now.getMonth(), now.getDate())
    : new Date(Number(year), Number(month) - 1, Number(date))
}

/** Returns the same time of day, `days` days later, even across a clock change. */
export function daysLater(date: Date, days: number): Date {
  const later = new Date(date)
  later.setDate(later.getDate() + days)
  return later
}

/** Returns the Monday of a week. */
const mondayOf = (date: Date): Date => daysLater(date, -((date.getDay() + 6) % 7))

/** Returns the days on screen: whole weeks, beginning on Monday. */
export function visibleDays(date: Date, view: View): Date[] {
  const first = view === 'week' ? date : new Date(date.getFullYear(), date.getMonth(), 1)
  const last = view === 'week' ? date : new Date(date.getFullYear(), date.getMonth() + 1, 0)
  const days: Date[] = []
  for (let day = mondayOf(first); days.length % 7 !== 0 || day <= last; day = daysLater(day, 1))
    days.push(day)
  return days
}

/** Groups days into weeks. */
export const weeksOf = (days: readonly Date[]): Date[][] =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))

/** Returns a day in the next or previous month or week. */
export const shiftDay = (date: Date, view: View, by: 1 | -1): Date =>
  view === 'week' ? daysLater(date, by * 7) : new Date(date.getFullYear(), date.getMonth() + by, 1)

/** Returns the same day of another month, or the last day of a shorter month. */
function monthsLater(day: Date, months: number): Date {
  const last = new Date(day.getFullYear(), day.getMonth() + months + 1, 0)
  return new Date(last.getFullYear(), last.getMonth(), Math.min(day.getDate(), last.getDate()))
}

const targets: Readonly<Record<string, (day: Date) => Date>> = {
  ArrowRight: (day) => daysLater(day, 1),
  ArrowLeft: (day) => daysLater(day, -1),
  ArrowDown: (day) => daysLater(day, 7),
  ArrowUp: (day) => daysLater(day, -7),
  Home: mondayOf,
  End: (day) => daysLater(mondayOf(day), 6),
  PageDown: (day) => monthsLater(day, 1),
  PageUp: (day) => monthsLater(day, -1),
}

/** Returns the day to which a key of a date grid moves the focus. */
export const targetDay = (key: string, day: Date): Date | undefined => targets[key]?.(day)

/** Moves a time to another day. */
export function onDay(at: number, day: Date): number {
  const time = new Date(at)
  const moved = new Date(day)
  moved.setHours(time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds())
  return moved.getTime()
}

/** Describes how far a day is from today: `In 10 days`. */
export function describeDistance(day: Date, now: Date): string {
  const today = dateOf(undefined, now)
  // Days on which clocks change have 23 or 25 hours.
  const days = Math.round((dateOf(dayOf(day), now).getTime() - today.getTime()) / 86_400_000)
  if (days === 0) return 'Today'
  if (Math.abs(days) === 1) return days > 0 ? 'Tomorrow' : 'Yesterday'
  return days > 0 ? `In ${days} days` : `${-days} days ago`
}

/** Parses a time, such as `9`, `9:30` or `09.30`, and returns it on a day. @returns undefined for any other text */
export function timeOnDay(text: string, day: Date): number | undefined {
  const [, hours, minutes = '0'] = /^([01]?\d|2[0-3])(?:[:.]([0-5]\d))?$/.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  const time = new Date(day)
  time.setHours(Number(hours), Number(minutes), 0, 0)
  return time.getTime()
}
