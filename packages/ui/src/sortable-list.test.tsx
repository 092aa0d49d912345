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

test('Alt with an arrow moves the focused row, keeps its focus and announces its position', async () => {
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

test('Alt with an arrow moves nothing at the end of the list', async () => {
  const { user, onReorder } = setUp()
  await user.tab()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(onReorder).not.toHaveBeenCalled()
})

test('the handle of a row drags it with the keyboard', async () => {
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

test('a list with sorting disabled has no handles and ignores the keys', async () => {
  const { user, onReorder } = setUp(true)
  await user.tab()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(onReorder).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: /Move/ })).toBeNull()
})
