// @vitest-environment jsdom
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { browsers, compose } from '@typecase/ui/compositions.fixture'
import { Dialog } from '@typecase/ui/dialog'
import { render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { memoryStorage } from '../commands/storage.fixture.ts'
import { createFocus } from '../focus/focus-service.ts'
import { createRegistry } from '../kernel/registry.ts'
import { createDispatcher } from './dispatcher.ts'
import { press, type Pressed } from './keyboard.fixture.ts'
import { createKeymap } from './keymap.ts'

// With a fake `setInterval`, jsdom never draws another frame, not even in later test files.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

function setUp(keys: readonly KeyBinding[], onRun = () => {}, takes = (_key: string) => false) {
  const registry = createRegistry()
  const commands = keys.map(({ command }) => ({
    id: command as `${string}.${string}`,
    title: command,
    effect: 'none' as const,
    load: () => Promise.resolve({ run: async () => {} }),
  }))
  registry.setPlugins([{ id: 'x', version: '1', api: 1, title: 'X', keys, commands }])
  const ran: string[] = []
  const inserted: string[] = []
  // jsdom does not implement this command.
  document.execCommand = (_command, _ui, text = '') => inserted.push(text) > 0
  const dispatcher = createDispatcher({
    atoms: createStore(),
    focus: createFocus(document),
    typeahead: { take: ({ key }) => takes(key) },
    keymap: createKeymap({ registry, storage: memoryStorage(), facts: () => ({}) }),
    facts: () => ({}),
    runNow: () => false,
    run({ command }) {
      ran.push(command)
      onRun()
      return undefined
    },
  })
  return { dispatcher, ran, inserted }
}

describe('a menu that is closed by Escape', () => {
  test('holds the next presses back until the focus has moved, and then handles them there', async () => {
    const { dispatcher, ran } = setUp([
      { keys: 'Delete', command: 'x.delete', inText: false },
      { keys: '$mod+s', command: 'x.save' },
    ])
    document.body.innerHTML = '<input /><div role="menu"><button>Item</button></div>'
    const stop = dispatcher.listen(window)
    const [field, item] = ['input', 'button'].map((one) => document.querySelector<HTMLElement>(one))
    const type = (key: string, more: KeyboardEventInit = {}) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      )
    item?.focus()
    type('Escape')
    item?.blur()
    type('Delete')
    type('s', { ctrlKey: true })
    expect(ran).toEqual([])
    field?.focus()
    await vi.advanceTimersByTimeAsync(10)
    // In a text field, Delete edits the text.
    expect(ran).toEqual(['x.save'])
    stop()
  })

  test.each(['', 'data-palette'])(
    'does not overtake the key that opens a field with the letters typed after it, %s',
    async (mark) => {
      document.body.innerHTML = `<div ${mark}><input /></div><div role="menu"><button>Item</button></div>`
      const [field, item] = ['input', 'button'].map((one) =>
        document.querySelector<HTMLElement>(one),
      )
      const { dispatcher, inserted } = setUp([{ keys: '$mod+k', command: 'x.open' }], () =>
        field?.focus(),
      )
      const stop = dispatcher.listen(window)
      const type = (key: string, more: KeyboardEventInit = {}) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
        )
      item?.focus()
      type('Escape')
      item?.blur()
      type('k', { ctrlKey: true })
      expect([type('l'), type('o')]).toEqual([false, false])
      await vi.advanceTimersByTimeAsync(150)
      expect(inserted).toEqual(['l', 'o'])
      stop()
    },
  )

  test('leaves letters typed after the palette’s key to the palette, not to commands', async () => {
    document.body.innerHTML = '<button></button><div role="menu"><button>Item</button></div>'
    const [button, item] = document.querySelectorAll('button')
    let isOpen = false
    const query: string[] = []
    const keys = [
      { keys: '$mod+k', command: 'x.open' },
      { keys: 'n', command: 'x.new' },
    ]
    // The palette is open, but its field is not rendered yet.
    const { dispatcher, ran } = setUp(
      keys,
      () => void (isOpen = true),
      (key) => isOpen && query.push(key) > 0,
    )
    const stop = dispatcher.listen(window)
    const type = (key: string, more: KeyboardEventInit = {}) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      )
    item?.focus()
    type('Escape')
    button?.focus()
    type('k', { ctrlKey: true })
    type('n')
    type('e')
    await vi.advanceTimersByTimeAsync(150)
    type('w')
    expect([ran, query]).toEqual([['x.open'], ['n', 'e', 'w']])
    stop()
  })

  test('passes the presses on to the page after a moment if nothing gets the focus', async () => {
    const { dispatcher, ran } = setUp([{ keys: '$mod+s', command: 'x.save' }])
    document.body.innerHTML = '<div role="menu"><button>Item</button></div>'
    const stop = dispatcher.listen(window)
    const item = document.querySelector('button')
    item?.focus()
    item?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    item?.blur()
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }),
    )
    expect(ran).toEqual([])
    await vi.advanceTimersByTimeAsync(150)
    expect(ran).toEqual(['x.save'])
    stop()
  })
})

test('letters pressed on a control of a field run no command, and chords do', () => {
  const { dispatcher, ran } = setUp([
    { keys: 'n', command: 'x.new' },
    { keys: '$mod+s', command: 'x.save' },
  ])
  document.body.innerHTML = '<div data-path="content"><button>Bold</button></div>'
  const target = document.querySelector('button')
  const stop = dispatcher.listen(window)
  target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
  target?.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }))
  expect(ran).toEqual(['x.save'])
  stop()
})

const texts = [
  '<input data-at>',
  '<textarea data-at></textarea>',
  '<div contenteditable="true"><p data-at></p></div>',
  '<div class="cm-editor"><div contenteditable="true" data-at></div></div>',
]

test('a field that records keys receives all of them', () => {
  const { dispatcher, ran } = setUp([{ keys: '$mod+k', command: 'x.open' }])
  document.body.innerHTML = '<span data-records-keys><input /></span>'
  const target = document.querySelector('input') ?? document
  expect(dispatcher.handle(press({ key: 'k', down: ['Control'], target }))).toBe(false)
  expect(ran).toEqual([])
})

test('Space runs a command only on rows, and elsewhere presses the focused element', () => {
  const { dispatcher, ran } = setUp([{ keys: 'Space', command: 'x.peek' }])
  document.body.innerHTML =
    '<div role="row" tabindex="0"><input type="checkbox" /></div><a data-row="1" href="/"></a><button></button><input />'
  const takes = (selector: string) =>
    dispatcher.handle(
      press({
        key: ' ',
        code: 'Space',
        target: document.querySelector(selector) ?? document,
      }),
    )
  expect(['[role="row"]', 'a'].map(takes)).toEqual([true, true])
  expect(['[type="checkbox"]', 'button', 'input:last-child', 'body'].map(takes)).toEqual(
    Array(4).fill(false),
  )
  expect(ran).toEqual(['x.peek', 'x.peek'])
})

describe('on Apple', () => {
  const keys: KeyBinding[] = [
    { keys: 'Alt+n', command: 'x.next' },
    { keys: 'Alt+Shift+e', command: 'x.errors' },
    { keys: 'Alt+Backspace', command: 'x.reset' },
    { keys: '$mod+Alt+s', command: 'x.sheet' },
    { keys: 'Alt+Enter', command: 'x.confirm' },
  ]
  const letters: readonly Pressed[] = [
    { key: 'Dead', code: 'KeyN', down: ['Alt'] },
    { key: 'ń', code: 'KeyN', down: ['Alt'] },
    { key: 'n', code: 'KeyN', down: ['Alt'] },
    { key: '´', code: 'KeyE', down: ['Alt', 'Shift'] },
  ]

  test.each(texts)('Option types and deletes in %s, and other chords run', (html) => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    document.body.innerHTML = html
    const target = document.querySelector('[data-at]') ?? document.body
    const { dispatcher, ran } = setUp(keys)
    const type = (pressed: Pressed) => dispatcher.handle(press({ ...pressed, target }))
    expect(letters.map(type)).toEqual([false, false, false, false])
    expect(type({ key: 'Backspace', down: ['Alt'] })).toBe(false)
    expect(ran).toEqual([])
    // In this environment, tinykeys' Mod is Ctrl.
    type({ key: 'ß', code: 'KeyS', down: ['Control', 'Alt'] })
    type({ key: 'Enter', down: ['Alt'] })
    expect(ran).toEqual(['x.sheet', 'x.confirm'])
  })

  test('Option with a letter is a chord outside text', () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    document.body.innerHTML = '<button></button>'
    const target = document.querySelector('button') ?? document.body
    const { dispatcher, ran } = setUp(keys)
    for (const one of letters) dispatcher.handle(press({ ...one, target }))
    expect(ran).toEqual(['x.next', 'x.next', 'x.next', 'x.errors'])
  })

  test('an Option letter in text ends a sequence and runs its shorter form', () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    document.body.innerHTML = '<input>'
    const target = document.querySelector('input') ?? document.body
    const { dispatcher, ran } = setUp([
      { keys: '$mod+e', command: 'x.short' },
      { keys: '$mod+e Alt+n', command: 'x.long' },
    ])
    dispatcher.handle(press({ key: 'e', down: ['Control'], target }))
    expect(dispatcher.handle(press({ key: 'Dead', code: 'KeyN', down: ['Alt'], target }))).toBe(
      false,
    )
    expect(ran).toEqual(['x.short'])
  })
})

test.each(texts)('elsewhere Alt with a letter is a chord in %s, and AltGr types', (html) => {
  document.body.innerHTML = html
  const target = document.querySelector('[data-at]') ?? document.body
  const { dispatcher, ran } = setUp([
    { keys: 'Alt+n', command: 'x.next' },
    { keys: '$mod+Alt+e', command: 'x.errors' },
  ])
  const down = ['Control', 'Alt', 'AltGraph'] as const
  expect(dispatcher.handle(press({ key: '€', code: 'KeyE', down, target }))).toBe(false)
  expect(dispatcher.handle(press({ key: 'ń', code: 'KeyN', down, target }))).toBe(false)
  expect(ran).toEqual([])
  dispatcher.handle(press({ key: 'n', down: ['Alt'], target }))
  expect(ran).toEqual(['x.next'])
})

describe.each(browsers)('a key press within a composition in %s', (browser) => {
  test.each(['Escape', 'Enter', 'n'])('%s neither leaves the text nor runs a command', (key) => {
    document.body.innerHTML = '<main tabindex="-1"><form><input></form></main>'
    const { dispatcher, ran } = setUp([
      { keys: 'Escape', command: 'x.up', inText: true },
      { keys: 'Enter', command: 'x.open', inText: true },
      { keys: 'n', command: 'x.new', inText: true },
    ])
    const stop = dispatcher.listen(window)
    const field = document.querySelector('input')
    field?.focus()
    const event = compose(field ?? document.body, browser, key)
    expect([ran, document.activeElement, event.defaultPrevented]).toEqual([[], field, false])
    // Libraries read only this property.
    expect(event.isComposing).toBe(true)
    field?.dispatchEvent(press(key))
    expect(ran).toHaveLength(1)
    stop()
  })

  test('does not close a dialog with Escape', () => {
    const { dispatcher } = setUp([])
    const stop = dispatcher.listen(window)
    const onOpenChange = vi.fn<(isOpen: boolean) => void>()
    const field = createElement('input', { 'aria-label': 'Name' })
    const dialog = createElement(Dialog, { title: 'Rename', isOpen: true, onOpenChange }, field)
    const { unmount } = render(dialog)
    const name = screen.getByRole('textbox', { name: 'Name' })
    compose(name, browser, 'Escape')
    expect(onOpenChange).not.toHaveBeenCalled()
    name.dispatchEvent(press('Escape'))
    expect(onOpenChange).toHaveBeenCalledWith(false)
    unmount()
    stop()
  })

  test('holds no presses back after Escape in a dialog', () => {
    document.body.innerHTML = '<div role="dialog"><input></div>'
    const { dispatcher, ran } = setUp([{ keys: '$mod+s', command: 'x.save', inDialog: true }])
    const stop = dispatcher.listen(window)
    const field = document.querySelector('input')
    field?.focus()
    compose(field ?? document.body, browser, 'Escape')
    field?.dispatchEvent(press({ key: 's', down: ['Control'] }))
    expect(ran).toEqual(['x.save'])
    stop()
  })
})
