// @vitest-environment jsdom
import { focusedIn } from '@typecase/plugin-sdk/focus'
import { expect, test } from 'vitest'

import { createFacts } from '../kernel/facts.ts'
import { focusContextOf, watchFocus } from './focus-context.ts'

test('the facts follow the focus', () => {
  document.body.innerHTML =
    '<input id="a"><div class="cm-editor"><div contenteditable="true" tabindex="0" id="b"></div></div><button id="c"></button><div data-palette><input id="d"></div>'
  const facts = createFacts()
  const stop = watchFocus(document, facts)
  const focus = (id: string) => {
    document.getElementById(id)?.focus()
    return facts.get()
  }
  const inText = { 'focus.inText': true, 'focus.hasText': true }
  expect(focus('a')).toEqual(inText)
  expect(focus('b')).toEqual({ ...inText, 'focus.inCode': true })
  expect(focus('c')).toEqual({})
  // The palette gives the focus back when it closes.
  expect(focus('d')).toEqual({ 'focus.inText': true })
  expect(focus('a')).toEqual(inText)
  expect(focus('d')).toEqual(inText)
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
    { isInTypeAhead: true, isInDialog: false },
  ],
  ['<button aria-haspopup="listbox" data-at></button>', { isInTypeAhead: true, isInText: false }],
  ['<button aria-haspopup="true"><b data-at></b></button>', { isInTypeAhead: true }],
  ['<div role="radiogroup"><input type="radio" data-at></div>', { isInTypeAhead: true }],
  [
    '<div role="grid" data-collection="a"><div role="row" data-at></div></div>',
    { isInTypeAhead: true },
  ],
  [
    '<div role="grid"><div role="row" data-at></div></div>',
    { isInTypeAhead: false, isInRows: true },
  ],
  ['<div data-path="title"><button data-at></button></div>', { isInField: true }],
  ['<form><button data-at></button></form>', { isInField: true }],
  ['<div data-form><button data-at></button></div>', { isInField: true }],
  ['<div data-movable><button data-at></button></div>', { isInMovable: true }],
  ['<span data-records-keys><input data-at></span>', { isInRecorder: true }],
  ['<div role="row" data-at></div>', { isOnRow: true }],
  ['<a data-row="1" data-at></a>', { isOnRow: true }],
  ['<button data-row="1" data-at></button>', { isOnRow: false }],
  ['<button aria-haspopup="dialog" data-at></button>', { isInTypeAhead: false }],
])('the focus context of %s has %j', (html, context) => {
  document.body.innerHTML = html
  expect(focusContextOf(document.querySelector('[data-at]'))).toMatchObject(context)
})

test('the focus context is all false when nothing has the focus', () => {
  expect(focusContextOf(null)).toEqual({
    isInText: false,
    isInCode: false,
    isInTypeAhead: false,
    isInRows: false,
    isInField: false,
    isOnRow: false,
    isInMovable: false,
    isInRecorder: false,
    isInDialog: false,
  })
})

/** Creates a code editor inside a shadow tree, as on a page. */
function shadowEditor(around: Element = document.body): HTMLElement {
  const host = document.createElement('div')
  around.append(host)
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = '<div class="cm-editor"><div contenteditable="true" tabindex="0"></div></div>'
  const text = root.querySelector<HTMLElement>('[contenteditable]')
  if (!text) throw new Error('There is no text')
  return text
}

test('the facts reflect the focus inside a shadow tree, of which the document sees only the host', () => {
  document.body.innerHTML = '<button></button>'
  const text = shadowEditor()
  const facts = createFacts()
  const stop = watchFocus(document, facts)
  text.focus()
  expect(document.activeElement).not.toBe(text)
  expect(focusedIn(document)).toBe(text)
  expect(facts.get()).toEqual({
    'focus.inText': true,
    'focus.inCode': true,
    'focus.hasText': true,
  })
  document.querySelector('button')?.focus()
  expect(facts.get()).toEqual({})
  stop()
})

test('a shadow tree in a dialog is in the dialog', () => {
  document.body.innerHTML = '<div role="dialog"></div>'
  const text = shadowEditor(document.querySelector('[role=dialog]') ?? document.body)
  expect(focusContextOf(text)).toMatchObject({ isInText: true, isInCode: true, isInDialog: true })
})
