// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { createFacts } from '../kernel/facts.ts'
import { placeOf, watchFocus } from './focus.ts'

test('the facts follow the focus', () => {
  document.body.innerHTML =
    '<input id="a"><div class="cm-editor"><div contenteditable="true" tabindex="0" id="b"></div></div><button id="c"></button>'
  const facts = createFacts()
  const stop = watchFocus(document, facts)
  const focus = (id: string) => {
    document.getElementById(id)?.focus()
    return facts.get()
  }
  expect(focus('a')).toEqual({ 'focus.inText': true })
  expect(focus('b')).toEqual({ 'focus.inText': true, 'focus.inCode': true })
  expect(focus('c')).toEqual({})
  focus('a')
  document.getElementById('a')?.blur()
  expect(facts.get()).toEqual({})
  stop()
  expect(focus('a')).toEqual({})
})

test.each([
  ['<input type="checkbox" data-at>', { isInText: false, isInDialog: false }],
  ['<input type="search" data-at>', { isInText: true }],
  ['<div role="textbox"><b data-at></b></div>', { isInText: true }],
  ['<div contenteditable="false"><b data-at></b></div>', { isInText: false }],
  ['<div role="dialog"><input data-at></div>', { isInText: true, isInDialog: true }],
  ['<ul role="listbox"><li data-at></li></ul>', { isInDialog: true }],
  [
    '<div role="treegrid"><div role="row" data-at></div></div>',
    { isInTree: true, isInDialog: false },
  ],
])('%s is in %j', (html, place) => {
  document.body.innerHTML = html
  expect(placeOf(document.querySelector('[data-at]'))).toMatchObject(place)
})

test('nothing in particular has the focus', () => {
  expect(placeOf(null)).toEqual({
    isInText: false,
    isInCode: false,
    isInTree: false,
    isInRows: false,
    isInDialog: false,
  })
})
