import { eq } from '@typecase/plugin-sdk/when'
import { fill } from '@typecase/plugin-sdk/slot'
import { expect, test, vi } from 'vitest'

import { createFacts } from './facts.ts'
import { createRegistry } from './registry.ts'
import { createSlots } from './slots.ts'

test('a fact is set at once, and listeners are called once for all changes of a task', async () => {
  const facts = createFacts()
  const listener = vi.fn()
  facts.subscribe(listener)
  facts.set({ zen: true })
  facts.set({ 'selection.ids': ['a'], 'selection.count': 1 })
  expect(facts.get()).toEqual({ zen: true, 'selection.ids': ['a'], 'selection.count': 1 })
  expect(listener).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('setting the same facts again changes nothing', () => {
  const facts = createFacts()
  facts.set({ can: new Set(['a', 'b']), 'selection.ids': ['x'] })
  const before = facts.get()
  facts.set({ can: new Set(['b', 'a']), 'selection.ids': ['x'], 'route.id': undefined })
  expect(facts.get()).toBe(before)
  facts.set({ can: new Set(['a']) })
  expect(facts.get()).not.toBe(before)
})

test('undefined removes a fact', () => {
  const facts = createFacts({ zen: true })
  facts.set({ zen: undefined })
  expect('zen' in facts.get()).toBe(false)
})

test('a slot lists the panels whose condition holds, by order, and keeps its list while it is unchanged', () => {
  const load = () => Promise.resolve({ default: () => null })
  const registry = createRegistry()
  registry.setPlugins([
    {
      id: 'a',
      version: '1',
      api: 1,
      title: 'A',
      slots: [
        fill('editor.inspector', { id: 'a.late', order: 200, load }),
        fill('editor.inspector', { id: 'a.one', when: eq('route.id', 'objects.edit'), load }),
      ],
    },
    {
      id: 'b',
      version: '1',
      api: 1,
      title: 'B',
      slots: [fill('editor.inspector', { id: 'b.one', load })],
    },
  ])
  const facts = createFacts()
  const slots = createSlots(registry, facts)
  const ids = () => slots.get('editor.inspector').map(({ id }) => id)

  expect(ids()).toEqual(['b.one', 'a.late'])
  const before = slots.get('editor.inspector')
  facts.set({ 'route.id': 'objects.list' })
  expect(slots.get('editor.inspector')).toBe(before)
  facts.set({ 'route.id': 'objects.edit' })
  expect(ids()).toEqual(['a.one', 'b.one', 'a.late'])
  expect(slots.get('list.tabs')).toEqual([])
})
