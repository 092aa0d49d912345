// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { recoverFocus } from './lost-focus.ts'

let stop = () => {}
afterEach(() => stop())

/** Removes what has the focus, and waits until something else may have it. */
async function removeFocused(html: string): Promise<void> {
  document.body.innerHTML = html
  stop = recoverFocus(document)
  const at = document.getElementById('at')
  at?.focus()
  at?.remove()
  expect(document.activeElement).toBe(document.body)
}

const place = () => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName

test('what is removed leaves the focus to the page', async () => {
  await removeFocused('<main><section><button id="at"></button></section></main>')
  await vi.waitFor(() => expect(place()).toBe('MAIN'))
})

test('within a dialog to the dialog', async () => {
  await removeFocused('<main></main><div role="dialog"><button id="at"></button></div>')
  await vi.waitFor(() => expect(place()).toBe('dialog'))
})

test('whoever has a better place for it comes first', async () => {
  await removeFocused('<main><button id="at"></button><input></main>')
  document.querySelector('input')?.focus()
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  await frame()
  expect(place()).toBe('INPUT')
})

test('what merely lost it keeps nobody from leaving the page', async () => {
  document.body.innerHTML = '<main><button id="at"></button></main>'
  stop = recoverFocus(document)
  document.getElementById('at')?.focus()
  document.getElementById('at')?.blur()
  document.querySelector('main')?.append('more')
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})
