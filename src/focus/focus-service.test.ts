// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { createFocus } from './focus-service.ts'

let stop = () => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

/** Removes the focused element, and waits until another element may have the focus. */
async function removeFocused(html: string): Promise<void> {
  document.body.innerHTML = html
  stop = createFocus(document).listen()
  const at = document.getElementById('at')
  at?.focus()
  at?.remove()
  expect(document.activeElement).toBe(document.body)
}

const focusedRole = () =>
  document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName

test('what is removed leaves the focus to the page', async () => {
  await removeFocused('<main><section><button id="at"></button></section></main>')
  await vi.waitFor(() => expect(focusedRole()).toBe('MAIN'), 10_000)
})

test('within a dialog to the dialog', async () => {
  await removeFocused('<main></main><div role="dialog"><button id="at"></button></div>')
  await vi.waitFor(() => expect(focusedRole()).toBe('dialog'), 10_000)
})

test('the page that registers a better place comes first', async () => {
  await removeFocused('<main><button id="at"></button><input></main>')
  document.querySelector('input')?.focus()
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  await frame()
  expect(focusedRole()).toBe('INPUT')
})

test('what merely lost it keeps no one from leaving the page', async () => {
  document.body.innerHTML = '<main><button id="at"></button></main>'
  stop = createFocus(document).listen()
  document.getElementById('at')?.focus()
  document.getElementById('at')?.blur()
  document.querySelector('main')?.append('more')
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})

test('what an overlay was opened from has it again when that and its own button are gone', async () => {
  document.body.innerHTML =
    '<main><ul><li data-row="0" tabindex="-1"><input id="at"></li></ul></main>' +
    '<div role="dialog"><button id="in"></button></div>'
  stop = createFocus(document).listen()
  document.getElementById('at')?.focus()
  document.getElementById('in')?.focus()
  document.querySelector('[role="dialog"]')?.remove()
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('at'), 10_000)
})

test('of a field that is gone its row has it', async () => {
  await removeFocused(
    '<main><ul><li data-row="0" tabindex="-1" role="row"><input id="at"></li></ul></main>',
  )
  await vi.waitFor(() => expect(focusedRole()).toBe('row'), 10_000)
})

test('a page that is opened has it at its heading, a list that one comes back to at the row one left', () => {
  const focus = createFocus(document)
  const list = '<div role="grid"><div role="row" tabindex="0"></div></div>'
  document.body.innerHTML = `<main><h1>Objects</h1>${list}</main>`
  focus.enterPage()
  expect(focusedRole()).toBe('H1')
  document.body.innerHTML = `<main><h1>Objects</h1>${list.replace('tabindex', 'data-current="true" tabindex')}</main>`
  focus.enterPage()
  expect(focusedRole()).toBe('row')
})

test('a button that deletes never gets it: the dialog around it does', () => {
  document.body.innerHTML = '<div role="alertdialog"><button data-danger="true"></button></div>'
  const focus = createFocus(document)
  expect(focus.moveTo(document.querySelector('button'))).toBe(true)
  expect(focusedRole()).toBe('alertdialog')
  expect(focus.isFree()).toBe(false)
  expect(focus.moveTo(null)).toBe(false)
})
