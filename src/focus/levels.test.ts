// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { createFocus } from './focus-service.ts'

const { stepOut } = createFocus(document)

const focused = () => document.activeElement?.id || document.activeElement?.tagName.toLowerCase()

/** Returns the elements that Escape leads to, starting from an element and as long as the focus moves. */
function wayOut(html: string): unknown[] {
  document.body.innerHTML = `<main>${html}</main>`
  document.getElementById('from')?.focus()
  const way = []
  while (way.length < 5 && stepOut(document.activeElement)) way.push(focused())
  return way
}

const list = '<div role="grid"><div role="row" id="row" tabindex="0"></div></div>'

test.each([
  ['a field of a form: the page', '<form><input id="from"></form>', ['main']],
  [
    'a field of a row: its row, the page',
    '<div data-row="0"><button aria-expanded="true" id="toggle"></button><input id="from"></div>',
    ['toggle', 'main'],
  ],
  ['a filter: the list of the page', `<input id="from">${list}`, ['row']],
  ['a button next to a list: the list', `<button id="from"></button>${list}`, ['row']],
  ['a row of the list: nowhere', list.replace('"row" tabindex', '"from" tabindex'), []],
  [
    'a field next to chips, which are not a list of the page: the page',
    `<input id="from"><div role="grid" data-collection="a"><div role="row" tabindex="0"></div></div>`,
    ['main'],
  ],
  [
    'a field of a dialog, which is closed instead: nowhere',
    '<div role="dialog"><input id="from"></div>',
    [],
  ],
])('Escape leads from %s', (_what, html, way) => {
  expect(wayOut(html)).toEqual(way)
})

test('Escape leads from the text of a code editor to the page', () => {
  document.body.innerHTML = '<main><div></div></main>'
  const root = document.querySelector('main div')?.attachShadow({ mode: 'open' })
  if (!root) throw new Error('There is no host')
  root.innerHTML = '<p contenteditable="true" tabindex="0"></p>'
  expect(stepOut(root.firstChild)).toBe(true)
  expect(focused()).toBe('main')
})
