/** How a workbook cell displays its number. */
export type NumberKind = 'number' | 'day' | 'time' | 'duration'

/** Formats built into every workbook: 14 is a day, 20 a time. */
const BUILT_IN: readonly (readonly [first: number, last: number, kind: NumberKind])[] = [
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'day'],
  [27, 36, 'day'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'day'],
]

/**
 * Returns how a format displays a number.
 * @param code the code of a custom format: `yyyy-mm-dd`; undefined for a built-in one
 */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined)
    return BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'number'
  // Quoted words, colours and escaped signs do not count as letters of the format.
  const letters = (code.split(';', 1)[0] ?? '')
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .toLowerCase()
  if (/general|[0#?]e[+-]/.test(letters)) return 'number'
  if (/\[(?:h|m|s)+\]/.test(letters)) return 'duration'
  if (/[yd]/.test(letters)) return 'day'
  if (/[hs]/.test(letters)) return 'time'
  return letters.includes('m') ? 'day' : 'number'
}

const DAY = 86_400
/** 31 December 9999. */
const LAST_DAY = 2_958_466

/**
 * Converts a number of a workbook to the text of a table. Days and times are in ISO 8601; a day with a time ends in
 * `Z`.
 */
export function numberText(value: number, kind: NumberKind, is1904: boolean): string {
  if (kind === 'number' || value < 0 || value >= LAST_DAY) return formatNumber(value)
  const seconds = Math.round(value * DAY)
  if (kind === 'duration') return clock(seconds)
  if (value < 1 && !(kind === 'day' && is1904)) return clock(seconds)
  // Excel treats 1900 as a leap year, so its days before March are off by one.
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30)
  const text = new Date(epoch + seconds * 1000).toISOString()
  return seconds % DAY === 0 ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Formats a number as spreadsheets show it: with 15 digits, without an exponent. */
function formatNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e')
    ? value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 15 })
    : text
}

/** Returns the column of a cell, from 0: 27 for `AB12`. Undefined if the reference names no column. */
export function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase()
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64
  return column - 1
}

/** Decodes `_x000D_`, the way in which workbooks write characters that XML cannot hold. */
export const unescape = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      )
    : text
