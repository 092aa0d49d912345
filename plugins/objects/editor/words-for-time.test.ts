import { expect, test } from 'vitest'

import { timeAgo } from './words-for-time.ts'

const now = Date.UTC(2026, 10, 20, 12)

test.each([
  [0, 'a moment ago'],
  [59_000, 'a moment ago'],
  [61_000, '1 minute ago'],
  [2 * 3_600_000, '2 hours ago'],
  [86_400_000, 'yesterday'],
  [-86_400_000, 'tomorrow'],
  [400 * 86_400_000, 'last year'],
])('%d ms before now is %s', (ms, words) => expect(timeAgo(now - ms, now)).toBe(words))
