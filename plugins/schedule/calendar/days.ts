/** Days as `2026-11-20`, in the time zone of the browser. */

export type View = 'month' | 'week'

/** Something that is to happen to an object, or a release that goes live. */
export interface Entry {
  /** The action and the subject: `publish 5f…`. */
  readonly id: string
  /** Id of the object, or of the release. */
  readonly subjectID: string
  readonly title: string
  readonly locale: string | null
  readonly action: 'publish' | 'unpublish' | 'release'
  /** The objects of a release. */
  readonly count?: number
  /** UNIX ms. */
  readonly at: number
}

const two = (value: number) => String(value).padStart(2, '0')

export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** The day as a date at its beginning; another text is today. */
export function dateOf(day: string | undefined, now: Date): Date {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? []
  return year === undefined
    ? new Date(now.getFullYear(), now.getMonth(), now.getDate())
    : new Date(Number(year), Number(month) - 1, Number(date))
}

/** The same time of day, `days` days later: also across a clock change. */
export function daysLater(date: Date, days: number): Date {
  const later = new Date(date)
  later.setDate(later.getDate() + days)
  return later
}

/** The Monday of a week. */
const mondayOf = (date: Date): Date => daysLater(date, -((date.getDay() + 6) % 7))

/** The days on screen: whole weeks, from Monday on. */
export function visibleDays(date: Date, view: View): Date[] {
  const first = view === 'week' ? date : new Date(date.getFullYear(), date.getMonth(), 1)
  const last = view === 'week' ? date : new Date(date.getFullYear(), date.getMonth() + 1, 0)
  const days: Date[] = []
  for (let day = mondayOf(first); days.length % 7 !== 0 || day <= last; day = daysLater(day, 1))
    days.push(day)
  return days
}

/** Days by weeks. */
export const weeksOf = (days: readonly Date[]): Date[][] =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))

/** The day that the next or previous month or week is shown by. */
export const turned = (date: Date, view: View, by: 1 | -1): Date =>
  view === 'week' ? daysLater(date, by * 7) : new Date(date.getFullYear(), date.getMonth() + by, 1)

/** The same day of another month, or the last one of a shorter month. */
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

/** The day that a key of a date grid moves the focus to. */
export const targetDay = (key: string, day: Date): Date | undefined => targets[key]?.(day)

/** A time on another day. */
export function onDay(at: number, day: Date): number {
  const time = new Date(at)
  const moved = new Date(day)
  moved.setHours(time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds())
  return moved.getTime()
}

/** How far a day is from today: `In 10 days`. */
export function describeDistance(day: Date, now: Date): string {
  const today = dateOf(undefined, now)
  // Days on which clocks change have 23 or 25 hours.
  const days = Math.round((dateOf(dayOf(day), now).getTime() - today.getTime()) / 86_400_000)
  if (days === 0) return 'Today'
  if (Math.abs(days) === 1) return days > 0 ? 'Tomorrow' : 'Yesterday'
  return days > 0 ? `In ${days} days` : `${-days} days ago`
}

/** A typed time of day, such as `9`, `9:30` or `09.30`, on a day. */
export function timeOnDay(text: string, day: Date): number | undefined {
  const [, hours, minutes = '0'] = /^([01]?\d|2[0-3])(?:[:.]([0-5]\d))?$/.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  const time = new Date(day)
  time.setHours(Number(hours), Number(minutes), 0, 0)
  return time.getTime()
}
