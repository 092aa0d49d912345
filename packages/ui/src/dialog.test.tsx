// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

test('Escape closes a dialog even if one of its buttons has the focus', async () => {
  const onOpenChange = vi.fn<(isOpen: boolean) => void>()
  render(
    <Dialog title="Welcome" isOpen onOpenChange={onOpenChange}>
      <Button autoFocus>Get started</Button>
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Get started' }))
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenCalledWith(false)
})
