/** The reason why a value is not an instant, in words that follow the field's name. */
export interface InstantProblem {
  readonly rule: 'instant' | 'seconds' | 'zone' | 'day' | 'range'
  readonly words: string
}

const problems = {
  instant: 'must be UNIX milliseconds, or an ISO time such as 2026-03-29T10:00:00Z',
  seconds: 'looks like seconds: write UNIX milliseconds, or an ISO time',
  zone: 'must say its time zone, such as 2026-03-29T10:00:00Z or +02:00',
  day: 'must be a day and a time that exist',
  range: 'must be within the years 1 to 9999',
} as const satisfies Record<InstantProblem['rule'], string>

const FIRST = Date.parse('0001-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Numbers that are probably seconds: as seconds they are the years 1973 to 5138, as milliseconds only the first three
 * years after 1970.
 */
const SECONDS = { first: 100_000_000, last: 100_000_000_000 }

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):?(\d\d))?)?$/

/**
 * Parses an instant in one of the forms that clients write: UNIX milliseconds, as a number or in digits, or ISO 8601
 * with a zone. A day alone is its midnight in UTC. The server's own time zone never counts.
 * @param zoneless whether a time without a zone is refused, or read as UTC
 * @returns UNIX ms, or the problem
 */
export function parseInstant(
  raw: number | string,
  zoneless: 'refused' | 'utc' = 'refused',
): number | InstantProblem {
  if (typeof raw === 'number' || /^-?\d+$/.test(raw)) return fromNumber(Number(raw))
  const [matched, year, month, day, hour, minute, second, fraction, utc, sign, hours, minutes] =
    ISO.exec(raw.trim()) ?? []
  if (matched === undefined) return problem('instant')
  const isDayAlone = hour === undefined
  const hasZone = utc !== undefined || sign !== undefined
  if (!isDayAlone && !hasZone && zoneless === 'refused') return problem('zone')
  const clock = `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`
  const text = `${year}-${month}-${day}T${clock}`
  const time = Date.parse(`${text}.000Z`)
  // `Date.parse` reads 30 February as 2 March, and 24:00 as the next day.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, text.length) !== text)
    return problem('day')
  const away = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  if (away > 14 * 60 || Number(minutes ?? 0) > 59) return problem('day')
  const offset = (sign === '-' ? -1 : 1) * away * 60_000
  return inRange(time + Math.trunc(Number(`0.${fraction ?? 0}`) * 1000) - offset)
}

function fromNumber(time: number): number | InstantProblem {
  if (!Number.isInteger(time)) return problem('instant')
  if (Math.abs(time) >= SECONDS.first && Math.abs(time) < SECONDS.last) return problem('seconds')
  return inRange(time)
}

const inRange = (time: number): number | InstantProblem =>
  time >= FIRST && time <= LAST ? time : problem('range')

const problem = (rule: InstantProblem['rule']): InstantProblem => ({ rule, words: problems[rule] })
