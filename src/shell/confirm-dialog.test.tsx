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

test('an Enter pressed too often deletes nothing: the focus is never on the red button', () => {
  ask({ isDestructive: true })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

test('what can be taken back is confirmed with Enter', () => {
  ask({})
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Go on' }))
})

test('where words have to be typed, the focus is there', () => {
  ask({ isDestructive: true, phrase: 'blog' })
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
