import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { HOUR, nextTime, expiredBackups } from './schedule.ts'

const DAY = 24 * HOUR
const at = (text: string) => Date.parse(`${text}Z`)

describe('the next scheduled backup', () => {
  test.each([
    ['later on the day', 'day', '2026-11-26T02:59:59.999', '2026-11-26T03:00:00'],
    ['at the hour itself, the next day', 'day', '2026-11-26T03:00', '2026-11-27T03:00'],
    ['over the end of a year', 'day', '2026-12-31T12:00', '2027-01-01T03:00'],
    // 26 November 2026 is a Thursday.
    ['on the weekday', 'week', '2026-11-26T12:00', '2026-11-29T03:00'],
    ['on the weekday before its hour', 'week', '2026-11-29T01:00', '2026-11-29T03:00'],
    ['on the weekday after its hour', 'week', '2026-11-29T04:00', '2026-12-06T03:00'],
  ] as const)('is due at the right time: %s', (_, every, after, next) => {
    expect(nextTime({ every, weekday: 7, hour: 3 }, at(after))).toBe(at(next))
  })

  test('is due within one interval, at the set hour, after an outage of any length', () => {
    const schedule = fc.record({
      every: fc.constantFrom('day' as const, 'week' as const),
      weekday: fc.integer({ min: 1, max: 7 }),
      hour: fc.integer({ min: 0, max: 23 }),
    })
    fc.assert(
      fc.property(schedule, fc.integer({ min: 0, max: at('2100-01-01T00:00') }), (when, now) => {
        const next = nextTime(when, now)
        expect(next).toBeGreaterThan(now)
        expect(next - now).toBeLessThanOrEqual(when.every === 'day' ? DAY : 7 * DAY)
        expect(new Date(next).getUTCHours()).toBe(when.hour)
        if (when.every === 'week') expect(new Date(next).getUTCDay()).toBe(when.weekday % 7)
      }),
    )
  })
})

describe('the retained backups', () => {
  /** Daily backups, newest first: `0` is on Sunday, 29 November 2026. */
  const daily = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: String(n),
      at: at('2026-11-29T03:00') - n * DAY,
    }))
  const retainedBackups = (
    all: ReturnType<typeof daily>,
    keep_daily: number,
    keep_weekly: number,
  ) => {
    const expiredIds = expiredBackups(all, { every: 'day', keep_daily, keep_weekly })
    return all.map(({ id }) => id).filter((id) => !expiredIds.includes(id))
  }

  test('are those of the last seven days and the last one of each of four weeks', () => {
    expect(retainedBackups(daily(60), 7, 4)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '14',
      '21',
    ])
  })

  test('include only the last one of each day', () => {
    const [first] = daily(1)
    const twice = [{ id: 'late', at: (first?.at ?? 0) + HOUR }, ...daily(3)]
    expect(retainedBackups(twice, 2, 0)).toEqual(['late', '1'])
  })

  test('are counted by days with a backup, so old ones stay until there are enough newer ones', () => {
    const [first, ...rest] = daily(60)
    expect(retainedBackups(first ? [first, ...rest.slice(40)] : [], 3, 0)).toEqual([
      '0',
      '41',
      '42',
    ])
  })

  test('of a weekly schedule are those of the latest weeks', () => {
    const weekly = daily(60).filter((_, n) => n % 7 === 0)
    const expiredIds = expiredBackups(weekly, { every: 'week', keep_daily: 7, keep_weekly: 4 })
    expect(weekly.length - expiredIds.length).toBe(4)
    expect(expiredBackups(weekly, { every: 'week', keep_daily: 7, keep_weekly: 0 })).not.toContain(
      '0',
    )
  })

  test('always include the newest one, and never exceed the configured number', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.integer({ min: 1, max: 31 }), fc.nat(52), (count, day, week) => {
        const all = daily(count + 1)
        expect(retainedBackups(all, day, week)[0]).toBe('0')
        expect(retainedBackups(all, day, week).length).toBeLessThanOrEqual(day + week)
      }),
    )
  })
})
