import { expect, test } from 'vitest'

import { outlineNamed } from './all-icons.ts'
import { firstIcons } from './first-icons.ts'
import { outlineOf } from './icon-outline.ts'
import { moreIcons } from './more-icons.ts'

test('every shape becomes a separate path', () => {
  const body = `<g fill="none" stroke-width="2"><path d="m3 7l8 5"/><path d="m1 1h2"/>
    <circle cx="12" cy="12" r="10"/><rect width="18" height="6" x="3" y="4" rx="2"/><rect width="2" height="3" x="1" y="1"/></g>`
  expect(outlineOf(body)).toBe(
    [
      'm3 7l8 5',
      'M0 0m1 1h2',
      'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0',
      'M5 4h14a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2z',
      'M1 1h2v3h-2z',
    ].join(''),
  )
})

test.each(Object.entries({ ...firstIcons, ...moreIcons }))(
  '%s has the outline that Lucide draws',
  (name, outline) => {
    expect(outline).not.toBe('')
    expect(outline).toBe(outlineNamed(name))
  },
)

test('an icon is found by its former name, and an unknown one is not', () => {
  expect(outlineNamed('building-2')).toBe(moreIcons['building-2'])
  expect(outlineNamed('no-such-icon')).toBeUndefined()
})
