import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { type Owner, signUpOwner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'

const titles = [
  'Norham Castle, Sunrise',
  'The Blue Rigi, Sunrise',
  'Ophelia',
  'Beata Beatrix',
  'April Love',
  'Pegwell Bay, Kent',
  'The Annunciation',
  'Mariana',
  'Sketch for Hadleigh Castle',
  'View of Sydney Harbour',
  'The Pass of St Gotthard',
  'A Venetian Canal',
]

/** Adds twelve drafts with years from 1840 on; the newest comes first in the list. */
async function addArtworks(server: RunningServer, owner: Owner): Promise<void> {
  const { slug } = owner.bucket
  const data = {
    title: 'Artworks',
    slug: 'artworks',
    singular: 'Artwork',
    metafields: [{ key: 'year', title: 'Year', type: 'number' as const }],
  }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  for (const [at, title] of titles.entries()) {
    const object = { title, type: 'artworks', metadata: { year: 1840 + at } }
    await call(server.url, addObject, { body: { slug, data: object } }, owner.token)
  }
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Objects' })
const count = (page: Page, text: string) =>
  expect(
    page.getByRole('main').getByRole('status').filter({ hasText: text }).first(),
  ).toBeAttached()

test.beforeEach(async ({ server, owner }) => addArtworks(server, owner))

test('the list is filtered, sorted and selected, and objects are published and deleted, by keyboard', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"artworks"}`)
  await expect(page.getByRole('heading', { name: 'Artworks', level: 1 })).toBeVisible()
  await count(page, '12 objects')
  await expect(objectRows(page)).toHaveCount(12)

  await test.step('filter', async () => {
    await page.keyboard.press('/')
    const line = page
      .getByRole('group', { name: 'Filters' })
      .getByRole('textbox', { name: 'Filter' })
    await expect(line).toBeFocused()
    await page.keyboard.type('title contains castle')
    await page.keyboard.press('Enter')
    await count(page, '2 objects')
    await expect(line).toBeFocused()
    await line.fill('year >= 1842')
    await page.keyboard.press('Enter')
    await count(page, '10 objects')
  })

  await test.step('sort', async () => {
    await runCommand(page, 'sort by', 'Sort by…')
    await page.keyboard.type('year asc')
    await expect(page.getByRole('option', { name: /Year/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/sort=metadata\.year/)
    await expect(objectRows(page).first()).toContainText('Ophelia')
    await expect(grid(page).getByRole('columnheader', { name: 'Year' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
  })

  await test.step('select three', async () => {
    await objectRows(page).first().focus()
    await page.keyboard.press('x')
    await expect(objectRows(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('3 selected')
  })

  await test.step('publish', async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(notifications(page)).toContainText('Published 3 objects.')
    await expect(objectRows(page).first()).toContainText('Published')
  })

  await test.step('delete, and undo it', async () => {
    await runCommand(page, 'delete', /^Delete/)
    await expect(notifications(page)).toContainText('Deleted 3 objects.')
    await count(page, '7 objects')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(notifications(page)).toContainText('Restored 3 objects.')
    await count(page, '10 objects')
  })
})

test('keys of the list need no further code, and act in the order of the presses', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects`)
  await objectRows(page).first().focus()
  // The commands exist as soon as the palette offers them.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(objectRows(page).first()).toBeFocused()
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const key of ['j', 'j', 'k', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown']) {
    await page.keyboard.press(key)
  }
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('3 selected')
  await expect(objectRows(page).nth(3)).toBeFocused()
})

test('the first selection takes the page, the second all matches, and Escape clears it', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects?query={type:artworks}&limit=10`)
  await expect(objectRows(page)).toHaveCount(10)
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await objectRows(page).first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(toolbar).toContainText('10 selected of 12')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(toolbar).toContainText('12 selected of 12')
  await page.keyboard.press('Escape')
  await expect(toolbar).toBeHidden()
  await expect(objectRows(page).first()).toBeFocused()
})

test('arrow keys move across pages, and Enter opens a row', async ({ ownerPage: page, owner }) => {
  await page.goto(`/${owner.bucket.slug}/objects?query={type:artworks}&sort=metadata.year&limit=10`)
  await objectRows(page).last().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/skip=10/)
  await expect(objectRows(page)).toHaveCount(2)
  await expect(objectRows(page).first()).toBeFocused()
  await expect(objectRows(page).first()).toContainText('The Pass of St Gotthard')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/objects\/[0-9a-f]{24}/)
})

test('the filter is read from the address and written to it', async ({
  ownerPage: page,
  owner,
}) => {
  const path = `/${owner.bucket.slug}/objects`
  const line = page.getByRole('textbox', { name: 'Filter', exact: true })
  const query = { type: 'artworks', 'metadata.year': { $lt: 1842 } }
  await page.goto(`${path}?query=${encodeURIComponent(JSON.stringify(query))}`)
  await expect(line).toHaveValue('year < 1842')
  await count(page, '2 objects')

  await line.fill('status is draft')
  await line.press('Enter')
  await expect
    .poll(() => JSON.parse(new URL(page.url()).searchParams.get('query') ?? '{}') as unknown)
    .toEqual({ type: 'artworks', status: 'draft' })
  // The address changes before its list loads, so wait for the list before going back.
  await count(page, '12 objects')
  await page.goBack()
  await expect(line).toHaveValue('year < 1842')

  const either = { type: 'artworks', $or: [{ title: 'Ophelia' }, { title: 'Mariana' }] }
  await page.goto(`${path}?query=${encodeURIComponent(JSON.stringify(either))}`)
  await count(page, '2 objects')
  await expect(line).toHaveValue('title is Ophelia or title is Mariana')

  // A filter without words is shown as a whole, and removed with one key.
  const pattern = { type: 'artworks', title: { $regex: '^Ophelia$|^Mariana$' } }
  await page.goto(`${path}?query=${encodeURIComponent(JSON.stringify(pattern))}`)
  await count(page, '2 objects')
  await expect(line).toHaveValue('{"title":{"$regex":"^Ophelia$|^Mariana$"}}')
  await line.press('End')
  await line.press('Backspace')
  await expect(line).toHaveValue('')
  await line.press('Enter')
  await count(page, '12 objects')
})

test('an invalid filter shows its error, and one without matches offers to clear it', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects?query={type:artworks}`)
  const line = page.getByRole('textbox', { name: 'Filter', exact: true })
  await line.fill('colour is red')
  await line.press('Enter')
  await expect(page.getByRole('alert')).toContainText('There is no field “colour”')
  await expect(line).toHaveAttribute('aria-invalid', 'true')
  await expect(line).toHaveValue('colour is red')
  await line.fill('title is nothing')
  await line.press('Enter')
  await expect(page.getByText('Nothing matches this filter')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await count(page, '12 objects')
})

test('a bucket of another tenant is a 404', async ({ ownerPage: page, server }) => {
  const other = await signUpOwner(server, `other-${Date.now()}`)
  await page.goto(`/${other.bucket.slug}/objects`)
  await expect(page).toHaveURL(/\/404/)
})

async function runCommand(page: Page, query: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.type(query)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}
