/**
 * Formats numbers and times for the screen: in English words, with the order and separators of the region that the user
 * chose. Do not use these functions for files, addresses and calls, which programs read.
 */

/**
 * The conventions of a region: `dates` is an English locale or ISO 8601, `numbers` the locale of digits and separators.
 */
interface Conventions {
  readonly dates: 'en-GB' | 'en-US' | 'en-AU' | 'iso'
  readonly numbers: string
}

/** The conventions by region. `browser`, which is not listed, follows the browser's language. */
const REGIONS = {
  'en-GB': { dates: 'en-GB', numbers: 'en' },
  'en-US': { dates: 'en-US', numbers: 'en' },
  'de-DE': { dates: 'en-GB', numbers: 'de' },
  'fr-FR': { dates: 'en-GB', numbers: 'fr' },
  'de-CH': { dates: 'en-GB', numbers: 'de-CH' },
  'en-IN': { dates: 'en-AU', numbers: 'en-IN' },
  iso: { dates: 'iso', numbers: 'en' },
} as const satisfies Record<string, Conventions>

/** The locale of dates and numbers. */
export type Region = keyof typeof REGIONS | 'browser'

/** All regions, in the order in which they are offered. */
export const regions: readonly Region[] = [
  'browser',
  ...(Object.keys(REGIONS) as (keyof typeof REGIONS)[]),
]

let region: Region = 'en-GB'
let conventions: Conventions = REGIONS[region]
const listeners = new Set<() => void>()
/** Cached formats of the current region: creating one costs as much as rendering a cell. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Returns the region that formats follow; `en-GB` until another one is set. */
export const getRegion = (): Region => region

/** Sets the region of all formats. Text on screen must be rendered again: see `subscribeToRegion`. */
export function setRegion(next: Region): void {
  if (next === region) return
  region = next
  conventions = next === 'browser' ? conventionsOf(navigator.language) : REGIONS[next]
  dateFormats.clear()
  numberFormats.clear()
  for (const listener of listeners) listener()
}

/** Calls the listener after each change of the region. @returns a function that removes the listener */
export function subscribeToRegion(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the conventions of a browser language, with English words. */
function conventionsOf(locale: string): Conventions {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
  const [first] = format.formatToParts(0).filter(({ type }) => type !== 'literal')
  const is12Hours = format.resolvedOptions().hour12 === true
  const dayFirst = is12Hours ? 'en-AU' : 'en-GB'
  const dates = first?.type === 'month' ? 'en-US' : first?.type === 'year' ? 'iso' : dayFirst
  return { dates, numbers: `${new Intl.Locale(locale).baseName}-u-nu-latn` }
}

function digits(value: number, least: number, most: number): string {
  const key = `${least} ${most}`
  const numberFormat =
    numberFormats.get(key) ??
    new Intl.NumberFormat(conventions.numbers, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    })
  numberFormats.set(key, numberFormat)
  return numberFormat.format(value)
}

/** Formats a number with separators: `1,284.5`. @param most the maximum number of decimal digits */
export const formatNumber = (value: number, most = 3): string => digits(value, 0, most)

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Formats a size: `1.9 MB`, in units of 1000, as disks are sold. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  const decimals = power === 0 || value >= 10 ? 0 : 1
  return `${digits(value, decimals, decimals)} ${UNITS[power] ?? ''}`
}

/** UNIX ms, an ISO text or a date. */
type Time = number | string | Date

/** Whether a value is a time that JavaScript can represent. */
export const isTime = (time: Time): boolean => !Number.isNaN(new Date(time).getTime())

const STYLES = {
  date: { dateStyle: 'medium' },
  shortDate: { day: 'numeric', month: 'short' },
  longDate: { dateStyle: 'long' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  month: { month: 'long', year: 'numeric' },
  time: { timeStyle: 'short' },
  seconds: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
type Style = keyof typeof STYLES

/** Days in content and on invoices have no time zone: they are stored as midnight UTC. */
interface Zone {
  readonly isUTC?: boolean | undefined
}

function format(style: Style, time: Time, { isUTC = false }: Zone = {}): string {
  const date = new Date(time)
  // An older version or a manual edit may have stored an invalid time, which must not break the page.
  if (!isTime(date)) return String(time)
  if (conventions.dates === 'iso') {
    if (style === 'day') return `${format('weekday', date)} ${isoDay(date, isUTC)}`
    if (style === 'date' || style === 'shortDate' || style === 'longDate')
      return isoDay(date, isUTC)
  }
  const key = `${style} ${isUTC}`
  const locale = conventions.dates === 'iso' ? 'en-GB' : conventions.dates
  const dateFormat =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat(locale, { ...STYLES[style], ...(isUTC && { timeZone: 'UTC' }) })
  dateFormats.set(key, dateFormat)
  return dateFormat.format(date)
}

function isoDay(date: Date, isUTC: boolean): string {
  const offset = isUTC ? 0 : date.getTimezoneOffset() * 60_000
  return new Date(date.getTime() - offset).toISOString().slice(0, 10)
}

/** Formats a day: `2 Jan 2026`. Like all of these functions, it returns invalid times unchanged. */
export const formatDate = (time: Time, zone?: Zone): string => format('date', time, zone)

/** Formats a day: `2 January 2026`. */
export const formatLongDate = (time: Time): string => format('longDate', time)

/** Formats a day, without the year if it is the current one: `2 Jan`. */
export function formatShortDate(time: Time, now: Time = Date.now(), zone?: Zone): string {
  const yearOf = (one: Time) =>
    zone?.isUTC ? new Date(one).getUTCFullYear() : new Date(one).getFullYear()
  return format(yearOf(time) === yearOf(now) ? 'shortDate' : 'date', time, zone)
}

/** Formats a day of the current year: `Friday 2 January`. */
export const formatDay = (time: Time): string => format('day', time)

/** Formats a day of the week: `Friday`. */
export const formatWeekday = (time: Time): string => format('weekday', time)

/** Formats a month: `January 2026`. */
export const formatMonth = (time: Time, zone?: Zone): string => format('month', time, zone)

/** Formats a time of day: `09:00`. */
export const formatTime = (time: Time): string => format('time', time)

/** Formats a time of day with seconds: `09:00:05`. */
export const formatSeconds = (time: Time): string => format('seconds', time)

const join = (date: string, time: string): string =>
  `${date}${conventions.dates === 'iso' ? ' ' : ', '}${time}`

/** Formats a day and time: `2 Jan 2026, 09:00`. */
export const formatDateTime = (time: Time): string =>
  isTime(time) ? join(formatDate(time), formatTime(time)) : String(time)

/** Formats a day and time, without the year if it is the current one: `2 Jan, 09:00`. */
export const formatShortDateTime = (time: Time, now?: Time): string =>
  isTime(time) ? join(formatShortDate(time, now), formatTime(time)) : String(time)

/** Formats a day and time: `2 January 2026 at 09:00`. */
export const formatLongDateTime = (time: Time): string =>
  `${formatLongDate(time)} at ${formatTime(time)}`

/** Formats a time of a nearby day: `Fri 09:00`. */
export const formatWeekdayTime = (time: Time): string =>
  `${format('shortWeekday', time)} ${formatTime(time)}`

/** Formats a day: `Fri, 2 Jan 2026`. */
export const formatWeekdayDate = (time: Time): string =>
  `${format('shortWeekday', time)}, ${formatDate(time)}`

/**
 * Joins words: `a, b, and c`. Texts are English in all regions. Not with `Intl`, whose first use takes as long as
 * rendering half a page.
 */
export function formatList(words: Iterable<string>): string {
  const list = [...words]
  const last = list.pop() ?? ''
  if (list.length < 2) return [...list, last].join(' and ')
  return `${list.join(', ')}, and ${last}`
}

/** Returns the time zone in which times are shown: `Europe/Vienna`. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
