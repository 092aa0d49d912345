// @vitest-environment jsdom
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { KeyBinding, WidgetKeys } from '@typecase/plugin-sdk/keys'
import type { When } from '@typecase/plugin-sdk/when'
import { eq, has, not, or, selection } from '@typecase/plugin-sdk/when'
import { describe, expect, test, vi } from 'vitest'

import { createRegistry } from '../kernel/registry.ts'
import { memoryStorage } from '../commands/storage.fixture.ts'
import { createKeymap, type Keymap } from './keymap.ts'

function setUp(
  keys: readonly KeyBinding[],
  storage = memoryStorage(),
  thirdParty = false,
  facts = (): FactValues => ({}),
  widgetKeys: readonly WidgetKeys[] = [],
) {
  const registry = createRegistry()
  const command = (id: `${string}.${string}`, group: string, when?: When) => ({
    id,
    title: id,
    group,
    effect: 'none' as const,
    ...(when && { when }),
    load: () => Promise.resolve({ run: async () => {} }),
  })
  registry.setPlugins([
    {
      id: 'x',
      version: '1',
      api: 1,
      title: 'X',
      keys,
      widgetKeys,
      commands: [
        command('x.a', 'Objects'),
        command('x.b', 'Objects'),
        command('x.media', 'Media', selection('media')),
        command('x.object', 'Objects', selection('object')),
        { ...command('x.row', 'Objects'), subject: { id: has('objects.row') } },
        { ...command('x.current', 'Objects'), formerIds: ['x.removed'] },
      ],
    },
  ])
  return createKeymap({ registry, storage, facts, isThirdParty: () => thirdParty })
}

const keysOf = (keymap: Keymap, command: string) => keymap.of(command).map(({ keys }) => keys)

const conflicts = (...keys: KeyBinding[]) =>
  setUp(keys)
    .conflicts()
    .map(({ a, b, kind }) => `${a.command} ${b.command} ${kind}`)

test('changes to the keys of a removed command apply to its replacement', () => {
  const storage = memoryStorage()
  storage.set('core.keymap', {
    keys: { 'x.removed u': 'w' },
    active: {},
    added: [{ keys: 'Shift+w', command: 'x.removed' }],
  })
  const keymap = setUp([{ keys: 'u', command: 'x.current' }], storage)
  expect(keysOf(keymap, 'x.current')).toEqual(['Shift+w', 'w'])
  keymap.reset('x.current Shift+w')
  keymap.reset('x.current u')
  expect(keysOf(keymap, 'x.current')).toEqual(['u'])
})

describe('conflicts of keys', () => {
  test('are reported for the same keys, and if one is the beginning of the other', () => {
    const result = conflicts(
      { keys: 'g', command: 'x.a' },
      { keys: 'g o', command: 'x.b' },
      { keys: 'n', command: 'x.a' },
      { keys: 'n', command: 'x.b' },
      { keys: 'h o', command: 'x.b' },
    )
    expect(result).toEqual(['x.a x.b prefix', 'x.a x.b same'])
  })

  test('are known before keys are assigned, and change nothing until then', () => {
    const keymap = setUp([
      { keys: 'a', command: 'x.a' },
      { keys: 'b', command: 'x.b' },
    ])
    const [a] = keymap.entries()
    const conflicting = keymap.conflictsWith(a?.id ?? '', 'b')
    expect(conflicting.map(({ command }) => command)).toEqual(['x.b'])
    expect(keymap.conflictsWith(a?.id ?? '', 'c')).toEqual([])
    expect(keysOf(keymap, 'x.a')).toEqual(['a'])
  })

  test('are found in any spelling of the keys', () => {
    expect(
      conflicts(
        { keys: '$mod+Shift+K', command: 'x.a' },
        { keys: 'Shift+Control+k', command: 'x.b' },
        { keys: 'Shift+?', command: 'x.a' },
        { keys: '?', command: 'x.b' },
      ),
    ).toEqual(['x.a x.b same', 'x.a x.b same'])
  })

  test('do not exist if the conditions of bindings or commands exclude each other', () => {
    expect(
      conflicts(
        { keys: 'e', command: 'x.media' },
        { keys: 'e', command: 'x.object' },
        { keys: 'f', command: 'x.a', when: has('zen') },
        { keys: 'f', command: 'x.b', when: not(has('zen')) },
        { keys: 'h', command: 'x.a', when: eq('route.id', 'a') },
        { keys: 'h', command: 'x.b', when: eq('route.id', 'b') },
      ),
    ).toEqual([])
  })

  test('do not exist between two bindings of the same command', () => {
    expect(conflicts({ keys: 'e', command: 'x.a' }, { keys: 'e', command: 'x.a' })).toEqual([])
  })
})

test('on Apple a binding may have other keys with the same id, and keys of the user take precedence', () => {
  const storage = memoryStorage()
  const keys = [{ keys: 'Alt+n', onApple: 'Control+Shift+m', command: 'x.a' }]
  const [elsewhere] = setUp(keys).entries()
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  const keymap = setUp(keys, storage)
  expect(keysOf(keymap, 'x.a')).toEqual(['Control+Shift+m'])
  const [entry] = keymap.entries()
  expect(entry?.id).toBe(elsewhere?.id)
  // A key that the user chose stays, even with Option.
  keymap.bind(entry?.id ?? '', 'Alt+o')
  expect(keysOf(setUp(keys, storage), 'x.a')).toEqual(['Alt+o'])
  vi.restoreAllMocks()
})

describe('the user’s changes', () => {
  const storage = memoryStorage()
  const keys = [{ keys: 'e', command: 'x.a' }]

  test('replace, remove and reset the keys of a binding, and survive a reload', () => {
    const keymap = setUp(keys, storage)
    const id = keymap.entries()[0]?.id ?? ''
    expect(keymap.bind(id, '$mod+e')).toEqual({ ok: true })
    expect(keysOf(keymap, 'x.a')).toEqual(['$mod+e'])
    const second = setUp(keys, storage)
    expect(second.entries()[0]).toMatchObject({ id, keys: '$mod+e', from: 'user', isActive: true })
    second.bind(id, undefined)
    expect(keysOf(second, 'x.a')).toEqual([])
    second.reset(id)
    expect(keysOf(second, 'x.a')).toEqual(['e'])
  })

  test('may add keys, which come first', () => {
    const keymap = setUp(keys)
    expect(keymap.add({ keys: 'q', command: 'x.a' })).toEqual({ ok: true })
    expect(keysOf(keymap, 'x.a')).toEqual(['q', 'e'])
    keymap.reset()
    expect(keysOf(keymap, 'x.a')).toEqual(['e'])
  })

  test.each(['$mod+w', '$mod+Shift+P', '$mod+3', 'g $mod+t', 'F5', '', 'Foo+k'])(
    'are refused for “%s”',
    (taken) => {
      const keymap = setUp(keys)
      const result = keymap.bind(keymap.entries()[0]?.id ?? '', taken)
      expect(result).toMatchObject({ ok: false, reason: expect.any(String) })
      expect(keysOf(keymap, 'x.a')).toEqual(['e'])
    },
  )

  test('are ignored if they were stored in an invalid form', () => {
    const broken = memoryStorage({ 'core.keymap': { added: [1, null, {}], keys: 3 as never } })
    expect(keysOf(setUp(keys, broken), 'x.a')).toEqual(['e'])
  })
})

test('bindings of the same keys to the same command are merged into one', () => {
  const list = eq('route.id', 'list')
  const editor = has('selection.kind')
  const keymap = setUp([
    { keys: '$mod+Enter', command: 'x.a', when: list },
    { keys: '$mod+Enter', command: 'x.a', when: editor },
    { keys: 'n', command: 'x.b', when: list },
    { keys: 'n', command: 'x.b' },
  ])
  expect(keymap.entries().map(({ keys, when }) => ({ keys, when }))).toEqual([
    { keys: '$mod+Enter', when: or(list, editor) },
    { keys: 'n', when: undefined },
  ])
  expect(keysOf(keymap, 'x.a')).toEqual(['$mod+Enter'])
})

test('keys of a third party are inactive until they are accepted', () => {
  const keymap = setUp([{ keys: 'e', command: 'x.a' }], memoryStorage(), true)
  expect(keymap.bindings()).toEqual([])
  keymap.setActive(keymap.entries()[0]?.id ?? '', true)
  expect(keysOf(keymap, 'x.a')).toEqual(['e'])
})

test('a binding to reserved keys, or of an unknown command, is listed but inactive', () => {
  const keymap = setUp([
    { keys: '$mod+t', command: 'x.a' },
    { keys: 'e', command: 'x.gone' },
  ])
  expect(keymap.bindings()).toEqual([])
  expect(keymap.entries()).toHaveLength(2)
})

test('a binding with arguments shows them in its title', () => {
  const keymap = setUp([{ keys: '$mod+b', command: 'x.a', args: { format: 'bold' } }])
  expect(keymap.entries().map(({ title }) => title)).toEqual(['x.a: bold'])
})

test('listeners hear of changes, and lists keep their identity between them', () => {
  const keymap = setUp([{ keys: 'e', command: 'x.a' }])
  const listener = vi.fn()
  keymap.subscribe(listener)
  const before = keymap.bindings()
  expect(keymap.bindings()).toBe(before)
  keymap.setSingleKeys(false)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(keymap.bindings()).toEqual([])
})

describe('the active keys', () => {
  const keys: readonly KeyBinding[] = [
    { keys: 'n', command: 'x.a', when: has('route.objectID') },
    { keys: 'n', command: 'x.b' },
    { keys: '$mod+k', command: 'x.b' },
    { keys: 'Delete', command: 'x.object' },
    { keys: 'Escape', command: 'x.media', inDialog: true },
  ]
  const widgets = ['main', '[role="grid"]', '[role="tree"]'].map((within) => ({
    id: `x.${within}`,
    title: within,
    within,
    keys: [{ keys: 'Enter', title: 'Open' }],
  }))
  document.body.innerHTML = `<main><input /><div role="grid"><button></button></div></main>
    <div role="dialog"><button></button></div>`
  function inForce(selector: string, facts: FactValues) {
    const keymap = setUp(keys, memoryStorage(), false, () => facts, widgets)
    const { widgets: around, local, general } = keymap.inForce(document.querySelector(selector))
    const run = (entries: typeof local) => entries.map((one) => `${one.keys} ${one.command}`)
    return { widgets: around.map(({ title }) => title), local: run(local), general: run(general) }
  }

  test('list the widgets around the focus from the inside out, then local bindings, then general ones', () => {
    expect(inForce('button', {})).toEqual({
      widgets: ['[role="grid"]', 'main'],
      local: [],
      general: ['n x.b', '$mod+k x.b'],
    })
    const selected = { 'selection.kind': 'object', 'selection.count': 1 }
    expect(inForce('button', { ...selected, 'route.objectID': '1' })).toMatchObject({
      local: ['n x.a', 'Delete x.object'],
      general: ['$mod+k x.b'],
    })
  })

  test('of a command with a subject apply only with the subject, or with a literal argument', () => {
    const binding = { keys: 'Shift+r', command: 'x.row', args: { id: '1' } }
    const keymap = (facts: FactValues) =>
      setUp(
        [{ keys: 'r', command: 'x.row' }, binding],
        memoryStorage(),
        false,
        () => facts,
      ).inForce(null)
    expect(keymap({}).local.map((one) => one.keys)).toEqual([])
    expect(keymap({}).general.map((one) => one.keys)).toEqual(['Shift+r'])
    expect(keymap({ 'objects.row': '2' }).local.map((one) => one.keys)).toEqual(['r'])
  })

  test('are only chords in a text field, and only those of the dialog in a dialog', () => {
    const facts = { 'selection.kind': 'media', 'selection.count': 1 }
    expect(inForce('input', {}).general).toEqual(['$mod+k x.b'])
    expect(inForce('[role="dialog"] button', facts)).toEqual({
      widgets: [],
      local: ['Escape x.media'],
      general: [],
    })
  })
})

test('all changes are read and replaced at once, and reserved or invalid keys change nothing', () => {
  const keymap = setUp([{ keys: 'a', command: 'x.a' }])
  keymap.bind('x.a a', 'b')
  keymap.add({ keys: 'c', command: 'x.b' })
  const before = keymap.changes()
  expect(before).toEqual({
    keys: { 'x.a a': 'b' },
    active: {},
    added: [{ keys: 'c', command: 'x.b' }],
    hasSingleKeys: true,
  })
  const added = [
    { keys: 'd', command: 'x.a' },
    { keys: '$mod+t', command: 'x.a' },
  ]
  expect(keymap.replace({ ...before, added })).toEqual({
    ok: false,
    path: 'added[1].keys',
    reason: '“$mod+t” belongs to the browser or the system.',
  })
  expect(keymap.replace({ ...before, keys: { 'x.a a': 'Bogus+x' } })).toMatchObject({
    path: 'keys["x.a a"]',
  })
  expect(keymap.changes()).toBe(before)
  expect(keymap.replace({ ...before, keys: { 'x.a a': null }, added: [] })).toEqual({ ok: true })
  expect(keymap.bindings()).toEqual([])
})
