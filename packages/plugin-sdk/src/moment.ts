/** A moment, read from text. */
export interface Moment {
  readonly date: Date
  /** False when only the day was named; the time is then midnight. */
  readonly hasTime: boolean
}

/**
 * Reads a moment in English words or in digits: "tomorrow 9:00", "next monday", "in 2 hours", "2026-05-01". The parser
 * is loaded on first use.
 * @param now the time that "tomorrow" is relative to
 * @returns undefined if the text names no moment, or contains more than a moment
 */
export async function parseMoment(text: string, now: Date): Promise<Moment | undefined> {
  const { parse } = await import('chrono-node')
  const words = spellOut(text)
  const [result, ...others] = parse(words, now, { forwardDate: true })
  // Half-understood input would silently schedule something for the wrong time.
  if (!result || others.length > 0 || result.text.length < words.length) return undefined
  const hasTime = result.start.isCertain('hour')
  const date = result.start.date()
  if (!hasTime) date.setHours(0, 0, 0, 0)
  return { date, hasTime }
}

const hours = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const hour = `(${hours.join('|')})`
const digits = (word: string): number => hours.indexOf(word.toLowerCase()) + 1

/**
 * Rewrites text that the parser does not know: short forms ("tom 9" is tomorrow at 9) and times in words ("at nine",
 * "half past eight").
 */
function spellOut(text: string): string {
  return text
    .trim()
    .replace(new RegExp(`\\bhalf past ${hour}\\b`, 'i'), (_, word: string) => `${digits(word)}:30`)
    .replace(
      new RegExp(`\\bat ${hour} thirty\\b`, 'i'),
      (_, word: string) => `at ${digits(word)}:30`,
    )
    .replace(new RegExp(`\\bat ${hour}\\b`, 'i'), (_, word: string) => `at ${digits(word)}`)
    .replace(
      /\bat (\d\S*) in the (morning|afternoon|evening)$/i,
      (_, time: string, part: string) =>
        `at ${time} ${part.toLowerCase() === 'morning' ? 'am' : 'pm'}`,
    )
    .replace(/^(tom|tmrw?|tomo)\b/i, 'tomorrow')
    .replace(/^(tod)\b/i, 'today')
    .replace(/^([a-z]+(?: [a-z]+)?) (\d{1,2})$/i, (all, day: string, hour: string) =>
      /(day|morrow|^mon|^tue|^wed|^thu|^fri|^sat|^sun)/i.test(day) ? `${day} at ${hour}:00` : all,
    )
}

/** Converts a moment to an argument: ISO-8601, UNIX ms, or the day alone. */
export function momentValue(date: Date, as: 'iso' | 'ms' | 'day'): string | number {
  if (as === 'ms') return date.getTime()
  if (as === 'iso') return date.toISOString()
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
