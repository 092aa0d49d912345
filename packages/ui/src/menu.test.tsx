// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Menu, MenuItem, MenuTrigger } from './menu.tsx'

function setUp() {
  const onEdit = vi.fn<() => void>()
  const onRestore = vi.fn<() => void>()
  render(
    <MenuTrigger>
      <Button>Actions</Button>
      <Menu aria-label="Actions">
        <MenuItem kbd="e" onAction={onEdit}>
          Edit
        </MenuItem>
        <MenuItem disabledReason="Select one artwork" onAction={onRestore}>
          Restore revision…
        </MenuItem>
      </Menu>
    </MenuTrigger>,
  )
  return { user: userEvent.setup(), onEdit, onRestore }
}

test('an item with a disabled reason stays reachable, shows the reason and does not run', async () => {
  const { user, onRestore } = setUp()
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  const item = screen.getByRole('menuitem', { name: 'Restore revision…' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  const description = document.getElementById(item.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('Select one artwork')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(item)
  await user.keyboard('{Enter}')
  expect(onRestore).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeTruthy()
})

test('an item runs, closes the menu and exposes its key', async () => {
  const { user, onEdit } = setUp()
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  const item = screen.getByRole('menuitem', { name: 'Edit' })
  expect(item.getAttribute('aria-keyshortcuts')).toBe('e')
  await user.click(item)
  expect(onEdit).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})
