/** A month such as `2026-11`. */
export type Month = string

/** Calendar months in a time zone. */
export interface Months {
  /** Returns the month of a time in UNIX ms. */
  monthOf(time: number): Month
  /** Returns the first instant of a month and that of the next one, as times are stored. */
  boundsOf(month: Month): { from: string; to: string }
}

const DAY = 86_400_000

const isoMonth = (time: number): Month => new Date(time).toISOString().slice(0, 7)

/** Returns the month `by` months later. */
function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return isoMonth(Date.UTC(year, number - 1 + by))
}

/**
 * Creates the calendar months of a time zone.
 * @param zone an IANA time zone
 * @throws RangeError for an unknown one
 */
export function monthsIn(zone: string): Months {
  const offsetAt = offsetsOf(zone)
  const starts = new Map<Month, number>()
  function startOf(month: Month): number {
    const cached = starts.get(month)
    if (cached !== undefined) return cached
    const midnight = Date.parse(`${month}-01T00:00:00.000Z`)
    // Use the offset at the zone's own midnight: the clocks may change between it and midnight UTC.
    const start = midnight - offsetAt(midnight - offsetAt(midnight))
    starts.set(month, start)
    return start
  }
  return {
    monthOf(time) {
      const month = isoMonth(time)
      if (time < startOf(month)) return shiftMonth(month, -1)
      const next = shiftMonth(month, 1)
      return time >= startOf(next) ? next : month
    },
    boundsOf: (month) => ({
      from: new Date(startOf(month)).toISOString(),
      to: new Date(startOf(shiftMonth(month, 1))).toISOString(),
    }),
  }
}

/** Returns a function for the zone's offset from UTC at a time, in ms. */
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
    // Real offsets are far below two days: a larger difference means that the year was misread. The formatted parts
    // have no milliseconds, so those of the time are left out.
    const offset = local - (time - (((time % 1000) + 1000) % 1000))
    return Math.abs(offset) < 2 * DAY ? offset : 0
  }
}
