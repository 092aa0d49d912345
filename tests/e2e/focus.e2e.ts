import type { Page } from '@playwright/test'

import { addObjects } from './fixtures/content.ts'
import { expect, test } from './fixtures/test.ts'

const PLAN = '**/v3/admin/objects/deleteByIds*'

test('the focus is somewhere sensible after each dialog, run, page and deletion', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.slow()
  const list = `/${owner.bucket.slug}/objects?query={"type":"authors"}`
  await addObjects(server, owner, ['Ada', 'Grace', 'Mary'])

  await test.step('a page change leads to the new page', async () => {
    await page.goto('/projects')
    await page.getByRole('link', { name: owner.bucket.title }).click()
    await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeFocused()
  })

  await test.step('a closed dialog leads back to its button', async () => {
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Filter shortcuts' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused()
  })

  await test.step('keys are recorded, and the focus is where it began', async () => {
    await page.goto('/help/keyboard')
    const change = page.getByRole('button', { name: 'Change the keys of Go to Objects' })
    await change.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Press the new keys/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(change).toBeFocused()
  })

  await test.step('a deleted row gives the focus to the list', async () => {
    await page.goto(list)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByRole('row').nth(1)).toBeFocused()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectFocusIn(page)
  })

  await test.step('saving an object type leaves it on its button', async () => {
    await page.goto(`/${owner.bucket.slug}/object-types/authors`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Writers')
    const save = page.getByRole('button', { name: 'Save object type' })
    await save.press('Enter')
    await expect(page.getByText('Writers is saved')).toBeVisible()
    await expect(save).toBeFocused()
  })
})

test('a long plan is read and applied by keyboard, with only the rows in sight in the document', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const names = Array.from({ length: 80 }, (_, index) => `Author ${index + 1}`)
  await addObjects(server, owner, names)
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors"}&limit=100`)
  await expect(page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
  await page.keyboard.press('Delete')
  const table = page.getByRole('table', { name: 'Changes' })
  const rows = table.locator('tbody tr')
  await expect(rows.first()).toBeFocused()
  expect(await rows.count()).toBeLessThan(50)
  await page.keyboard.press('End')
  await expect(table.locator(`tr[aria-rowindex="${names.length + 1}"]`)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(table.locator(`tr[aria-rowindex="${names.length}"]`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(table).toBeHidden()
  await expect(page.getByText('No authors yet')).toBeVisible()
})

test('a command whose plan does not come is given up in the palette, and can be run again', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['Ada', 'Grace', 'Mary'])
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors"}`)
  await expect(page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
  await page.route(PLAN, () => {})
  for (let time = 0; time < 2; time += 1) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('delete objects')
    await expect(page.getByRole('option', { name: /^Delete objects/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await expect(cancel).toBeVisible()
    await cancel.click()
    await expect(cancel).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

async function expectFocusIn(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
    .toBe(true)
}
