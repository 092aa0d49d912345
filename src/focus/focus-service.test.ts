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

test('the focus moves to the page when the focused element is removed', async () => {
  await removeFocused('<main><section><button id="at"></button></section></main>')
  await vi.waitFor(() => expect(focusedRole()).toBe('MAIN'), 10_000)
})

test('the focus moves to the dialog when the focused element in it is removed', async () => {
  await removeFocused('<main></main><div role="dialog"><button id="at"></button></div>')
  await vi.waitFor(() => expect(focusedRole()).toBe('dialog'), 10_000)
})

test('the focus stays where the page puts it after the focused element was removed', async () => {
  await removeFocused('<main><button id="at"></button><input></main>')
  document.querySelector('input')?.focus()
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  await frame()
  expect(focusedRole()).toBe('INPUT')
})

test('the focus is not moved when an element merely loses it', async () => {
  document.body.innerHTML = '<main><button id="at"></button></main>'
  stop = createFocus(document).listen()
  document.getElementById('at')?.focus()
  document.getElementById('at')?.blur()
  document.querySelector('main')?.append('more')
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})

test('the focus returns to the element from which a removed dialog was opened', async () => {
  document.body.innerHTML =
    '<main><ul><li data-row="0" tabindex="-1"><input id="at"></li></ul></main>' +
    '<div role="dialog"><button id="in"></button></div>'
  stop = createFocus(document).listen()
  document.getElementById('at')?.focus()
  document.getElementById('in')?.focus()
  document.querySelector('[role="dialog"]')?.remove()
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('at'), 10_000)
})

test('the focus moves to the row when a field of the row is removed', async () => {
  await removeFocused(
    '<main><ul><li data-row="0" tabindex="-1" role="row"><input id="at"></li></ul></main>',
  )
  await vi.waitFor(() => expect(focusedRole()).toBe('row'), 10_000)
})

test('entering a page focuses its heading, or the current row of its list if there is one', () => {
  const focus = createFocus(document)
  const list = '<div role="grid"><div role="row" tabindex="0"></div></div>'
  document.body.innerHTML = `<main><h1>Objects</h1>${list}</main>`
  focus.enterPage()
  expect(focusedRole()).toBe('H1')
  document.body.innerHTML = `<main><h1>Objects</h1>${list.replace('tabindex', 'data-current="true" tabindex')}</main>`
  focus.enterPage()
  expect(focusedRole()).toBe('row')
})

test('moving the focus to a delete button focuses the dialog around it', () => {
  document.body.innerHTML = '<div role="alertdialog"><button data-danger="true"></button></div>'
  const focus = createFocus(document)
  expect(focus.moveTo(document.querySelector('button'))).toBe(true)
  expect(focusedRole()).toBe('alertdialog')
  expect(focus.isFree()).toBe(false)
  expect(focus.moveTo(null)).toBe(false)
})
