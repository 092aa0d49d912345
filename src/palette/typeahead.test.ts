// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { press } from '../keys/keyboard.fixture.ts'
import type { Review } from '../commands/review.ts'
import { createPaletteDoor } from './door.ts'
import { takeTyping } from './typeahead.ts'

const palette = createPaletteDoor({ run: vi.fn(), onOpenChange: vi.fn(), cancel: vi.fn() })
const below = vi.fn<(event: Event) => void>()
let stop: () => void

beforeEach(() => {
  palette.close()
  below.mockReset()
  stop = takeTyping(palette, window)
  window.addEventListener('keydown', below)
})
afterEach(() => {
  stop()
  window.removeEventListener('keydown', below)
})

const typed = (...keys: readonly Parameters<typeof press>[0][]): boolean[] =>
  keys.map((key) => document.body.dispatchEvent(press(key)))
const query = () => {
  const page = palette.state.get().pages.at(-1)
  return page && 'query' in page ? page.query : undefined
}

test('letters typed before the field has the focus are in the palette', () => {
  palette.open()
  expect(typed('o', 'p', 'x', 'Backspace', 'é')).toEqual([false, false, false, false, false])
  typed({ key: '@', code: 'KeyQ', down: ['Control', 'Alt', 'AltGraph'] })
  expect(query()).toBe('opé@')
  expect(below).not.toHaveBeenCalled()
  typed('Escape')
  expect(palette.state.get().pages).toEqual([])
})

test('chords and other keys are left to whom they belong', () => {
  palette.open({ query: 'so' })
  typed({ key: 'k', down: ['Control'] }, { key: 'b', down: ['Alt'] }, 'Tab', 'ArrowDown')
  typed({ key: 'é', isComposing: true })
  expect(query()).toBe('so')
  expect(below).toHaveBeenCalledTimes(5)
})

test('behind a plan nobody hears what was pressed before it was there', () => {
  const request = { title: 'Publish', review: {} as Review, args: {}, steps: [] }
  const answer = palette.review(request)
  expect(typed('Enter', 'x', 'ArrowDown')).toEqual([false, false, false])
  expect(below).not.toHaveBeenCalled()
  expect(palette.state.get().pages).toHaveLength(1)
  typed({ key: 'k', down: ['Control'] }, 'Tab')
  expect(below).toHaveBeenCalledTimes(2)
  // A notification is above it.
  document.body.innerHTML = '<div data-react-aria-top-layer><button></button></div>'
  document.querySelector('button')?.dispatchEvent(press('Enter'))
  expect(below).toHaveBeenCalledTimes(3)
  typed('Escape')
  return expect(answer).resolves.toBe(false)
})

test('nothing is taken while it is closed, or from its own field', () => {
  typed('a')
  expect(below).toHaveBeenCalledOnce()
  palette.open()
  document.body.innerHTML = '<div data-palette><input /></div><input id="page" />'
  document.querySelector('[data-palette] input')?.dispatchEvent(press('a'))
  expect(query()).toBe('')
  // The page's field that still has the focus is not what the user types into.
  document.querySelector('#page')?.dispatchEvent(press('b'))
  expect(query()).toBe('b')
})
