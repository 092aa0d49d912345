import {
  parseDate,
  parseDateTime,
  type CalendarDate,
  type CalendarDateTime,
  type DateValue,
} from '@internationalized/date'

/** `YYYY-MM-DD`, or with a time `YYYY-MM-DDTHH:mm` in the user's time zone. */
export type IsoDate = string

/** Parses an ISO text; null if it is empty or not a valid date. */
export function dateOf(
  text: IsoDate | null | undefined,
  hasTime: boolean,
): CalendarDate | CalendarDateTime | null {
  if (!text) return null
  try {
    return hasTime ? parseDateTime(text) : parseDate(text.slice(0, 10))
  } catch {
    return null
  }
}

/** Returns the ISO text of a date. */
export function isoOf(date: DateValue | null, hasTime: boolean): IsoDate | null {
  return date?.toString().slice(0, hasTime ? 16 : 10) ?? null
}
