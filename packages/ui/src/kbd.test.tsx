// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ariaKeyShortcuts, capsOf, formatBinding, Kbd } from './kbd.tsx'

describe('formatBinding', () => {
  test.each([
    ['$mod+k', '⌘K', 'Ctrl K'],
    ['$mod+Shift+Enter', '⇧⌘↵', 'Ctrl Shift ↵'],
    ['Shift+$mod+Alt+KeyZ', '⌥⇧⌘Z', 'Ctrl Alt Shift Z'],
    ['Escape', 'Esc', 'Esc'],
    ['$mod+BracketRight', '⌘]', 'Ctrl ]'],
    ['$mod+\\', '⌘\\', 'Ctrl \\'],
    ['$mod+.', '⌘.', 'Ctrl .'],
    ['$mod++', '⌘+', 'Ctrl +'],
    ['+', '+', '+'],
    ['?', '?', '?'],
    ['Shift+?', '?', '?'],
    ['$mod+Shift+.', '⌘.', 'Ctrl .'],
    ['g o', 'G then O', 'G then O'],
    ['Digit1', '1', '1'],
    ['F6', 'F6', 'F6'],
  ])('formats %s', (binding, mac, other) => {
    expect(formatBinding(binding, 'mac')).toBe(mac)
    expect(formatBinding(binding, 'other')).toBe(other)
  })
})

test('a sequence has one list of key caps per press', () => {
  expect(capsOf('$mod+k $mod+s', 'other')).toEqual([
    ['Ctrl', 'K'],
    ['Ctrl', 'S'],
  ])
})

test('aria-keyshortcuts names the modifiers, and is omitted for a sequence', () => {
  expect(ariaKeyShortcuts('$mod+Shift+Enter', 'mac')).toBe('Shift+Meta+Enter')
  expect(ariaKeyShortcuts('$mod+KeyK', 'other')).toBe('Control+K')
  expect(ariaKeyShortcuts('g o', 'other')).toBeUndefined()
})

test('key caps are joined per press or split per key, and hidden from screen readers', () => {
  const { container, rerender } = render(<Kbd binding="$mod+Shift+k" platform="other" />)
  const caps = () => [...container.querySelectorAll('kbd')].map((cap) => cap.textContent)
  expect(caps()).toEqual(['Ctrl Shift K'])
  rerender(<Kbd binding="$mod+Shift+k" platform="other" isSplit />)
  expect(caps()).toEqual(['Ctrl', 'Shift', 'K'])
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})
