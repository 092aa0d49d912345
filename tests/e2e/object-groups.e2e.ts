import { listSmartViews } from '@typecase/contract/smart-views'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addArtworks } from './fixtures/content.ts'
import { answer, choose, pick } from './fixtures/palette.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const artworks = encodeURIComponent(JSON.stringify({ type: 'artworks' }))
const grid = (page: Page) => page.getByRole('grid', { name: 'Objects' })
const heads = (page: Page) => grid(page).getByRole('button', { name: /, \d+$/ })
const head = (page: Page, name: string) => grid(page).getByRole('button', { name, exact: true })
const headRow = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
const selected = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

test('a list is grouped by keyboard, and x on a header selects its group on all pages', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner, 16, 'draft')
  // Adds the first artworks a second time, as published ones.
  await addArtworks(server, owner, 4, 'published')
  await page.goto(`/${owner.bucket.slug}/objects?query=${artworks}&limit=10`)
  await expect(grid(page)).toBeVisible()

  await choose(page, 'group by', 'Group by…')
  await pick(page, 'Which field?', 'stat', 'Status')
  await expect(page).toHaveURL(/group=status/)
  await expect(head(page, 'Draft, 12')).toHaveAttribute('aria-expanded', 'true')
  expect(await violations(page)).toEqual([])

  // The second page begins with the group that continues on it.
  await page.keyboard.press(']')
  await expect(head(page, 'Published, 4')).toBeVisible()
  await expect(heads(page)).toHaveCount(2)
  await page.keyboard.press('[')
  await expect(page).not.toHaveURL(/skip=/)
  await expect(heads(page)).toHaveCount(1)

  // On the header of a group, x also selects rows on other pages.
  await page.keyboard.press('j')
  await expect(headRow(page, 'Draft, 12')).toBeFocused()
  await page.keyboard.press('x')
  await expect(selected(page)).toContainText('12 selected of 16')
  await page.keyboard.press('x')
  await expect(selected(page)).toBeHidden()
})

test('keys collapse groups and move between them, and commands collapse and expand all', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner, 16, 'draft')
  await addArtworks(server, owner, 4, 'published')
  await page.goto(`/${owner.bucket.slug}/objects?query=${artworks}&limit=10&group=status`)
  await expect(head(page, 'Draft, 12')).toBeVisible()
  await page.keyboard.press('j')

  // The next group follows the collapsed one.
  await page.keyboard.press('ArrowLeft')
  await expect(head(page, 'Draft, 12')).toHaveAttribute('aria-expanded', 'false')
  await expect(head(page, 'Published, 4')).toBeVisible()
  await expect(grid(page).getByRole('link')).toHaveCount(4)
  await expect(headRow(page, 'Draft, 12')).toBeFocused()
  await page.keyboard.press('j')
  await expect(headRow(page, 'Published, 4')).toBeFocused()
  await page.keyboard.press('j')
  await expect(grid(page).getByRole('row').nth(3)).toBeFocused()
  await choose(page, 'select group', 'Select this group')
  await expect(selected(page)).toContainText('4 selected of 16')
  await page.keyboard.press('Escape')

  // Collapses and expands all groups.
  await choose(page, 'collapse all groups', 'Collapse all groups')
  await expect(grid(page).getByRole('link')).toHaveCount(0)
  await expect(heads(page)).toHaveCount(2)
  await page.reload()
  await expect(heads(page)).toHaveCount(2)
  await choose(page, 'expand all groups', 'Expand all groups')
  await expect(head(page, 'Draft, 12')).toHaveAttribute('aria-expanded', 'true')
})

test('a smart view saves the grouping of a list', async ({ ownerPage: page, owner, server }) => {
  await addArtworks(server, owner, 3, 'draft')
  await page.goto(`/${owner.bucket.slug}/objects?query=${artworks}&group=status`)
  await expect(head(page, 'Draft, 3')).toBeVisible()
  await choose(page, 'save as smart view', 'Save as smart view…')
  await answer(page, 'What is its name?', 'By status')
  await expect(page).toHaveURL(/smartViewID=[0-9a-f]{24}$/)
  await expect(head(page, 'Draft, 3')).toBeVisible()
  const query = { slug: owner.bucket.slug }
  const { smart_views: views } = await call(server.url, listSmartViews, { query }, owner.token)
  expect(views).toMatchObject([{ title: 'By status', group: 'status' }])
  await choose(page, 'group by', 'Group by…')
  await pick(page, 'Which field?', 'no grouping', 'No grouping')
  await expect(page.getByText('Grouping changed')).toBeVisible()
  await expect(heads(page)).toHaveCount(0)
})

test('dates are grouped by month', async ({ ownerPage: page, owner, server }) => {
  await addArtworks(server, owner, 3, 'draft')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${owner.bucket.slug}/objects?query=${artworks}&group=-modified_at`)
  const month = new Date().toLocaleDateString('en-GB', { month: 'long', year: 'numeric' })
  await expect(head(page, `${month}, 3`)).toBeVisible()
  expect(await violations(page)).toEqual([])
})
