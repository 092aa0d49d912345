// @vitest-environment jsdom
import { browsers, compose } from '@typecase/ui/compositions.fixture'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { press } from '../keys/keyboard.fixture.ts'
import type { ArgumentRequest } from '../commands/interaction.ts'
import type { Review } from '../commands/review.ts'
import { createPaletteController } from './controller.ts'
import { takeTyping, type Typeahead } from './typeahead.ts'

const palette = createPaletteController({ run: vi.fn(), onOpenChange: vi.fn(), cancel: vi.fn() })
const below = vi.fn<(event: Event) => void>()
let typeahead: Typeahead

beforeEach(() => {
  palette.close()
  below.mockReset()
  typeahead = takeTyping(palette, window)
  window.addEventListener('keydown', takeFirst, { capture: true })
  window.addEventListener('keydown', below)
})
afterEach(() => {
  typeahead.stop()
  window.removeEventListener('keydown', takeFirst, { capture: true })
  document.body.replaceChildren()
  window.removeEventListener('keydown', below)
})

/** Handles a press like the dispatcher of keys. */
function takeFirst(event: KeyboardEvent): void {
  if (!typeahead.take(event)) return
  event.preventDefault()
  event.stopPropagation()
}

const typed = (...keys: readonly Parameters<typeof press>[0][]): boolean[] =>
  keys.map((key) => document.body.dispatchEvent(press(key)))
const query = () => {
  const page = palette.state.get().pages.at(-1)
  return page && 'query' in page ? page.query : undefined
}

test('letters typed before the field has the focus go into the palette', () => {
  palette.open()
  expect(typed('o', 'p', 'x', 'Backspace', 'é')).toEqual([false, false, false, false, false])
  typed({ key: '@', code: 'KeyQ', down: ['Control', 'Alt', 'AltGraph'] })
  expect(query()).toBe('opé@')
  expect(below).not.toHaveBeenCalled()
  typed('Escape')
  expect(palette.state.get().pages).toEqual([])
})

test('chords and other keys are left to the page', () => {
  palette.open({ query: 'so' })
  typed({ key: 'k', down: ['Control'] }, { key: 'b', down: ['Alt'] }, 'Tab', 'ArrowDown')
  typed({ key: 'é', isComposing: true })
  expect(query()).toBe('so')
  expect(below).toHaveBeenCalledTimes(5)
})

test('Option types on Apple, and a composition is left to the field in every browser', () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  palette.open({ query: 's' })
  typed({ key: 'ø', code: 'KeyO', down: ['Alt'] })
  expect(query()).toBe('sø')
  for (const browser of browsers) compose(document.body, browser, 'Escape')
  compose(document.body, 'Safari', 'Enter')
  compose(document.body, 'Safari', 'n')
  expect(query()).toBe('sø')
  expect(below).toHaveBeenCalledTimes(5)
  vi.restoreAllMocks()
})

test('keys pressed before a review has the focus are dropped, except chords, Tab and Escape', () => {
  const request = { title: 'Publish', review: {} as Review, args: {}, steps: [] }
  const answer = palette.review(request)
  expect(typed('Enter', 'x', 'ArrowDown')).toEqual([false, false, false])
  expect(below).not.toHaveBeenCalled()
  expect(palette.state.get().pages).toHaveLength(1)
  typed({ key: 'k', down: ['Control'] }, 'Tab')
  expect(below).toHaveBeenCalledTimes(2)
  // A notification is above the palette.
  document.body.innerHTML = '<div data-react-aria-top-layer><button></button></div>'
  document.querySelector('button')?.dispatchEvent(press('Enter'))
  expect(below).toHaveBeenCalledTimes(3)
  typed('Escape')
  return expect(answer).resolves.toBe(false)
})

test('nothing is captured while the palette is closed, or from its own field', () => {
  typed('a')
  expect(below).toHaveBeenCalledOnce()
  palette.open()
  document.body.innerHTML = '<div data-palette><input /></div><input id="page" />'
  document.querySelector('[data-palette] input')?.dispatchEvent(press('a'))
  expect(query()).toBe('')
  // The page's field still has the focus, but the user is typing for the palette.
  document.querySelector('#page')?.dispatchEvent(press('b'))
  expect(query()).toBe('b')
})

test('Enter before the field has the focus is repeated in it, after the text typed before', async () => {
  document.body.innerHTML = '<button></button><div data-palette><input /></div>'
  const [button, field] = [document.querySelector('button'), document.querySelector('input')]
  const pressed: string[] = []
  field?.addEventListener('keydown', (event) => {
    pressed.push(`${event.ctrlKey ? 'Ctrl+' : ''}${event.key} ${query()}`)
  })
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const arrive = async () => {
    field?.focus()
    await frame()
    field?.blur()
  }

  palette.open()
  expect(['p', 'u', 'Enter'].map((key) => button?.dispatchEvent(press(key)))).toEqual([
    false,
    false,
    false,
  ])
  expect(below).not.toHaveBeenCalled()
  await arrive()
  expect(pressed).toEqual(['Enter pu'])
  // Only once.
  await arrive()
  expect(pressed).toHaveLength(1)

  button?.dispatchEvent(press({ key: 'Enter', down: ['Control'] }))
  await arrive()
  expect(pressed[1]).toBe('Ctrl+Enter pu')

  // A held Enter is dropped after further typing, for another page, and on key repeat.
  typed('Enter', 'b')
  await arrive()
  typed('Enter')
  palette.open()
  await arrive()
  button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true }))
  await arrive()
  expect(pressed).toHaveLength(2)
})

const asks = (title: string): ArgumentRequest =>
  ({ command: { id: 'x' }, title, steps: [], args: {}, at: 'title' }) as never

test('text typed while a chosen command prepares waits for the page on which it asks', async () => {
  document.body.innerHTML = '<div data-palette><input /></div>'
  const field = document.querySelector('input')
  const pressed: string[] = []
  field?.addEventListener('keydown', ({ key }) => pressed.push(`${key} ${query()}`))
  const onField = (...keys: readonly string[]) =>
    keys.map((key) => field?.dispatchEvent(press(key)))

  palette.open({ query: 'new' })
  const id = palette.state.get().pages.at(-1)?.id ?? 0
  palette.dispatch({ type: 'busy', id, isBusy: true })
  const presses = onField('a', 'x', 'Backspace', 'b', 'Enter')
  expect(presses).toEqual([false, false, false, false, false])
  onField('Tab')
  expect(pressed).toEqual(['Tab new'])
  void palette.askArguments(asks('New object'))
  expect(query()).toBe('ab')
  field?.focus()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(pressed).toEqual(['Tab new', 'Enter ab'])

  // No question was asked, so the presses are not kept for a later page.
  palette.open({ query: 'theme' })
  const other = palette.state.get().pages.at(-1)?.id ?? 0
  palette.dispatch({ type: 'busy', id: other, isBusy: true })
  onField('j')
  palette.commandStarted()
  palette.open()
  expect(query()).toBe('')
  expect(below).toHaveBeenCalledTimes(2)

  // The palette's key was pressed meanwhile, so the text is for the palette that opens afterwards.
  const third = palette.state.get().pages.at(-1)?.id ?? 0
  palette.dispatch({ type: 'busy', id: third, isBusy: true })
  palette.toggle()
  onField('p', 'u')
  palette.commandStarted()
  expect(query()).toBe('pu')
})

test('text typed while the code of a command loads goes to its question, or else to the page', async () => {
  document.body.innerHTML = '<button></button><input />'
  const [button, input] = [document.querySelector('button'), document.querySelector('input')]
  button?.focus()
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  const code = Promise.withResolvers<void>()
  const arrived = typeahead.until(code.promise).then(() => void palette.askArguments(asks('New')))
  button?.dispatchEvent(press('d'))
  expect(below).not.toHaveBeenCalled()
  // Keys in a field of the page belong to that field.
  expect(input?.dispatchEvent(press('e'))).toBe(true)
  expect(below).toHaveBeenCalledTimes(1)
  code.resolve()
  await arrived
  await turn()
  expect(query()).toBe('d')
  palette.close()

  // A command that will certainly ask also gets keys from that field.
  const asking = Promise.withResolvers<void>()
  void typeahead.until(asking.promise, true).then(() => void palette.askArguments(asks('Go to')))
  expect(input?.dispatchEvent(press('f'))).toBe(false)
  asking.resolve()
  await turn()
  expect(query()).toBe('f')
  palette.close()

  const missing = Promise.withResolvers<void>()
  const failed = typeahead.until(missing.promise)
  button?.dispatchEvent(press('j'))
  missing.reject(new Error('offline'))
  await expect(failed).rejects.toThrow('offline')
  await turn()
  expect(below).toHaveBeenCalledTimes(2)
  expect(below.mock.lastCall?.[0]).toMatchObject({ key: 'j', target: button })
  button?.dispatchEvent(press('k'))
  expect(below).toHaveBeenCalledTimes(3)

  // Although its key has been released by then, the press activates the button once.
  const clicked = vi.fn()
  button?.addEventListener('click', clicked)
  const other = Promise.withResolvers<void>()
  const last = typeahead.until(other.promise)
  expect(button?.dispatchEvent(press('Enter'))).toBe(false)
  other.resolve()
  await last
  await turn()
  expect(clicked).toHaveBeenCalledTimes(1)
  expect(below).toHaveBeenCalledTimes(3)
})
