import {
  parseDate,
  parseDateTime,
  type CalendarDate,
  type CalendarDateTime,
  type DateValue,
} from '@internationalized/date'

/** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm` in the reader's own time zone where a time is asked for. */
export type IsoDate = string

/** The date of an ISO text, or null when it is empty or no such date. */
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

/** The ISO text of a date. */
export function isoOf(date: DateValue | null, hasTime: boolean): IsoDate | null {
  return date?.toString().slice(0, hasTime ? 16 : 10) ?? null
}
