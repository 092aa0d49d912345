import { addObject } from '@typecase/contract/objects'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import { choose } from './fixtures/palette.ts'
import { objectRows } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const list = (page: Page) => page.getByRole('complementary', { name: 'List' })
const links = (page: Page) => list(page).getByRole('listitem').getByRole('link')
const openLink = (page: Page) => list(page).locator('[aria-current="page"]')
const title = (page: Page) => page.getByPlaceholder('Untitled')

test('Alt+\\ opens the current row next to its list, and the keys of both work there', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  await addObjects(server, owner, ['First', 'Second', 'Third', 'Fourth'])
  await page.goto(
    `/${slug}/objects?sort=created_at&query=${encodeURIComponent('{"type":"authors"}')}`,
  )
  await expect(objectRows(page)).toHaveCount(4)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(objectRows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Alt+\\')
  // This fetches the editor's code for the first time.
  await expect(title(page)).toHaveValue('Second', { timeout: 30_000 })
  await expect(links(page)).toHaveText(['First', 'Second', 'Third', 'Fourth'])
  await expect(openLink(page)).toHaveText('Second')
  expect(await violations(page)).toEqual([])

  await test.step('moving on in the editor marks the object in the list', async () => {
    await page.keyboard.press('Control+]')
    await expect(title(page)).toHaveValue('Third')
    await expect(openLink(page)).toHaveText('Third')
  })

  await test.step('keys move within the list, and Enter opens an object', async () => {
    await page.keyboard.press('j')
    await expect(openLink(page)).toBeFocused()
    await page.keyboard.press('j')
    await expect(links(page).last()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveValue('Fourth')
    await expect(openLink(page)).toHaveText('Fourth')
    await expect(openLink(page)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveValue('First')
    await page.keyboard.press('Control+]')
    await expect(title(page)).toHaveValue('Second')
    await expect(openLink(page)).toBeFocused()
  })

  await test.step('a saved title appears in the list', async () => {
    await title(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' edition')
    await page.keyboard.press('Control+s')
    await expect(openLink(page)).toHaveText('Second edition')
  })

  await test.step('the list stays after a reload until it is hidden', async () => {
    await page.reload()
    await expect(openLink(page)).toHaveText('Second edition')
    await title(page).focus()
    await page.keyboard.press('Alt+\\')
    await expect(list(page)).toBeHidden()
    await expect(title(page)).toBeFocused()
    await page.reload()
    await expect(title(page)).toHaveValue('Second edition')
    await expect(list(page)).toBeHidden()
  })
})

test('an object opened by its address is shown next to the list of its object type', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  await addObjects(server, owner, ['Ada', 'Grace'])
  const body = { slug, data: { type: 'authors', title: 'Hedy' } }
  const { object } = await call(server.url, addObject, { body }, owner.token)
  await page.goto(`/${slug}/objects/${object.id}`)
  await expect(title(page)).toHaveValue('Hedy')
  await choose(page, 'split view', 'Show or hide the list next to the object')
  await expect(list(page).getByRole('heading', { name: 'Authors' })).toBeVisible()
  await expect(links(page)).toHaveCount(3)
  await expect(openLink(page)).toHaveText('Hedy')
  await links(page).filter({ hasText: 'Grace' }).focus()
  // Fingers leave a key after the object is open.
  await page.keyboard.down('Enter')
  await expect(title(page)).toHaveValue('Grace')
  await page.keyboard.up('Enter')
  await expect(page.getByRole('button', { name: 'Go to next object' })).toBeVisible()

  await page.setViewportSize({ width: 900, height: 800 })
  await expect(list(page)).toBeHidden()
})
