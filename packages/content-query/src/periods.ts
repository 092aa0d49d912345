/**
 * Days in words, such as `today` or `last 30 days`. A query stores the words, so a saved one keeps its meaning on later
 * days. Like all days in filters, they are days in UTC. Weeks begin on Monday.
 *
 * `last 30 days` ends today and `next 7 days` begins today. `30 days ago` and `in 7 days` are single days. The period
 * `last month` is a calendar month.
 */

/** The first and the last day of a period, as `2024-01-31`. */
export interface Days {
  first: string
  last: string
}

const units = ['day', 'week', 'month', 'year'] as const
type Unit = (typeof units)[number]

const dayOffsets: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const counted = /^(last|next) ([1-9]\d{0,3}) (day|week|month|year)s?$/
const calendar = /^(last|this|next) (week|month|year)$/
const ago = /^([1-9]\d{0,3}) (day|week|month|year)s? ago$/
const ahead = /^in ([1-9]\d{0,3}) (day|week|month|year)s?$/

/** Periods to choose from; the usual ones come first. */
export const usualPeriods: readonly string[] = [
  'today',
  'yesterday',
  'last 7 days',
  'last 30 days',
  'this week',
  'this month',
  'this year',
  'last month',
  'last year',
  'tomorrow',
  'next 7 days',
  'next 30 days',
]

/** Returns the canonical spelling of a period, or undefined if the text is not one: `Last 1 day` → `last 1 days`. */
export function readPeriod(text: string): string | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (Object.hasOwn(dayOffsets, words) || calendar.test(words)) return words
  const plural = words.replace(/\b(day|week|month|year)\b/, '$1s')
  return [counted, ago, ahead].some((form) => form.test(plural)) ? plural : undefined
}

/** Whether a value is a period in the spelling of `readPeriod`. */
export function isPeriod(value: unknown): value is string {
  return typeof value === 'string' && readPeriod(value) === value
}

/** Returns the days of a period at a time in UNIX ms. */
export function daysOf(period: string, now: number): Days {
  const today = new Date(now)
  today.setUTCHours(0, 0, 0, 0)
  const from = (first: Date, last: Date): Days => ({ first: dayOf(first), last: dayOf(last) })

  const offset = dayOffsets[period]
  if (offset !== undefined)
    return from(moveDay(today, offset, 'day'), moveDay(today, offset, 'day'))

  const [, side, count, many] = counted.exec(period) ?? []
  if (side !== undefined) {
    const by = side === 'last' ? -Number(count) : Number(count)
    const other = moveDay(moveDay(today, by, unitOf(many)), side === 'last' ? 1 : -1, 'day')
    return side === 'last' ? from(other, today) : from(today, other)
  }
  const [, which, whole] = calendar.exec(period) ?? []
  if (which !== undefined) {
    const unit = unitOf(whole)
    const first = moveDay(startOf(today, unit), ['last', 'this', 'next'].indexOf(which) - 1, unit)
    return from(first, moveDay(moveDay(first, 1, unit), -1, 'day'))
  }
  const past = ago.exec(period)
  const [, distance, unit] = past ?? ahead.exec(period) ?? []
  const day = moveDay(today, past ? -Number(distance) : Number(distance), unitOf(unit))
  return from(day, day)
}

function unitOf(word: string | undefined): Unit {
  return units.find((unit) => unit === word) ?? 'day'
}

/** Moves a day by some units. The last days of a month stay within it: one month after 31 January is 28 February. */
function moveDay(day: Date, by: number, unit: Unit): Date {
  const next = new Date(day)
  if (unit === 'day' || unit === 'week') {
    next.setUTCDate(next.getUTCDate() + by * (unit === 'week' ? 7 : 1))
    return next
  }
  const months = unit === 'year' ? by * 12 : by
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + months)
  const days = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(day.getUTCDate(), days))
  return next
}

function startOf(day: Date, unit: Unit): Date {
  const start = new Date(day)
  if (unit === 'week') start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7))
  else start.setUTCDate(1)
  if (unit === 'year') start.setUTCMonth(0)
  return start
}

/**
 * Returns a day as an ISO date. Very early and late days are clamped to four-digit years, so that dates compare as
 * texts.
 */
function dayOf(date: Date): string {
  const year = date.getUTCFullYear()
  if (year < 1) return '0001-01-01'
  return year > 9999 ? '9999-12-31' : date.toISOString().slice(0, 10)
}
