import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { choose, pick } from './fixtures/palette.ts'
import { objectRows } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const titles = ['Norham Castle', 'Ophelia', 'April Love']
const keys = ['medium', 'place', 'height', 'width', 'frame', 'credit']

test.beforeEach(async ({ server, owner, ownerPage: page }) => {
  const { slug } = owner.bucket
  const metafields = keys.map((key) => ({ key, title: key.toUpperCase(), type: 'text' as const }))
  const data = { title: 'Artworks', slug: 'artworks', singular: 'Artwork', metafields }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  for (const title of titles) {
    const metadata = Object.fromEntries(keys.map((key) => [key, `${key} of ${title}`]))
    const object = { title, type: 'artworks', metadata }
    await call(server.url, addObject, { body: { slug, data: object } }, owner.token)
  }
  await page.goto(`/${slug}/objects?query={"type":"artworks"}`)
  await expect(objectRows(page)).toHaveCount(3)
})

const heads = (page: Page) => page.getByRole('columnheader')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const widthOf = async (page: Page, name: string) => (await head(page, name).boundingBox())?.width
const leftOf = async (page: Page, name: string) => (await head(page, name).boundingBox())?.x

test('columns are moved, widened, pinned and hidden by keyboard, and stay so after a reload', async ({
  ownerPage: page,
}) => {
  await expect(heads(page)).toHaveText(['', 'Title', 'MEDIUM', 'PLACE', 'HEIGHT', 'Status'])
  await choose(page, 'move column left', 'Move column left…')
  await pick(page, 'Which column?', 'place', 'PLACE')
  await expect(heads(page)).toHaveText(['', 'Title', 'PLACE', 'MEDIUM', 'HEIGHT', 'Status'])

  const before = (await widthOf(page, 'PLACE')) ?? 0
  await choose(page, 'widen column', 'Widen column…')
  await pick(page, 'Which column?', 'place', 'PLACE')
  await expect.poll(() => widthOf(page, 'PLACE')).toBeCloseTo(Math.round(before) + 40, -1)

  await choose(page, 'pin column', 'Pin column…')
  await pick(page, 'Which column?', 'height', 'HEIGHT')
  await expect(heads(page)).toHaveText(['', 'Title', 'HEIGHT', 'PLACE', 'MEDIUM', 'Status'])

  await choose(page, 'hide column', 'Hide column…')
  await pick(page, 'Which column?', 'medium', 'MEDIUM')
  const columns = ['', 'Title', 'HEIGHT', 'PLACE', 'Status']
  await expect(heads(page)).toHaveText(columns)

  const wide = await widthOf(page, 'PLACE')
  await page.reload()
  await expect(heads(page)).toHaveText(columns)
  expect(await widthOf(page, 'PLACE')).toBe(wide)

  await choose(page, 'reset columns', 'Reset columns')
  await expect(heads(page)).toHaveText(['', 'Title', 'MEDIUM', 'PLACE', 'HEIGHT', 'Status'])
})

test('dragging an edge resizes a column, and its menu sorts, pins and hides it, with no violation', async ({
  ownerPage: page,
}) => {
  const edge = await head(page, 'MEDIUM').boundingBox()
  if (!edge) throw new Error('There is no column.')
  const y = edge.y + edge.height / 2
  await page.mouse.move(edge.x + edge.width - 4, y)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width + 60, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => widthOf(page, 'MEDIUM')).toBeGreaterThan(edge.width + 50)

  const menuOf = async (name: string) => {
    await head(page, name).hover()
    await head(page, name).getByRole('button', { name: 'Column menu' }).click()
    return page.getByRole('menu', { name: `Column ${name}` })
  }
  const menu = await menuOf('PLACE')
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Sort ascending',
    'Sort descending',
    'Wider',
    'Narrower',
    'Move left',
    'Move right',
    'Pin',
    'Hide',
    'Reset columns',
  ])
  expect(await violations(page)).toEqual([])
  await menu.getByRole('menuitem', { name: 'Sort descending' }).click()
  await expect(page).toHaveURL(/sort=-metadata\.place/)
  await expect(head(page, 'PLACE')).toHaveAttribute('aria-sort', 'descending')
  await expect(objectRows(page).first()).toContainText('Ophelia')

  await head(page, 'PLACE').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await expect(heads(page).nth(2)).toHaveText('PLACE')
  expect(await violations(page)).toEqual([])

  await page.setViewportSize({ width: 800, height: 700 })
  const grid = page.getByRole('grid', { name: 'Objects' })
  const pinned = await leftOf(page, 'PLACE')
  const free = (await leftOf(page, 'HEIGHT')) ?? 0
  await grid.evaluate((element) => element.scrollTo({ left: 400 }))
  expect(await leftOf(page, 'PLACE')).toBe(pinned)
  expect(await leftOf(page, 'HEIGHT')).toBeLessThan(free)

  await (await menuOf('PLACE')).getByRole('menuitem', { name: 'Hide' }).click()
  await expect(head(page, 'PLACE')).toHaveCount(0)
})
