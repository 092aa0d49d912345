// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PickerRow } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { type } from 'arktype'
import { describe, expect, test, vi } from 'vitest'

import { projects, ran, start, useBrowser } from './booted-app.fixture.tsx'

useBrowser()

describe('the palette', () => {
  const open = async () => {
    await userEvent.keyboard('{Control>}k{/Control}')
    return screen.findByRole('dialog', { name: 'Command palette' })
  }

  test('asks for arguments, shows the plan and applies it without the changes left out', async () => {
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

  test('keeps the focus on the last row of a plan when more rows arrive', async () => {
    const counted = Promise.withResolvers<void>()
    const planOf = (count: number): Plan => ({
      title: 'Count sheep',
      counts: [],
      skipped: [],
      changes: Array.from({ length: count }, (_, at) => ({
        id: `${at}`,
        label: `Sheep ${at + 1}`,
      })),
      total: count,
      isReversible: true,
    })
    const count = defineCommand({
      id: 'sheep.count',
      title: 'Count sheep',
      effect: 'write',
      isAlwaysPlanned: true,
      load: async () => ({
        plan: async () => ({
          ...planOf(3),
          async *updates() {
            await counted.promise
            yield planOf(5)
          },
        }),
        run: async () => {},
      }),
    })
    const sheep = definePlugin({
      id: 'sheep',
      version: '1.0.0',
      api: 1,
      title: 'Sheep',
      commands: [count],
    })
    await start('/projects', [projects, sheep], 't1')
    await open()
    await userEvent.keyboard('count sheep')
    await screen.findByRole('option', { name: /Count sheep/ })
    await userEvent.keyboard('{Enter}')
    const row = async (label: string) =>
      (await screen.findByRole('rowheader', { name: label })).closest('tr')
    const first = await row('Sheep 1')
    await waitFor(() => expect(document.activeElement).toBe(first))
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe(await row('Sheep 3'))
    await act(async () => counted.resolve())
    const last = await row('Sheep 5')
    await waitFor(() => expect(document.activeElement).toBe(last))
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(await row('Sheep 4'))
  })

  test('accepts only offered answers, even if the user types faster than the search', async () => {
    const searches: { query: string; answer: (rows: PickerRow[]) => void }[] = []
    const rowsFor = (...labels: string[]) =>
      labels.map((label) => ({ id: label, value: label, label }))
    const find = async (query: string, ...labels: string[]) => {
      await waitFor(() => expect(searches.at(-1)?.query).toBe(query))
      await act(async () => searches.at(-1)?.answer(rowsFor(...labels)))
    }
    const moved = vi.fn<(args: object) => void>()
    const move = defineCommand({
      id: 'shelves.move',
      title: 'Move to shelf…',
      effect: 'write',
      args: () => type({ kind: 'string', shelf: 'string' }),
      ask: {
        kind: { kind: 'choice', title: 'Kind', choices: [{ value: 'oak', label: 'Oak' }] },
        shelf: {
          kind: 'picker',
          title: 'Shelf',
          search: (query) => new Promise<PickerRow[]>((answer) => searches.push({ query, answer })),
        },
      },
      load: async () => ({ run: async (args: object) => moved(args) }),
    })
    const shelves = definePlugin({
      id: 'shelves',
      version: '1.0.0',
      api: 1,
      title: 'Shelves',
      commands: [move],
    })
    await start('/projects', [projects, shelves], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    const palette = await open()
    await userEvent.keyboard('move to shelf')
    await within(palette).findByRole('option', { name: /Move to shelf/ })
    await userEvent.keyboard('{Enter}')

    // The text does not match a choice.
    await screen.findByPlaceholderText('Kind')
    await userEvent.keyboard('plastic{Enter}')
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'No results for “plastic”. Choose from the list.',
    )
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.getByPlaceholderText('Kind')).toBeDefined()
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.keyboard('oa{Enter}')

    await screen.findByPlaceholderText('Shelf')
    await find('', 'A1', 'B2')
    await screen.findByRole('option', { name: /A1/ })
    await userEvent.keyboard('b{Enter}')
    // The earlier matches are still on screen, and Enter must not choose one of them.
    expect(screen.getByRole('option', { name: /A1/ })).toBeDefined()
    expect(moved).not.toHaveBeenCalled()
    await find('b', 'B2', 'B3')
    await waitFor(() => expect(moved).toHaveBeenCalledWith({ kind: 'oak', shelf: 'B2' }))
    expect(moved).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['chosen and run while the search goes on', 'b{Enter}{Control>}{Enter}{/Control}'],
    ['run alone, takes the row at hand', 'b{Control>}{Enter}{/Control}'],
  ])('waits for the search of a picker for several values: %s', async (_, keys) => {
    const rows = Promise.withResolvers<PickerRow[]>()
    const filled = vi.fn<(args: object) => void>()
    const fill = defineCommand({
      id: 'shelves.fill',
      title: 'Fill shelves…',
      effect: 'write',
      args: () => type({ shelves: 'string[]' }),
      ask: {
        shelves: {
          kind: 'picker',
          title: 'Shelves',
          isMany: true,
          search: async (query) => (query === 'b' ? rows.promise : []),
        },
      },
      load: async () => ({ run: async (args: object) => filled(args) }),
    })
    const shelves = definePlugin({
      id: 'shelves',
      version: '1.0.0',
      api: 1,
      title: 'Shelves',
      commands: [fill],
    })
    await start('/projects', [projects, shelves], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    const palette = await open()
    await userEvent.keyboard('fill shelves')
    await within(palette).findByRole('option', { name: /Fill shelves/ })
    await userEvent.keyboard('{Enter}')
    await screen.findByPlaceholderText('Shelves')
    await userEvent.keyboard(keys)
    expect(filled).not.toHaveBeenCalled()
    await act(async () => rows.resolve([{ id: 'B2', value: 'B2', label: 'B2' }]))
    await waitFor(() => expect(filled).toHaveBeenCalledWith({ shelves: ['B2'] }))
  })

  test('shows the key that continues from a multi-line answer', async () => {
    const note = defineCommand({
      id: 'shelves.note',
      title: 'Write a note…',
      effect: 'write',
      args: () => type({ text: 'string' }),
      ask: { text: { kind: 'multiline', title: 'Note' } },
      load: async () => ({ run: async () => undefined }),
    })
    const shelves = definePlugin({
      id: 'shelves',
      version: '1.0.0',
      api: 1,
      title: 'Shelves',
      commands: [note],
    })
    await start('/projects', [projects, shelves], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    const palette = await open()
    await userEvent.keyboard('write a note')
    await within(palette).findByRole('option', { name: /Write a note/ })
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('textbox', { name: 'Note' })
    expect(within(palette).getByText('next').textContent).toMatch(/^Ctrl.*next$/)
    expect(within(palette).queryByText('run now')).toBeNull()
  })

  test('goes back one page with Backspace, and closes with Escape', async () => {
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

  test('lists a disabled command with its reason and does not run it', async () => {
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
