// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { browsers, compose } from '@typecase/ui/compositions.fixture'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { createFocus } from '../focus/focus-service.ts'
import { type Core, CoreProvider } from '../core/core.tsx'
import { PaletteList, useActive } from './list.tsx'
import type { ListRow } from './row.ts'

const choose = vi.fn<(title: string) => void>()
const core = { focus: createFocus(document) } as Core

beforeEach(() => {
  choose.mockReset()
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})

function List({ titles }: { titles: readonly string[] }) {
  const [query, setQuery] = useState('')
  const rows = titles
    .filter((title) => title.toLowerCase().includes(query))
    .map((title): ListRow => ({ value: title, title }))
  const sections = rows.length > 0 ? [{ id: 'all', heading: 'All', rows }] : []
  const [active, setActive] = useActive(sections, query)
  return (
    <PaletteList
      placeholder="Search"
      query={query}
      onQueryChange={setQuery}
      sections={sections}
      active={active?.value ?? ''}
      onActiveChange={setActive}
      onChoose={({ title }) => choose(title)}
    />
  )
}

function setUp(...titles: string[]) {
  const ui = (now: readonly string[]) => (
    <CoreProvider value={core}>
      <List titles={now} />
    </CoreProvider>
  )
  const { rerender } = render(ui(titles))
  const box = screen.getByRole('combobox')
  return {
    box,
    show: (...now: string[]) => rerender(ui(now)),
    type: (value: string) => fireEvent.change(box, { target: { value } }),
    /** Returns the title of the row that a screen reader announces, and of the row that Enter runs. */
    named() {
      const id = box.getAttribute('aria-activedescendant')
      const row = id === null ? null : document.getElementById(id)
      choose.mockReset()
      fireEvent.keyDown(box, { key: 'Enter' })
      return [row?.textContent, choose.mock.calls[0]?.[0]]
    },
  }
}

test('the announced row is the one that Enter runs, from the first letter on', () => {
  const { type, named, box } = setUp('Publish', 'Open post', 'Duplicate', 'Post settings')
  expect(named()).toEqual(['Publish', 'Publish'])
  type('p')
  expect(named()).toEqual(['Publish', 'Publish'])
  type('po')
  expect(named()).toEqual(['Open post', 'Open post'])
  type('pos')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(named()).toEqual(['Post settings', 'Post settings'])
  type('dup')
  expect(named()).toEqual(['Duplicate', 'Duplicate'])
  type('')
  expect(named()).toEqual(['Publish', 'Publish'])
})

test('the announced row stays the one that Enter runs when rows are added, moved or removed', () => {
  const { show, named, box } = setUp('B', 'C')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(named()).toEqual(['C', 'C'])
  show('A', 'B', 'C', 'D')
  expect(named()).toEqual(['C', 'C'])
  show('D', 'C', 'A')
  expect(named()).toEqual(['C', 'C'])
  show('D', 'A')
  expect(named()).toEqual(['D', 'D'])
})

test('no row is announced in an empty list, which counts as closed', () => {
  const { type, box, named } = setUp('A')
  expect(document.getElementById(box.getAttribute('aria-controls') ?? '')).toBe(
    screen.getByRole('listbox'),
  )
  expect(box.getAttribute('aria-expanded')).toBe('true')
  type('x')
  expect(named()).toEqual([undefined, undefined])
  expect(box.getAttribute('aria-expanded')).toBe('false')
})

test.each(browsers)(
  'Enter and arrow keys within a composition in %s are left to the text',
  (browser) => {
    const { box, named } = setUp('A', 'B')
    for (const key of ['Enter', 'ArrowDown', 'End'])
      expect(compose(box, browser, key).defaultPrevented).toBe(false)
    expect(choose).not.toHaveBeenCalled()
    expect(named()).toEqual(['A', 'A'])
  },
)
