import { expect, test } from 'vitest'

import { type LimitKey, formatLimit, planIds, planOffers, formatUsage } from './plans.ts'

test('limits are shown as in decisions §3', () => {
  const texts = planIds.map((id) =>
    Object.entries(planOffers[id].limits).map(([key, limit]) =>
      formatLimit(key as LimitKey, limit),
    ),
  )
  expect(texts).toEqual(
    [
      '1 2 50 1,000 10k 100k 50_GB 200 5_GB 25k 50_GB 300k 300k',
      '3 5 300 20,000 25k 750k 500_GB 5,000 50_GB 100k 250_GB 1M 1M',
      '5 10 1,000 50,000 150k 3M 2_TB 10,000 100_GB 500k 1_TB 3M 3M',
      Array.from({ length: 13 }, () => 'Custom').join(' '),
    ].map((line) => line.split(' ').map((limit) => limit.replace('_', ' '))),
  )
})

test('usage is shown in the units of the limits', () => {
  const used = [
    formatUsage('objects', 12_480),
    formatUsage('media_storage', 31e9),
    formatUsage('media_storage', 1),
    formatUsage('api_bandwidth', 1.25e12),
  ]
  expect(used).toEqual(['12,480', '31 GB', '1 MB', '1.3 TB'])
})
