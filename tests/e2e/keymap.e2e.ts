import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { addObjects } from './fixtures/content.ts'
import { choose, pick } from './fixtures/palette.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const recorder = (page: Page) =>
  page.getByRole('textbox', { name: 'Press the new keys, then Enter' })

test('a command gets a key from its row in the palette', async ({ ownerPage: page }) => {
  await page.goto('/projects')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('set theme')
  await expect(page.getByRole('option', { selected: true })).toContainText('Set theme')
  await page.keyboard.press('ControlOrMeta+.')
  await page.keyboard.type('set a key')
  await expect(page.getByRole('option', { selected: true })).toContainText('Set a key for this…')
  await page.keyboard.press('Enter')

  const keys = page.getByRole('region', { name: 'Keys of Set theme' })
  await expect(recorder(page)).toBeFocused()
  await page.keyboard.press('q')
  await page.keyboard.press('Enter')
  await expect(keys.getByRole('listitem').first()).toContainText('Q')
  await expect(keys.getByRole('button', { name: 'Add a key' })).toBeFocused()
  expect(await violations(page)).toEqual([])

  await test.step('a key in use asks for confirmation', async () => {
    await page.keyboard.press('Enter')
    await expect(recorder(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+.')
    await page.keyboard.press('Enter')
    const question = page.getByRole('group', { name: 'Keys in use' })
    await expect(question).toContainText('Show actions for what is here')
    await question.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(keys.getByRole('listitem')).toHaveCount(2)
  })

  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.keyboard.press('q')
  await expect(page.getByRole('list', { name: 'Arguments' })).toContainText('Set theme')
})

test('a keymap preset is applied and undone', async ({ ownerPage: page, owner, server }) => {
  await addObjects(server, owner, ['One', 'Two', 'Three'])
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(objectRows(page).first()).toBeVisible()
  await choose(page, 'preset', 'Use keymap preset…')
  await pick(page, /Preset/, 'vim', 'Vim-like lists')
  await expect(notifications(page)).toContainText('Keymap preset “Vim-like lists” is on.')

  await page.keyboard.press('j')
  await expect(objectRows(page).first()).toBeFocused()
  await page.keyboard.press('Shift+G')
  await expect(objectRows(page).last()).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expect(objectRows(page).first()).toBeFocused()
  await page.keyboard.press('l')
  await expect(page.getByPlaceholder('Untitled')).toBeVisible()
  await page.keyboard.press('h')
  await expect(objectRows(page).first()).toBeFocused()

  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Keymap restored.')
  await page.keyboard.press('Shift+G')
  await page.keyboard.press('j')
  await expect(objectRows(page).nth(1)).toBeFocused()
})

test('the keymap is exported and imported, and invalid keymaps are refused', async ({
  ownerPage: page,
}) => {
  await page.goto('/help/keyboard')
  await choose(page, 'preset', 'Use keymap preset…')
  await pick(page, /Preset/, 'code', 'VS Code')
  await expect(notifications(page)).toContainText('Keymap preset “VS Code” is on.')

  const downloading = page.waitForEvent('download')
  await choose(page, 'export keymap', 'Export keymap')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('keymap.json')
  const text = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ keymap: 1, added: [{ keys: '$mod+p' }, {}, {}, {}] })

  const importing = async (content: string) => {
    const choosing = page.waitForEvent('filechooser')
    await choose(page, 'import keymap', 'Import keymap…')
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(/Choose/)
    await page.keyboard.press('Enter')
    const chooser = await choosing
    await chooser.setFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    })
  }
  await importing('{"keymap":1,"added":[{"keys":"x"}]}')
  await expect(notifications(page)).toContainText(
    '“mine.json” is no keymap. added[0].command must be a string (was missing).',
  )
  await importing(text.replace('$mod+p', '$mod+t'))
  await expect(notifications(page)).toContainText('added[0].keys: “$mod+t” belongs to the browser')
  await importing(text.replace('$mod+p', 'Alt+p'))
  await expect(notifications(page)).toContainText('Keymap imported from “mine.json”.')
  await page.keyboard.press('Alt+p')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
})

test('the third click on a button shows its key once', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['One', 'Two', 'Three', 'Four', 'Five'])
  await page.goto(`/${owner.bucket.slug}/objects?limit=1`)
  const next = page.getByRole('button', { name: 'Next page' })
  const tip = page.getByText(/^Tip: /)
  for (const skip of [1, 2, 3]) {
    await expect(tip).toHaveCount(0)
    await next.click()
    await expect(page).toHaveURL(new RegExp(`skip=${skip}`))
  }
  await expect(notifications(page)).toContainText('Tip: ] for “Next page”.')
  await page.reload()
  await next.click()
  await expect(page).toHaveURL(/skip=4/)
  await expect(tip).toHaveCount(0)
})
