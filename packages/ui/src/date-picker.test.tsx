// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { DatePicker } from './date-picker.tsx'

test('the calendar is a grid with a name for each day, and arrow keys move within it', async () => {
  render(<DatePicker label="Due" value="2026-11-20" onChange={() => {}} />)
  await userEvent.click(screen.getByRole('button'))
  const grid = screen.getByRole('grid', { name: /November 2026/ })
  expect(within(grid).getAllByRole('row').length).toBeGreaterThan(4)
  const selected = within(grid).getByRole('gridcell', { selected: true })
  const focused = () => document.activeElement?.getAttribute('aria-label')
  expect(selected.contains(document.activeElement)).toBe(true)
  expect(focused()).toMatch(/Friday, November 20, 2026/)
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(focused()).toMatch(/Saturday, November 28, 2026/)
  await userEvent.keyboard('{PageDown}')
  expect(focused()).toMatch(/December 28, 2026/)
  // A press on the button leaves the focus where it is, and the month is announced.
  await userEvent.click(screen.getAllByRole('button', { name: 'Next' })[0] ?? document.body)
  expect(document.querySelector('[data-live-announcer]')?.textContent).toMatch(/January 2027/)
})
