/**
 * How numbers and times are written on screen: English words, with the order and separators of the region that the user
 * chose. What programs read (files, addresses, calls) is never written with these.
 */

/** How a region writes: `dates` is an English locale, or ISO 8601; `numbers` a locale whose digits and separators are taken. */
interface Conventions {
  readonly dates: 'en-GB' | 'en-US' | 'en-AU' | 'iso'
  readonly numbers: string
}

/** `browser` follows the language that the browser is set to; the others are the locales of the regions. */
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
/** The formats of the present region: a format costs as much as rendering a cell. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** The region that formats follow now; `en-GB` until another one is set. */
export const getRegion = (): Region => region

/** Formats follow another region from now on. What is on screen has to be rendered again: see `subscribeToRegion`. */
export function setRegion(next: Region): void {
  if (next === region) return
  region = next
  conventions = next === 'browser' ? conventionsOf(navigator.language) : REGIONS[next]
  dateFormats.clear()
  numberFormats.clear()
  for (const listener of listeners) listener()
}

/** Calls back after each change of the region. @returns stop */
export function subscribeToRegion(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The conventions of a language of the browser, with English words. */
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

/** A number with separators: `1,284.5`. @param most digits after the decimal separator */
export const formatNumber = (value: number, most = 3): string => digits(value, 0, most)

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** `1.9 MB`, in units of 1000 as disks are sold. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  const decimals = power === 0 || value >= 10 ? 0 : 1
  return `${digits(value, decimals, decimals)} ${UNITS[power] ?? ''}`
}

/** UNIX ms, an ISO text or a date. */
type Time = number | string | Date

/** Whether it is a time that JavaScript can hold. */
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

/** Days of content and of invoices have no time zone: they are stored as midnight UTC. */
interface Zone {
  readonly isUTC?: boolean | undefined
}

function format(style: Style, time: Time, { isUTC = false }: Zone = {}): string {
  const date = new Date(time)
  // Stored by an older version, or by hand: a page must not fail because of it.
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

/** A day: `2 Jan 2026`. Like all of these functions, it returns invalid times unchanged. */
export const formatDate = (time: Time, zone?: Zone): string => format('date', time, zone)

/** `2 January 2026` */
export const formatLongDate = (time: Time): string => format('longDate', time)

/** A day without its year, where that is the present one: `2 Jan`. */
export function formatShortDate(time: Time, now: Time = Date.now(), zone?: Zone): string {
  const yearOf = (one: Time) =>
    zone?.isUTC ? new Date(one).getUTCFullYear() : new Date(one).getFullYear()
  return format(yearOf(time) === yearOf(now) ? 'shortDate' : 'date', time, zone)
}

/** A day of the present year, in full: `Friday 2 January`. */
export const formatDay = (time: Time): string => format('day', time)

/** `Friday` */
export const formatWeekday = (time: Time): string => format('weekday', time)

/** `January 2026` */
export const formatMonth = (time: Time, zone?: Zone): string => format('month', time, zone)

/** A time of day: `09:00`. */
export const formatTime = (time: Time): string => format('time', time)

/** A time of day to the second: `09:00:05`. */
export const formatSeconds = (time: Time): string => format('seconds', time)

const join = (date: string, time: string): string =>
  `${date}${conventions.dates === 'iso' ? ' ' : ', '}${time}`

/** `2 Jan 2026, 09:00` */
export const formatDateTime = (time: Time): string =>
  isTime(time) ? join(formatDate(time), formatTime(time)) : String(time)

/** `2 Jan, 09:00`; with the year where that is another one. */
export const formatShortDateTime = (time: Time, now?: Time): string =>
  isTime(time) ? join(formatShortDate(time, now), formatTime(time)) : String(time)

/** `2 January 2026 at 09:00` */
export const formatLongDateTime = (time: Time): string =>
  `${formatLongDate(time)} at ${formatTime(time)}`

/** A time of the days around now: `Fri 09:00`. */
export const formatWeekdayTime = (time: Time): string =>
  `${format('shortWeekday', time)} ${formatTime(time)}`

/** `Fri, 2 Jan 2026` */
export const formatWeekdayDate = (time: Time): string =>
  `${format('shortWeekday', time)}, ${formatDate(time)}`

/** `a, b, and c`: texts are English in all regions. By hand, since the first use of `Intl` takes as long as half a page. */
export function formatList(words: Iterable<string>): string {
  const list = [...words]
  const last = list.pop() ?? ''
  if (list.length < 2) return [...list, last].join(' and ')
  return `${list.join(', ')}, and ${last}`
}

/** The time zone that times are shown in: `Europe/Vienna`. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
