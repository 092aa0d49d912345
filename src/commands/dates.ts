/** A moment said in words. */
export interface Moment {
  readonly date: Date
  /** False when only the day was named; the time is then midnight. */
  readonly hasTime: boolean
}

/**
 * Reads a moment in English words or in digits: "tomorrow 9:00", "next monday", "in 2 hours", "2026-05-01".
 * The parser is loaded at the first use.
 * @param now what "tomorrow" is counted from
 * @returns undefined when the text names no moment, or says more than a moment
 */
export async function parseMoment(text: string, now: Date): Promise<Moment | undefined> {
  const { parse } = await import('chrono-node')
  const words = spellOut(text)
  const [result, ...others] = parse(words, now, { forwardDate: true })
  // Half-understood input would silently schedule something for another time.
  if (!result || others.length > 0 || result.text.length < words.length) return undefined
  const hasTime = result.start.isCertain('hour')
  const date = result.start.date()
  if (!hasTime) date.setHours(0, 0, 0, 0)
  return { date, hasTime }
}

/** Short forms that people type and the parser does not know: "tom 9" is tomorrow at 9. */
function spellOut(text: string): string {
  return text
    .trim()
    .replace(/^(tom|tmrw?|tomo)\b/i, 'tomorrow')
    .replace(/^(tod)\b/i, 'today')
    .replace(/^([a-z]+(?: [a-z]+)?) (\d{1,2})$/i, (all, day: string, hour: string) =>
      /(day|morrow|^mon|^tue|^wed|^thu|^fri|^sat|^sun)/i.test(day) ? `${day} at ${hour}:00` : all,
    )
}

/** A moment as an argument: ISO-8601, UNIX ms, or the day alone. */
export function momentValue(date: Date, as: 'iso' | 'ms' | 'day'): string | number {
  if (as === 'ms') return date.getTime()
  if (as === 'iso') return date.toISOString()
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A moment argument in words, for its chip: `Thu, Mar 5, 2026, 9:00 AM`. */
export function describeMoment(value: string | number): string {
  // A day alone is local, not midnight UTC, which may be the day before.
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  const date = new Date(isDay ? `${value}T00:00` : value)
  if (Number.isNaN(date.getTime())) return String(value)
  return date.toLocaleString('en', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    ...(isDay ? {} : { hour: 'numeric', minute: '2-digit' }),
  })
}

/** What a date step offers before anything is typed. */
export const momentSuggestions: readonly string[] = [
  'in 1 hour',
  'today 18:00',
  'tomorrow 9:00',
  'next monday 9:00',
]
