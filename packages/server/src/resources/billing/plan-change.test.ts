import { type Purchase, describePurchase, formatMoney, priceOf } from '@typecase/contract/plans'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { afterInterval, changeOf, isSame, normalAddOns, type PaidPlan } from './plan-change.ts'

const start = Date.UTC(2026, 0, 1)
const end = Date.UTC(2026, 1, 1)
const half = (start + end) / 2

const bought = (plan_id: Purchase['plan_id'], add_ons: Purchase['add_ons'] = []): Purchase => ({
  plan_id,
  interval: 'month',
  add_ons,
})
const paid = (what: Purchase): PaidPlan => ({ bought: what, periodStart: start, periodEnd: end })

describe('prices', () => {
  test('a year costs a tenth less than twelve months', () => {
    expect(priceOf(bought('starter'))).toBe(29_900)
    expect(priceOf({ ...bought('starter'), interval: 'year' })).toBe(322_920)
    expect(priceOf(bought('pro', ['bundle']))).toBe(69_800)
  })

  test('are shown in dollars, with the plan, add-ons and interval', () => {
    expect([2500, 26_910, 118_800, 5].map(formatMoney)).toEqual([
      '$25',
      '$269.10',
      '$1,188',
      '$0.05',
    ])
    expect(describePurchase(bought('starter', ['localization']))).toBe(
      'Starter, Localization, monthly',
    )
    expect(describePurchase(bought('free'))).toBe('Free')
  })
})

describe('intervals', () => {
  test.each([
    ['2026-01-31', 'month', '2026-02-28'],
    ['2028-02-29', 'year', '2029-02-28'],
    ['2026-12-15', 'month', '2027-01-15'],
  ] as const)('starting on %s end one %s later, on a date that exists', (from, interval, to) => {
    expect(afterInterval(Date.parse(from), interval)).toBe(Date.parse(to))
  })
})

describe('a change of plan', () => {
  test('from nothing starts a period', () => {
    expect(changeOf(undefined, bought('pro'), start)).toEqual({
      bought: bought('pro'),
      next: null,
      due: 49_900,
      periodStart: start,
      periodEnd: end,
    })
  })

  test('to a larger plan is charged for the rest of the period', () => {
    const change = changeOf(paid(bought('starter')), bought('pro', ['webhooks']), half)
    expect(change).toMatchObject({ bought: bought('pro', ['webhooks']), next: null, due: 14_950 })
    expect(change.periodEnd).toBe(end)
  })

  test('to a smaller plan takes effect at the end of the period', () => {
    const now = paid(bought('pro', ['webhooks']))
    expect(changeOf(now, bought('starter'), half)).toMatchObject({
      bought: bought('pro', ['webhooks']),
      next: bought('starter'),
      due: 0,
    })
  })

  test('to a smaller plan with a new add-on adds that now and switches the plan when the period ends', () => {
    const change = changeOf(paid(bought('pro')), bought('starter', ['webhooks']), half)
    expect(change).toMatchObject({
      bought: bought('pro', ['webhooks']),
      next: bought('starter', ['webhooks']),
      due: 4950,
    })
  })

  test('to the bundle costs its price less that of the add-ons already held', () => {
    const change = changeOf(paid(bought('free', ['webhooks'])), bought('free', ['bundle']), start)
    expect(change).toMatchObject({ bought: bought('free', ['bundle']), due: 10_000 })
  })

  test('to yearly starts at once, less the rest of the month, but waits if the plan is smaller', () => {
    const yearly = { ...bought('starter'), interval: 'year' as const }
    const change = changeOf(paid(bought('starter')), yearly, half)
    expect(change).toMatchObject({ bought: yearly, next: null, due: 322_920 - 14_950 })
    expect(change).toMatchObject({ periodStart: half, periodEnd: afterInterval(half, 'year') })
    const less = changeOf(paid(bought('pro')), yearly, half)
    expect(less).toMatchObject({ bought: bought('pro'), next: yearly, due: 0 })
  })

  test('to monthly takes effect at the end of the year', () => {
    const yearly = { ...bought('starter'), interval: 'year' as const }
    const change = changeOf(paid(yearly), bought('starter'), half)
    expect(change).toMatchObject({ bought: yearly, next: bought('starter'), due: 0 })
  })

  test('costs at most the difference for the rest of the period, and takes away no add-on already paid for', () => {
    const anyBought = fc.record({
      plan_id: fc.constantFrom('free' as const, 'starter' as const, 'pro' as const),
      interval: fc.constantFrom('month' as const, 'year' as const),
      add_ons: fc
        .subarray(['bundle', 'webhooks', 'localization', 'custom_domain'] as const)
        .map(normalAddOns),
    })
    fc.assert(
      fc.property(anyBought, anyBought, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, at) => {
        const now = start + at * (end - start)
        const { bought: held, next, due } = changeOf(paid(a), b, now)
        expect(due).toBeGreaterThanOrEqual(0)
        // A year that starts now costs its whole price, less the rest of the month.
        const startsYear = a.interval === 'month' && held.interval === 'year'
        const rest = (end - now) / (end - start)
        const difference = priceOf(held) * (startsYear ? 1 : rest) - priceOf(a) * rest
        // Amounts are rounded to whole cents.
        expect(due).toBeLessThanOrEqual(Math.max(0, difference) + 0.5)
        const has = (one: string) =>
          held.add_ons.includes(one as never) || held.add_ons.includes('bundle')
        expect(a.add_ons.every(has)).toBe(true)
        // The target is reached now, or at the end of the period.
        expect(isSame(next ?? held, b)).toBe(true)
      }),
    )
  })
})
