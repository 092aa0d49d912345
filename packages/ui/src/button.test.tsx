// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

function descriptionOf(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

test('a disabled reason keeps the button focusable, is shown and blocks the press', async () => {
  const user = userEvent.setup()
  const onPress = vi.fn<() => void>()
  render(
    <Button onPress={onPress} disabledReason="The title is missing">
      Publish
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Publish' })
  await user.tab()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(descriptionOf(button)).toBe('The title is missing')
  await user.keyboard('{Enter} ')
  await user.click(button)
  expect(onPress).not.toHaveBeenCalled()
  const tooltip = await screen.findByRole('tooltip')
  expect(tooltip.textContent).toBe('The title is missing')
})

test('a button keeps its element and its focus when it is enabled', async () => {
  const user = userEvent.setup()
  const onPress = vi.fn<() => void>()
  const { rerender } = render(
    <Button onPress={onPress} disabledReason="The title is missing">
      Publish
    </Button>,
  )
  await user.tab()
  const before = document.activeElement
  rerender(<Button onPress={onPress}>Publish</Button>)
  expect(document.activeElement).toBe(before)
  expect(before?.getAttribute('aria-disabled')).toBeNull()
  await user.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledOnce()
})

test('a disabled submit button does not submit', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) =>
    event.preventDefault(),
  )
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" disabledReason="Nothing has changed">
        Save
      </Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the key is exposed as aria-keyshortcuts and is not part of the name', () => {
  render(<Button kbd="$mod+s">Save draft</Button>)
  const button = screen.getByRole('button', { name: 'Save draft' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+s')
})

test('a pending button ignores presses and stays focusable', async () => {
  const user = userEvent.setup()
  const onPress = vi.fn<() => void>()
  render(
    <Button isPending onPress={onPress}>
      Save
    </Button>,
  )
  await user.tab()
  await user.keyboard('{Enter}')
  expect(onPress).not.toHaveBeenCalled()
  expect(document.activeElement?.tagName).toBe('BUTTON')
})
