// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Announcer } from './announcer.tsx'
import { SortableList, type Reorder } from './sortable-list.tsx'

const fields = ['Title', 'Artist', 'Medium'].map((label) => ({ id: label.toLowerCase(), label }))

function setUp(isSortDisabled = false) {
  const onReorder = vi.fn<(move: Reorder) => void>()
  function Owner() {
    const [items, setItems] = useState(fields)
    return (
      <SortableList
        aria-label="Fields"
        items={items}
        isSortDisabled={isSortDisabled}
        onReorder={(move) => {
          onReorder(move)
          setItems(move.order.flatMap((id) => items.find((item) => item.id === id) ?? []))
        }}
      >
        {(item) => item.label}
      </SortableList>
    )
  }
  render(
    <>
      <Owner />
      <Announcer />
    </>,
  )
  const rows = () => screen.getAllByRole('row').map((row) => row.textContent)
  return { user: userEvent.setup(), onReorder, rows }
}

test('Alt and an arrow move the focused row, keep its focus and say its place', async () => {
  const { user, onReorder, rows } = setUp()
  await user.tab()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(onReorder).toHaveBeenCalledExactlyOnceWith({
    ids: ['title'],
    after: 'artist',
    before: 'medium',
    order: ['artist', 'title', 'medium'],
  })
  expect(rows()).toEqual(['Artist', 'Title', 'Medium'])
  expect(document.activeElement?.textContent).toBe('Title')
  expect(screen.getByText('Title, position 2 of 3')).toBeTruthy()
})

test('at the end nothing moves and nothing is said', async () => {
  const { user, onReorder } = setUp()
  await user.tab()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(onReorder).not.toHaveBeenCalled()
})

test('the handle drags by keyboard', async () => {
  const { user, onReorder } = setUp()
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Title')
  await user.keyboard('{Enter}')
  await vi.waitFor(
    () => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Insert/),
    10_000,
  )
  await user.keyboard('{ArrowDown}{Enter}')
  await vi.waitFor(() => expect(onReorder).toHaveBeenCalledOnce(), 10_000)
  expect(onReorder.mock.lastCall?.[0].ids).toEqual(['title'])
})

test('switched off, rows have no handle and keys do nothing', async () => {
  const { user, onReorder } = setUp(true)
  await user.tab()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(onReorder).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: /Move/ })).toBeNull()
})
