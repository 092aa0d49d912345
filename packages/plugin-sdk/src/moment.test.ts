import { expect, test } from 'vitest'

import { momentValue, parseMoment } from './moment.ts'

/** A Sunday. */
const now = new Date(2026, 10, 29, 12, 0)

test.each([
  ['tomorrow at nine', new Date(2026, 10, 30, 9, 0)],
  ['tomorrow at half past eight', new Date(2026, 10, 30, 8, 30)],
  ['on Friday at ten thirty', new Date(2026, 11, 4, 10, 30)],
  ['tomorrow at nine in the evening', new Date(2026, 10, 30, 21, 0)],
  ['tonight at eight', new Date(2026, 10, 29, 20, 0)],
  ['next monday at 9:00', new Date(2026, 10, 30, 9, 0)],
  ['in two hours', new Date(2026, 10, 29, 14, 0)],
  ['tom 9', new Date(2026, 10, 30, 9, 0)],
  ['tomorrow at noon', new Date(2026, 10, 30, 12, 0)],
])('“%s” is parsed as a moment', async (words, date) => {
  expect((await parseMoment(words, now))?.date).toEqual(date)
})

test.each(['someone', 'tomorrow and on friday', 'nine lives'])(
  '“%s” is not parsed as a moment',
  async (words) => {
    expect(await parseMoment(words, now)).toBeUndefined()
  },
)

test('a day without a time starts at midnight', async () => {
  const moment = await parseMoment('on Friday', now)
  expect(moment).toEqual({ date: new Date(2026, 11, 4), hasTime: false })
  expect(momentValue(new Date(2026, 11, 4), 'day')).toBe('2026-12-04')
})
