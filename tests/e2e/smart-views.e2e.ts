import { deleteObjectType } from '@typecase/contract/object-types'
import { addSmartView, listSmartViews, type SmartView } from '@typecase/contract/smart-views'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { CountedKeys } from './fixtures/keystrokes.ts'
import { addArtworks } from './fixtures/macro.ts'
import { answer, choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const ofArtworks = (query: object = {}) =>
  encodeURIComponent(JSON.stringify({ type: 'artworks', ...query }))

async function addView(
  server: RunningServer,
  { bucket: { slug }, token }: Owner,
  data: Partial<SmartView> & { query?: object },
): Promise<SmartView> {
  const { query = { type: 'artworks' }, ...more } = data
  const query_string = `query=${encodeURIComponent(JSON.stringify(query))}`
  const body = { slug, data: { title: 'Drafts', query_string, ...more } }
  return (await call(server.url, addSmartView, { body }, token)).smart_view
}

const filters = (page: Page) => page.getByRole('group', { name: 'Filters', exact: true })
const matches = (page: Page) => page.getByRole('status', { name: 'Matches' })
const line = (page: Page) => page.getByRole('textbox', { name: 'Filter', exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Object types' }).getByRole('link', { name })
const focused = (page: Page, name: string) =>
  expect(page.getByRole('combobox', { name, exact: true }).last()).toBeFocused()

test('filters are built with at most six keys, and saved as a view that is changed, reset and saved', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  const { slug } = owner.bucket
  await page.goto(`/${slug}/objects?query=${ofArtworks()}`)
  await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
  const keys = new CountedKeys(page)

  // Adds the filter “Status is draft”.
  await keys.press('f')
  await focused(page, 'Field')
  await keys.type('st')
  await keys.press('Enter')
  await focused(page, 'Value')
  await keys.type('d')
  await keys.press('Enter')
  await expect(line(page)).toHaveValue('status is draft')
  expect(keys.count).toBeLessThanOrEqual(6)

  // Adds “Lot < 5”, with the operator typed before the value. Enter in a complete row adds another one.
  await keys.press('Enter')
  await focused(page, 'Field')
  await keys.type('l')
  await expect(page.getByRole('option').first()).toContainText('Lo')
  await keys.type('ot')
  await keys.press('Enter')
  await focused(page, 'Value')
  const before = keys.count
  await page.keyboard.type('<5')
  // The count updates during typing.
  await expect(matches(page)).toHaveText('5 objects match')
  await keys.press('Enter')
  expect(keys.count - before).toBe(1)
  await expect(line(page)).toHaveValue('status is draft lot < 5')
  await expect(page.getByRole('grid', { name: 'Objects' }).getByRole('row')).toHaveCount(6)

  // Chooses the field and the operator from their boxes, with a relative day as the value.
  const third = new CountedKeys(page)
  await page.keyboard.press('Enter')
  await focused(page, 'Field')
  await third.type('mod')
  await third.press('Enter')
  await focused(page, 'Value')
  await third.type('t')
  await third.press('Enter')
  expect(third.count).toBeLessThanOrEqual(6)
  await expect(line(page)).toHaveValue('status is draft lot < 5 modified_at < today')
  await expect(page.getByText('Nothing matches this filter')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await focused(page, 'Operator')
  await page.keyboard.type('is')
  await page.keyboard.press('Enter')
  await expect(line(page)).toHaveValue('status is draft lot < 5 modified_at is today')
  await expect(matches(page)).toHaveText('5 objects match')

  // After saving, the address is that of the view.
  await filters(page).getByRole('button', { name: 'Save as smart view' }).press('Enter')
  await answer(page, 'What is its name?', 'To check')
  await expect(notifications(page)).toContainText('Saved “To check”.')
  await expect(tab(page, 'To check')).toHaveAttribute('aria-current', 'page')
  await expect(tab(page, 'To check')).toContainText('5')
  await expect(page).toHaveURL(/smartViewID=[0-9a-f]{24}$/)
  await page.reload()
  await expect(line(page)).toHaveValue('status is draft lot < 5 modified_at is today')

  // Changes the view, and reverts the change.
  await choose(page, 'sort by', 'Sort by…')
  await pick(page, 'Which field?', 'lot desc', 'Lot')
  await expect(page.getByText('Order changed')).toBeVisible()
  await expect(tab(page, 'To check').getByRole('img', { name: 'Changed' })).toBeVisible()
  await page.keyboard.press('Alt+Backspace')
  await expect(page.getByText('Order changed')).toBeHidden()
  await expect(page).not.toHaveURL(/sort=/)

  // Changes the view, and saves the change.
  await choose(page, 'sort by', 'Sort by…')
  await pick(page, 'Which field?', 'lot desc', 'Lot')
  await expect(page.getByText('Order changed')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Order changed')).toBeHidden()
  const query = { slug }
  const { smart_views: views } = await call(server.url, listSmartViews, { query }, owner.token)
  expect(views).toMatchObject([{ title: 'To check', sort: '-metadata.lot', type: 'artworks' }])
  // Undoes the change.
  await page.keyboard.press('ControlOrMeta+z')
  await expect
    .poll(async () => {
      const answered = await call(server.url, listSmartViews, { query }, owner.token)
      return answered.smart_views[0]?.sort
    })
    .toBeNull()
})

test('groups and unsupported filters come from the address, and can be changed and removed by keys', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  const { slug } = owner.bucket
  const query = {
    $or: [{ 'metadata.lot': { $lt: 2 } }, { 'metadata.lot': { $gt: 28 } }],
    title: { $exists: true },
    'metadata.gone': 1,
  }
  await page.goto(`/${slug}/objects?query=${ofArtworks(query)}`)
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  const group = filters(page).getByRole('group', { name: 'Group of filters, any' })
  await expect(group.getByRole('combobox', { name: 'Value' })).toHaveCount(2)
  await expect(filters(page)).toContainText('Unsupported: There is no field “gone”.')
  await expect(matches(page)).toHaveText('0 objects match')

  await filters(page).getByRole('button', { name: 'Remove filter' }).last().press('Enter')
  await expect(matches(page)).toHaveText('4 objects match')
  await group.getByRole('button', { name: 'any of these' }).press('Enter')
  await page.getByRole('option', { name: 'all of these' }).press('Enter')
  await expect(matches(page)).toHaveText('0 objects match')
  await expect(line(page)).toHaveValue('lot < 2 lot > 28 {"title":{"$exists":true}}')
})

test('a view is the scope of a command, and is managed from its page, the palette and the sidebar', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  const { slug } = owner.bucket
  await addView(server, owner, {
    title: 'First lots',
    icon: 'star',
    query: { type: 'artworks', 'metadata.lot': { $lt: 3 } },
  })
  await addView(server, owner, { title: 'All artworks' })
  await page.goto(`/${slug}/smart-views`)
  const rows = page.getByRole('list', { name: 'Smart views' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('First lots3Only you')

  // Reorders views by keyboard; then renames, shares, deletes and restores one.
  await page.keyboard.press('j')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(rows.first()).toContainText('All artworks')
  await choose(page, 'rename smart', 'Rename smart view…')
  await expect(page.getByRole('dialog').getByPlaceholder('What is its name?')).toHaveValue(
    'First lots',
  )
  await page.keyboard.press('End')
  await page.keyboard.type(' of all')
  await page.keyboard.press('Enter')
  await expect(rows.last()).toContainText('First lots of all')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rows.last()).not.toContainText('of all')
  await choose(page, 'share smart', 'Share smart view…')
  await expect(rows.last()).toContainText('Shared by you')
  await choose(page, 'delete smart', 'Delete smart view…')
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('Shared by you')

  // A command with the view's name opens it, and its count is unchanged.
  await choose(page, 'first lots', 'First lots')
  await expect(page.getByRole('grid', { name: 'Objects' }).getByRole('row')).toHaveCount(4)
  await expect(tab(page, 'First lots')).toContainText('3')

  // Applies a command to the objects of a view, from another list.
  await page.goto(`/${slug}/objects`)
  await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
  await choose(page, 'publish', 'Publish')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('option', { name: /all 3 in “First lots”/ })).toBeVisible()
  await page.keyboard.type('first lots')
  await expect(dialog.getByRole('option').first()).toContainText('all 3 in “First lots”')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Published 3 objects')

  await page.goto(`/${slug}/smart-views`)
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+\\')
  const tree = page.getByRole('treegrid', { name: 'Smart views' })
  await expect(tree.getByRole('row', { name: 'First lots' })).toContainText('3')
})

test('a new view appears by itself, and a view of a deleted object type stays with the reason', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  const { slug } = owner.bucket
  await page.goto(`/${slug}/objects`)
  await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
  const view = await addView(server, owner, { title: 'Artworks of a view' })
  await expect(tab(page, 'Artworks of a view')).toContainText('31')
  const query = { slug, type_slug: 'artworks' }
  await call(server.url, deleteObjectType, { query }, owner.token)
  await expect(
    tab(page, 'Artworks of a view').getByRole('img', { name: 'Has unsupported filters' }),
  ).toBeVisible()
  await page.goto(`/${slug}/smart-views`)
  await expect(page.getByText('Unsupported: There is no object type “artworks”.')).toBeVisible()
  const { smart_views: views } = await call(
    server.url,
    listSmartViews,
    { query: { slug } },
    owner.token,
  )
  expect(views[0]?.query_string).toBe(view.query_string)
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`views have no violation at ${viewport.width} px: builder, changed view and page`, async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    await page.setViewportSize(viewport)
    await addArtworks(server, owner)
    const { slug } = owner.bucket
    const view = await addView(server, owner, {
      title: 'Lots',
      icon: '🎨',
      query: { $or: [{ status: 'draft' }, { 'metadata.lot': 1 }], 'metadata.gone': 1 },
      is_shared: true,
    })
    await page.goto(`/${slug}/objects?smartViewID=${view.id}&sort=title`)
    await page.getByRole('button', { name: 'Filters' }).press('Enter')
    await expect(page.getByText('Order changed')).toBeAttached()
    await expect(matches(page)).toContainText('match')
    // On a phone, the last tab is beyond the edge until it is the current one.
    await expect(tab(page, 'Lots')).toBeInViewport({ ratio: 0.5 })
    expect(await violations(page)).toEqual([])
    await page.goto(`/${slug}/smart-views`)
    await expect(page.getByRole('list', { name: 'Smart views' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}
