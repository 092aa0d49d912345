// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const show = (
  search: { view?: string; day: string },
  objects: readonly Record<string, unknown>[] = [],
) =>
  renderPlugin(plugin, {
    route: 'schedule.calendar',
    params: { bucketSlug: 'archive' },
    search,
    facts: { 'route.bucketSlug': 'archive', can: new Set(['objects:write']) },
    api: {
      'objects.list': () => ({
        objects: objects.map((object) => ({ object })),
        total: objects.length,
      }),
      'releases.list': () => ({ releases: [] }),
    },
  })

test('the calendar is a grid of weeks with the chosen day selected', async () => {
  await show({ day: '2026-11-20' })
  const grid = within(await screen.findByRole('grid', { name: 'Calendar' }))
  expect(grid.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
  const weeks = grid.getAllByRole('row').slice(1)
  expect(weeks.map((week) => within(week).getAllByRole('gridcell').length)).toEqual(
    Array(6).fill(7),
  )
  const selected = () =>
    grid.getAllByRole('gridcell', { selected: true }).map((cell) => cell.getAttribute('aria-label'))
  expect(selected()).toEqual(['Friday 20 November'])
})

test.each([
  ['month', 'November 2026'],
  ['week', 'Week of Monday 16 November'],
])('the %s on screen is announced', async (view, title) => {
  await show({ view, day: '2026-11-20' })
  await waitFor(() => expect(screen.getByText(/Nothing scheduled here/)).toBeDefined())
  const status = screen.getByText(/Nothing scheduled here/)
  expect(status.getAttribute('role')).toBe('status')
  expect(status.textContent).toMatch(new RegExp(`^${title}\\. `))
})

const tabStops = () =>
  [...screen.getByRole('grid').querySelectorAll<HTMLElement>('button, a')].filter(
    ({ tabIndex }) => tabIndex === 0,
  )

test('keys move between days, except during a composition or with modifiers', async () => {
  const { host } = await show({ day: '2026-11-20' })
  const number = await screen.findByRole('button', { name: 'Show Friday 20 November' })
  expect(tabStops()).toEqual([number])
  for (const other of [{ isComposing: true }, { altKey: true }, { ctrlKey: true }])
    expect(fireEvent.keyDown(number, { key: 'ArrowRight', ...other })).toBe(true)
  expect(host.log.went).toEqual([])
  for (const key of ['End', 'PageDown']) expect(fireEvent.keyDown(number, { key }), key).toBe(false)
  expect(host.log.went).toMatchObject([
    { search: { day: '2026-11-22' } },
    { search: { day: '2026-12-20' } },
  ])
})

test('Enter moves the focus and the tab stop to the entries of a day, and ArrowRight to the next day', async () => {
  const publish_at = new Date(2026, 10, 20, 9).getTime()
  const { host } = await show({ day: '2026-11-20' }, [
    { id: 'a', title: 'A', locale: null, publish_at, unpublish_at: null },
    { id: 'b', title: 'B', locale: null, publish_at, unpublish_at: null },
  ])
  const entry = await screen.findByRole('link', { name: /Publish A/, current: false })
  screen.getByRole('button', { name: 'Show Friday 20 November' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(entry)
  expect(tabStops()).toEqual([entry])
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Publish B/)
  expect(host.log.went).toMatchObject([{ search: { day: '2026-11-21' } }])
})
