import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseInstant } from './instants.ts'

const ruleOf = (written: number | string) => {
  const read = parseInstant(written)
  return typeof read === 'number' ? new Date(read).toISOString() : read.rule
}

describe('an instant', () => {
  test.each([
    [1_774_742_400_000, '2026-03-29T00:00:00.000Z'],
    ['1774742400000', '2026-03-29T00:00:00.000Z'],
    ['2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['2026-03-29T10:00Z', '2026-03-29T10:00:00.000Z'],
    ['2026-03-29T10:00:00+02:00', '2026-03-29T08:00:00.000Z'],
    ['2026-03-29 10:00:00.5-0930', '2026-03-29T19:30:00.500Z'],
    ['2026-03-29T10:00:00.1239999Z', '2026-03-29T10:00:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('may be written as %j', (written, expected) => {
    expect(ruleOf(written)).toBe(expected)
  })

  test.each([
    [1_774_742_400, 'seconds'],
    ['1774742400', 'seconds'],
    [1.5, 'instant'],
    [Number.NaN, 'instant'],
    ['tomorrow', 'instant'],
    ['29.03.2026', 'instant'],
    ['', 'instant'],
    ['2026-03-29T10:00:00', 'zone'],
    ['2026-02-30', 'day'],
    ['2025-02-29T00:00:00Z', 'day'],
    ['2026-13-01', 'day'],
    ['2026-03-29T24:00:00Z', 'day'],
    ['2026-03-29T10:60:00Z', 'day'],
    ['2026-03-29T10:00:00+25:00', 'day'],
    ['0000-01-01T00:00:00Z', 'range'],
    ['9999-12-31T23:59:59-01:00', 'range'],
    [8.64e15, 'range'],
  ])('cannot be written as %j, by the rule “%s”', (written, rule) => {
    expect(ruleOf(written)).toBe(rule)
  })

  test('is the same in every written form and at every offset', () => {
    const time = fc.integer({ min: 1e11, max: Date.parse('9990-01-01') })
    fc.assert(
      fc.property(time, fc.integer({ min: -14 * 60, max: 14 * 60 }), (at, offset) => {
        const sign = offset < 0 ? '-' : '+'
        const away = Math.abs(offset)
        const two = (n: number) => String(n).padStart(2, '0')
        const local = new Date(at + offset * 60_000).toISOString().slice(0, -1)
        const zone = `${sign}${two(Math.floor(away / 60))}:${two(away % 60)}`
        for (const written of [at, String(at), new Date(at).toISOString(), local + zone])
          expect(parseInstant(written)).toBe(at)
        expect(parseInstant(new Date(at).toISOString().slice(0, -1), 'utc')).toBe(at)
      }),
    )
  })
})
