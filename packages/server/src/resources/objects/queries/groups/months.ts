/** A month as `2026-11`. */
export type Month = string

/** Calendar months in a time zone. */
export interface Months {
  /** The month that a time is in, UNIX ms. */
  monthOf(time: number): Month
  /** The first instant of a month, as times are stored, and that of the next one. */
  boundsOf(month: Month): { from: string; to: string }
}

const DAY = 86_400_000

const isoMonth = (time: number): Month => new Date(time).toISOString().slice(0, 7)

/** The month `by` months later. */
function shifted(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return isoMonth(Date.UTC(year, number - 1 + by))
}

/**
 * @param zone a time zone as IANA names it
 * @throws RangeError for one that is unknown
 */
export function monthsIn(zone: string): Months {
  const offsetAt = offsetsOf(zone)
  const starts = new Map<Month, number>()
  function startOf(month: Month): number {
    const cached = starts.get(month)
    if (cached !== undefined) return cached
    const midnight = Date.parse(`${month}-01T00:00:00.000Z`)
    // The offset at midnight of the zone; between it and midnight in UTC the clocks may have changed.
    const start = midnight - offsetAt(midnight - offsetAt(midnight))
    starts.set(month, start)
    return start
  }
  return {
    monthOf(time) {
      const month = isoMonth(time)
      if (time < startOf(month)) return shifted(month, -1)
      const next = shifted(month, 1)
      return time >= startOf(next) ? next : month
    },
    boundsOf: (month) => ({
      from: new Date(startOf(month)).toISOString(),
      to: new Date(startOf(shifted(month, 1))).toISOString(),
    }),
  }
}

/** The offset of a zone from UTC at a time, ms. */
function offsetsOf(zone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (time) => {
    const parts = new Map(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    )
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const local = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    // Offsets are less than a day and a half; the milliseconds are those of the time.
    const offset = local - (time - (((time % 1000) + 1000) % 1000))
    return Math.abs(offset) < 2 * DAY ? offset : 0
  }
}
