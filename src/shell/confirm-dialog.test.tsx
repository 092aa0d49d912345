// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ConfirmDialog } from './confirm-dialog.tsx'

const ask = (more: { isDestructive?: boolean; phrase?: string }) =>
  render(
    <ConfirmDialog
      isOpen
      question={{ id: 1, title: 'Delete it?', text: '', action: 'Go on', answer() {}, ...more }}
    />,
  )

test('a destructive question focuses Cancel, so that a repeated Enter deletes nothing', () => {
  ask({ isDestructive: true })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

test('a reversible question focuses its action, so that Enter confirms it', () => {
  ask({})
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Go on' }))
})

test('a question with a phrase to type focuses the text field', () => {
  ask({ isDestructive: true, phrase: 'blog' })
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
