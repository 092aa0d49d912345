// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { projects, ran, start, useBrowser } from './booted-app.fixture.tsx'

useBrowser()

describe('the palette', () => {
  const open = async () => {
    await userEvent.keyboard('{Control>}k{/Control}')
    return screen.findByRole('dialog', { name: 'Command palette' })
  }

  test('asks, shows the plan, and applies it without what was left out', async () => {
    await start('/projects', [projects], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    const palette = await open()
    await userEvent.keyboard('find rep')
    await within(palette).findByRole('option', { name: /Find and replace/ })
    await userEvent.keyboard('{Enter}')
    const chips = await screen.findByRole('list', { name: 'Arguments' })
    expect(chips.textContent).toBe('Find and replace')
    await userEvent.keyboard('ab{Enter}')
    expect(await screen.findByText('Find must be at least 3 characters')).toBeDefined()
    await userEvent.keyboard('c{Enter}')

    await screen.findByRole('heading', { name: 'Review changes' })
    const table = screen.getByRole('table', { name: 'Changes' })
    expect(within(table).getByText('Norham Castle')).toBeDefined()
    expect(screen.getByText('skipped: changed by someone else')).toBeDefined()
    expect(screen.getByText('Can be undone for 30 days')).toBeDefined()
    await userEvent.keyboard('{ArrowDown}x')
    expect(await within(table).findByText('· left out by you')).toBeDefined()
    expect(ran).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(ran).toHaveBeenCalledWith({ find: 'abc', exclude: ['m1'] }))
    expect(await screen.findByText('Replaced.')).toBeDefined()
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull()
  })

  test('pops one page with Escape, and goes back with Backspace', async () => {
    await start('/projects', [projects], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    await open()
    await userEvent.keyboard('find rep{Enter}')
    await screen.findByRole('list', { name: 'Arguments' })
    await userEvent.keyboard('{Backspace}')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Arguments' })).toBeNull())
    const input = screen.getByRole<HTMLInputElement>('combobox')
    expect(input.value).toBe('find rep')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('keeps what is disabled, says why and does not run it', async () => {
    await start('/projects', [projects], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    const palette = await open()
    await userEvent.keyboard('restore')
    const row = await within(palette).findByRole('option', { name: /Restore revision/ })
    expect(row.textContent).toContain('Open an object first.')
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: 'Command palette' })).toBeDefined()
  })
})
