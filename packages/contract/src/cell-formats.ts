import { type } from 'arktype'

// Notations of numbers, days and switches in table cells. An import proposes fields by them, so reading must not lose a
// value.

/**
 * Whether a text is a number that round-trips exactly. The zeros of `007` and `1.10` may belong to a postal code or a
 * version number, and `1e5` may be a code.
 */
export const isNumberText = (text: string): boolean =>
  /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) && String(Number(text)) === text

/** Whether a text is the `TRUE` or `FALSE` of a spreadsheet. */
export const isSwitchText = (text: string): boolean => /^(true|false)$/i.test(text)

/**
 * The national notation of a column's cells: `1.234,5` and `1,234.5`, `29.03.2026` and `03/29/2026`, `WAHR`, `oui` or
 * `x`. Nothing is guessed: `01/02/2026` is a day in both orders.
 */
export const cellFormat = () =>
  type("'decimal_comma' | 'decimal_point' | 'day_first' | 'month_first' | 'yes_no'")
export type CellFormat = ReturnType<typeof cellFormat>['infer']

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Spreadsheets write `TRUE` in their user's language. */
const YES = words(
  'true yes y on 1 x ✓ ✔ wahr ja j vrai oui verdadero sí si verdadeiro sim vero waar prawda tak ano sant sand tosi kyllä igaz igen истина да',
)
const NO = words(
  'false no n off 0 falsch nein faux non falso não onwaar nee fałsz nie ne falskt falsk nej epätosi ei hamis nem ложь нет',
)

type CellReader = (text: string) => string | number | boolean | undefined

/**
 * Reads digits in groups of three, or without groups. Some countries separate groups by spaces of any width, or
 * apostrophes.
 */
const numbers = (group: string, point: string): CellReader => {
  const form = new RegExp(`^([-+−]?)(\\d{1,3}(?:[${group}\\s’']\\d{3})+|\\d+)(?:${point}(\\d+))?$`)
  return (text) => {
    const [, sign = '', whole, fraction] = form.exec(text) ?? []
    if (whole === undefined) return undefined
    const digits = whole.replaceAll(/\D/g, '')
    // A double preserves at most 15 digits of any decimal text.
    if (digits.length + (fraction?.length ?? 0) > 15) return undefined
    return Number(`${sign.replace('−', '-')}${digits}.${fraction ?? '0'}`)
  }
}

const days = (order: 'day' | 'month'): CellReader => {
  return (text) => {
    const [, first = '', second = '', year = ''] =
      /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text.replaceAll(/\.\s+/g, '.')) ?? []
    const [day, month] = order === 'day' ? [first, second] : [second, first]
    const isoDate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const at = new Date(`${isoDate}T00:00:00.000Z`)
    // `Date` reads 30 February as 2 March.
    return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(isoDate) ? undefined : isoDate
  }
}

const readers: Readonly<Record<CellFormat, CellReader>> = {
  decimal_comma: numbers('.', ','),
  decimal_point: numbers(',', '\\.'),
  day_first: days('day'),
  month_first: days('month'),
  yes_no(text) {
    const word = text.toLowerCase()
    if (YES.has(word)) return true
    return NO.has(word) ? false : undefined
  },
}

/** No number, day or word is longer. Normalizing a text of combining marks takes quadratic time. */
const LONGEST_CELL = 1000

/** Returns the value of a cell, or undefined if the cell does not have that format. */
export function readCell(text: string, format: CellFormat): string | number | boolean | undefined {
  const cell = text.trim()
  return cell.length > LONGEST_CELL ? undefined : readers[format](cell.normalize('NFC'))
}

const FORMATS = Object.keys(readers) as CellFormat[]

/** Returns the formats that fit all texts of a column and change the stored value of at least one. */
export function formatsOf(texts: readonly string[]): CellFormat[] {
  return FORMATS.filter(
    (format) =>
      texts.every((text) => readCell(text, format) !== undefined) &&
      texts.some((text) => String(readCell(text, format)) !== text.toLowerCase()) &&
      (format !== 'yes_no' || texts.some((text) => /\p{L}/u.test(text))),
  )
}
