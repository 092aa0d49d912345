// @vitest-environment jsdom
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, eq, has, not, or } from '@typecase/plugin-sdk/when'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { element, mod, setUp } from './dispatcher.fixture.ts'
import { FORGOTTEN_AFTER, pendingAtom, SHORTER_AFTER } from './dispatcher.ts'
import { press, type Pressed } from './keyboard.fixture.ts'
import { HELD_FOR } from './press-queue.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

describe('a key press', () => {
  test('runs its command with its arguments and is consumed, and any other is left alone', () => {
    const { type, ran } = setUp([{ keys: 'n', command: 'x.new', args: { type: 'posts' } }])
    expect(type('n', 'm')).toEqual([true, false])
    expect(ran).toEqual(['x.new {"type":"posts"}'])
  })

  test('must have exactly the modifiers of the binding', () => {
    const { type, ran } = setUp([{ keys: '$mod+Enter', command: 'x.publish' }])
    expect(type('Enter', mod('Enter', 'Shift'), mod('Enter'))).toEqual([false, false, true])
    expect(ran).toEqual(['x.publish'])
  })

  test('of a modifier, of a dead key or within a composition does nothing', () => {
    const { type } = setUp([
      { keys: 'n', command: 'x.new' },
      { keys: '$mod+k', command: 'x.palette' },
    ])
    expect(
      type(
        { key: 'Control', down: ['Control'] },
        { key: 'Dead', code: 'KeyN' },
        { key: 'n', isComposing: true },
        { key: 'Process', code: 'KeyN' },
      ),
    ).toEqual([false, false, false, false])
  })

  test('that is held down runs once unless the binding is repeatable, and never reaches the browser', () => {
    const { type, ran } = setUp([
      { keys: '$mod+s', command: 'x.save' },
      { keys: 'j', command: 'x.next', isRepeatable: true },
    ])
    const repeatedPress = { ...mod('s'), repeat: true }
    expect(type(mod('s'), repeatedPress, repeatedPress)).toEqual([true, true, true])
    type('j', { key: 'j', repeat: true })
    expect(ran).toEqual(['x.save', 'x.next', 'x.next'])
  })

  test('is kept from the page only if it is consumed', () => {
    const { dispatcher, ran } = setUp([{ keys: 'n', command: 'x.new' }])
    const stop = dispatcher.listen(window)
    const below = vi.fn()
    document.body.addEventListener('keydown', below)
    const [taken, other] = [press('n'), press('m')]
    document.body.dispatchEvent(taken)
    document.body.dispatchEvent(other)
    expect([taken.defaultPrevented, other.defaultPrevented]).toEqual([true, false])
    expect(below).toHaveBeenCalledTimes(1)
    stop()
    document.body.dispatchEvent(press('n'))
    expect(ran).toEqual(['x.new'])
  })
})

describe('a key press while the previous command is running', () => {
  const keys = [
    { keys: '$mod+a', command: 'x.select-all' },
    { keys: 'Delete', command: 'x.delete', when: has('selection.count') },
    { keys: 'j', command: 'x.next' },
  ]

  function atWork(facts: FactValues = {}) {
    const set = setUp(keys, facts)
    const work = Promise.withResolvers<void>()
    set.runs.set('x.select-all', work)
    set.type(mod('a'))
    return { ...set, work }
  }

  test('waits for it, and sees the facts that it leaves', async () => {
    const facts: { 'selection.count'?: number } = {}
    const { ran, type, work } = atWork(facts)
    expect(type('Delete', 'j')).toEqual([true, true])
    expect(ran).toEqual(['x.select-all'])
    facts['selection.count'] = 3
    work.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(ran).toEqual(['x.select-all', 'x.delete', 'x.next'])
  })

  test('lets the page be drawn after each command with `runNow`', async () => {
    const { ran, runs, type } = setUp(keys, {}, ['x.next'])
    const work = Promise.withResolvers<void>()
    runs.set('x.select-all', work)
    type('j', mod('a'), 'j', 'j')
    expect(ran).toEqual(['x.next now', 'x.select-all'])
    work.resolve()
    await vi.advanceTimersByTimeAsync(10)
    expect(ran.slice(3)).toEqual(['x.next now', 'drawn', 'x.next now', 'drawn'])
  })

  test('waits only for a limited time, and not for a command that failed', async () => {
    const slow = atWork()
    slow.type('j')
    await vi.advanceTimersByTimeAsync(HELD_FOR)
    expect(slow.ran).toEqual(['x.select-all', 'x.next'])
    const broken = atWork()
    broken.type('j')
    broken.work.reject(new Error('broken'))
    await vi.advanceTimersByTimeAsync(0)
    expect(broken.ran).toEqual(['x.select-all', 'x.next'])
  })

  test('is left to the page if no binding has it, and to a dialog that has the focus', () => {
    const { ran, type } = atWork()
    const inDialog = element('<div role="dialog"><button data-at>Close</button></div>')
    expect(type('m', { key: 'j', target: inDialog })).toEqual([false, false])
    expect(ran).toEqual(['x.select-all'])
  })

  test('is repeated for the list in its turn, if it is a key of the list', async () => {
    const row = element('<div role="grid"><div role="row" tabindex="0" data-at></div></div>')
    if (row instanceof HTMLElement) row.focus()
    const { dispatcher, ran, work } = atWork()
    const stop = dispatcher.listen(window)
    const seen: string[] = []
    row.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent) seen.push(`${event.shiftKey ? 'Shift+' : ''}${event.key}`)
    })
    for (const one of ['j', { key: 'ArrowDown', down: ['Shift'] } as const, 'Tab'])
      row.dispatchEvent(press(one))
    // Tab leaves the list and does not depend on its rows.
    expect(seen).toEqual(['Tab'])
    work.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(ran).toEqual(['x.select-all', 'x.next'])
    expect(seen).toEqual(['Tab', 'Shift+ArrowDown'])
    stop()
  })

  test('of Enter in the field of a dialog follows the text that was typed before it', async () => {
    const field = element('<div role="dialog"><input data-at></div>')
    if (!(field instanceof HTMLInputElement)) throw new Error('no field')
    Object.assign(document, {
      execCommand: (_: string, __: boolean, text: string) => (field.value += text),
    })
    const { dispatcher, work } = atWork()
    onTestFinished(dispatcher.listen(window))
    const seen: string[] = []
    field.addEventListener('keydown', ({ key }) => seen.push(`${key}: ${field.value}`))
    document.body.dispatchEvent(press('Delete'))
    document.body.dispatchEvent(press('x'))
    field.focus()
    for (const key of ['Enter', 'y']) field.dispatchEvent(press(key))
    work.resolve()
    await vi.advanceTimersByTimeAsync(100)
    expect(seen).toEqual(['Enter: x'])
    expect(field.value).toBe('xy')
  })

  test('is dropped if the key is held down', async () => {
    const { ran, type, work } = atWork()
    type({ key: 'j', repeat: true }, { key: 'j', repeat: true })
    work.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(ran).toEqual(['x.select-all'])
  })
})

describe('a sequence of keys', () => {
  const keys = [
    { keys: 'g o', command: 'x.objects' },
    { keys: 'g m', command: 'x.media' },
  ]

  test('runs after its last press, and shows the possible continuations until then', () => {
    const { type, ran, atoms } = setUp(keys)
    expect(type('g')).toEqual([true])
    expect(atoms.get(pendingAtom)).toEqual({
      pressed: 'g',
      next: [
        { keys: 'o', title: 'x.objects' },
        { keys: 'm', title: 'x.media' },
      ],
    })
    expect(type('m')).toEqual([true])
    expect(ran).toEqual(['x.media'])
    expect(atoms.get(pendingAtom)).toBeUndefined()
  })

  test('is forgotten after a while, after Escape, and when the window loses the focus', () => {
    const { atoms, type, ran, dispatcher } = setUp(keys)
    type('g')
    vi.advanceTimersByTime(FORGOTTEN_AFTER)
    expect(atoms.get(pendingAtom)).toBeUndefined()
    expect(type('g', 'Escape', 'o')).toEqual([true, true, false])
    const stop = dispatcher.listen(window)
    type('g')
    window.dispatchEvent(new FocusEvent('blur'))
    type('o')
    expect(ran).toEqual([])
    stop()
  })

  test('that is not continued leaves the press to the other bindings', () => {
    const { type, ran } = setUp([...keys, { keys: 'n', command: 'x.new' }])
    type('g', 'n')
    expect(ran).toEqual(['x.new'])
  })

  test('is neither continued by holding its first key nor ended by a modifier', () => {
    const { type, ran } = setUp([...keys, { keys: 'g Shift+p', command: 'x.projects' }])
    type(
      'g',
      { key: 'g', repeat: true },
      { key: 'Shift', down: ['Shift'] },
      { key: 'P', down: ['Shift'] },
    )
    expect(ran).toEqual(['x.projects'])
  })

  test('lets a shorter one run after a pause, or when a key that does not continue it follows', () => {
    const { type, ran } = setUp([
      ...keys,
      { keys: 'g', command: 'x.group' },
      { keys: 'n', command: 'x.new' },
    ])
    type('g')
    expect(ran).toEqual([])
    vi.advanceTimersByTime(SHORTER_AFTER)
    expect(ran).toEqual(['x.group'])
    type('g', 'n')
    expect(ran).toEqual(['x.group', 'x.group', 'x.new'])
    type('g', 'o')
    vi.advanceTimersByTime(SHORTER_AFTER)
    expect(ran.slice(3)).toEqual(['x.objects'])
  })

  test('does not wait for longer sequences that do not apply', () => {
    const { type, ran } = setUp([
      { keys: 'g', command: 'x.group' },
      { keys: 'g o', command: 'x.objects', when: has('route.bucketSlug') },
    ])
    type('g')
    expect(ran).toEqual(['x.group'])
  })
})

describe('the conditions of bindings', () => {
  const keys: KeyBinding[] = [
    { keys: 'e', command: 'x.edit', when: has('route.bucketSlug') },
    {
      keys: 'e',
      command: 'x.edit-media',
      when: and(has('route.bucketSlug'), eq('selection.kind', 'media')),
    },
  ]

  test('decide whether a binding applies', () => {
    expect(setUp(keys).type('e')).toEqual([false])
  })

  test('are ordered so that the most specific one wins', () => {
    const { type, ran } = setUp(keys, { 'route.bucketSlug': 'b', 'selection.kind': 'media' })
    type('e')
    expect(ran).toEqual(['x.edit-media'])
  })

  test('are ordered so that a narrower one wins over a wider one that tests more', () => {
    const { type, ran } = setUp(
      [
        { keys: 'e', command: 'x.wide', when: or(eq('route.id', 'a'), has('zen')) },
        { keys: 'e', command: 'x.narrow', when: eq('route.id', 'a') },
      ],
      { 'route.id': 'a' },
    )
    type('e')
    expect(ran).toEqual(['x.narrow'])
  })

  test('let a binding that lacks only a permission apply, unless another one does', () => {
    const forbidden: KeyBinding[] = [
      {
        keys: '$mod+Enter',
        command: 'x.publish',
        when: and(has('route.objectID'), can('publish')),
      },
    ]
    expect(setUp(forbidden, { 'route.objectID': 'a' }).type(mod('Enter'))).toEqual([true])
    expect(setUp(forbidden).type(mod('Enter'))).toEqual([false])
    const allowed = { keys: '$mod+Enter', command: 'x.send', when: not(has('zen')) }
    const { type, ran } = setUp([...forbidden, allowed], { 'route.objectID': 'a' })
    type(mod('Enter'))
    expect(ran).toEqual(['x.send'])
  })
})

describe('presses in fields, menus and dialogs', () => {
  const keys: KeyBinding[] = [
    { keys: 'n', command: 'x.new' },
    { keys: '$mod+k', command: 'x.palette', inDialog: true },
    { keys: 'Alt+o', command: 'x.open' },
    { keys: 'Escape', command: 'x.leave', inText: true },
    { keys: '$mod+\\', command: 'x.sidebar' },
  ]

  test.each([
    '<input data-at>',
    '<textarea data-at></textarea>',
    '<select data-at></select>',
    '<div contenteditable="true"><p data-at></p></div>',
  ])('%s receives all keys but chords and bindings with `inText`', (html) => {
    const target = element(html)
    const { type, ran } = setUp(keys)
    type({ key: 'n', target }, { ...mod('k'), target }, { key: 'Escape', target })
    expect(ran).toEqual(['x.palette', 'x.leave'])
  })

  test.each([
    '<button aria-haspopup="listbox" data-at></button>',
    '<button aria-haspopup="true" data-at></button>',
    '<div role="radiogroup"><input type="radio" data-at></div>',
    '<div role="grid" data-collection="a"><div role="row" data-at></div></div>',
  ])('%s receives all keys but chords', (html) => {
    const target = element(html)
    const { type, ran } = setUp([
      { keys: 'n', command: 'x.new' },
      { keys: 'Shift+n', command: 'x.other' },
      { keys: 'Escape', command: 'x.up' },
      { keys: '$mod+k', command: 'x.palette' },
    ])
    type({ key: 'n', target }, { key: 'N', down: ['Shift'], target }, { key: 'Escape', target })
    type({ ...mod('k'), target })
    expect(ran).toEqual(['x.palette'])
  })

  test('Escape goes to the focused widget, else leaves a text field, and outside of it runs a command', () => {
    document.body.innerHTML = '<main><div id="menu"><input></div><button></button></main>'
    const { ran, dispatcher } = setUp([{ keys: 'Escape', command: 'x.up' }])
    const stop = dispatcher.listen(window)
    const escape = (at: Element | null) => {
      if (at instanceof HTMLElement) at.focus()
      document.activeElement?.dispatchEvent(press('Escape'))
    }
    const menu = document.getElementById('menu')
    const close = (event: Event) => event.preventDefault()
    menu?.addEventListener('keydown', close)
    escape(document.querySelector('input'))
    expect([ran, document.activeElement?.tagName]).toEqual([[], 'INPUT'])
    menu?.removeEventListener('keydown', close)
    escape(null)
    expect([ran, document.activeElement?.tagName]).toEqual([[], 'MAIN'])
    escape(null)
    expect(ran).toEqual(['x.up'])
    stop()
  })

  test('keys with a meaning in text, such as undo, are left to text fields and code editors', () => {
    const { dispatcher, ran } = setUp([{ keys: '$mod+z', command: 'x.undo', inText: false }])
    const undo = (target: Element) =>
      dispatcher.handle(press({ key: 'z', down: ['Control'], target }))
    const editor = document.createElement('div')
    editor.className = 'cm-editor'
    const inside = editor.appendChild(document.createElement('div'))
    const shadow = document.createElement('div').attachShadow({ mode: 'open' })
    const hidden = shadow.appendChild(document.createElement('textarea'))
    const texts = ['input', 'textarea', 'select'].map((name) => document.createElement(name))
    for (const text of [...texts, inside, hidden]) expect(undo(text)).toBe(false)
    expect(ran).toEqual([])
    expect(undo(document.createElement('button'))).toBe(true)
    expect(ran).toEqual(['x.undo'])
  })

  test('a check box does not count as a text field', () => {
    const target = element('<input type="checkbox" data-at>')
    const { type, ran } = setUp(keys)
    type({ key: 'n', target })
    expect(ran).toEqual(['x.new'])
  })

  test('a character typed with AltGr is not a chord, with any modifiers that Windows adds', () => {
    const target = element('<input data-at>')
    const { type } = setUp(keys)
    expect(
      type({ key: '\\', code: 'Minus', down: ['Control', 'Alt', 'AltGraph'], target }),
    ).toEqual([false])
  })

  test('only bindings with `inDialog` run within a dialog or a menu', () => {
    const target = element('<div role="menu"><button data-at></button></div>')
    const { type, ran } = setUp(keys)
    type({ key: 'n', target }, { ...mod('k'), target }, { key: 'o', down: ['Alt'], target })
    expect(ran).toEqual(['x.palette'])
  })
})

describe('keyboard layouts', () => {
  const keys: KeyBinding[] = [
    { keys: '$mod+k', command: 'x.palette' },
    { keys: '?', command: 'x.help' },
    { keys: '$mod+/', command: 'x.theme' },
    { keys: 'z', command: 'x.undo' },
    { keys: 'Alt+o', command: 'x.open' },
    { keys: '@', command: 'x.mention' },
  ]

  test.each<[string, Pressed, string]>([
    [
      'Russian: the key in the place of K',
      { key: 'л', code: 'KeyK', down: ['Control'] },
      'x.palette',
    ],
    ['French: Z is where Y is on a German one', { key: 'z', code: 'KeyW' }, 'x.undo'],
    ['US: ? needs Shift', { key: '?', code: 'Slash', down: ['Shift'] }, 'x.help'],
    ['German: / is Shift+7', { key: '/', code: 'Digit7', down: ['Control', 'Shift'] }, 'x.theme'],
    ['Option changes the letter', { key: 'ø', code: 'KeyO', down: ['Alt'] }, 'x.open'],
    ['Option makes a dead key', { key: 'Dead', code: 'KeyO', down: ['Alt'] }, 'x.open'],
    [
      'German: @ is AltGr+Q',
      { key: '@', code: 'KeyQ', down: ['AltGraph', 'Alt', 'Control'] },
      'x.mention',
    ],
    ['Caps lock', { key: 'Z', code: 'KeyZ' }, 'x.undo'],
  ])('%s', (_what, pressed, command) => {
    const { type, ran } = setUp(keys)
    type(pressed)
    expect(ran).toEqual([command])
  })

  test('the position of a key does not count if its letter is known', () => {
    // AZERTY: the key in the position of “/” types “!”, and the key in the position of Z types W.
    const { type, ran } = setUp(keys)
    type({ key: '!', code: 'Slash', down: ['Control'] }, { key: 'w', code: 'KeyZ' })
    expect(ran).toEqual([])
  })
})

test('single keys can be switched off, while chords and named keys stay', () => {
  const { type, ran, keymap } = setUp([
    { keys: 'n', command: 'x.new' },
    { keys: 'g o', command: 'x.objects' },
    { keys: '$mod+k', command: 'x.palette' },
    { keys: 'Escape', command: 'x.leave' },
  ])
  keymap.setSingleKeys(false)
  type('n', 'g', 'o', mod('k'), 'Escape')
  expect(ran).toEqual(['x.palette', 'x.leave'])
})
