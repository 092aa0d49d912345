import { afterEach, expect, test } from 'vitest'

import { formatDateTime, formatNumber, regions, setRegion } from './format.ts'
import { regionChoices } from './regions.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll("'", '’')

afterEach(() => setRegion('en-GB'))

test('all regions are offered', () => {
  expect(regionChoices.map(({ id }) => id).toSorted()).toEqual([...regions].toSorted())
})

test.each(regionChoices.filter(({ id }) => id !== 'browser'))(
  '$label formats like its sample',
  ({ id, sample }) => {
    setRegion(id)
    const time = new Date(2026, 0, 2, 9)
    expect(plain(`${formatDateTime(time)} · ${formatNumber(1284.5)}`)).toBe(sample)
  },
)
