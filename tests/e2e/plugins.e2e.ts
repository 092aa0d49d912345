import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures/test.ts'

const FOLDER = join(import.meta.dirname, '../../plugins')
const plugins = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Pages that show a plugin is at work. */
const PAGES: Record<string, { path: string; heading: string }> = {
  projects: { path: '/projects', heading: 'Projects' },
  account: { path: '/account', heading: 'Account' },
  help: { path: '/help/keyboard', heading: 'Keyboard' },
  'object-types': { path: '/{bucket}/object-types', heading: 'Object types' },
  objects: { path: '/{bucket}/objects', heading: 'Objects' },
  trash: { path: '/{bucket}/trash', heading: 'Trash' },
  jobs: { path: '/{bucket}/history', heading: 'History' },
  api: { path: '/{bucket}/settings/api', heading: 'API' },
  'import-export': { path: '/{bucket}/import-export', heading: 'Import' },
}

async function switchOff(page: Page, ids: readonly string[]): Promise<void> {
  await page.addInitScript(
    (value) => localStorage.setItem('core.disabled-plugins', value),
    JSON.stringify(ids),
  )
}

async function expectPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('every plugin is found', () => {
  expect(plugins).toEqual(expect.arrayContaining(Object.keys(PAGES)))
})

test('without any plugin there is a frame, a palette and a way out', async ({
  ownerPage: page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await switchOff(page, plugins)
  await page.goto('/projects')
  await expect(page.getByText('There is nothing here')).toBeVisible()
  await expectPalette(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('log out')
  await expect(page.getByRole('option', { name: /Log out/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  expect(errors).toEqual([])
})

for (const left of plugins) {
  test(`without ${left} the others work`, async ({ ownerPage: page, owner }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await switchOff(page, [left])
    for (const [id, { path, heading }] of Object.entries(PAGES)) {
      await test.step(path, async () => {
        await page.goto(path.replace('{bucket}', owner.bucket.slug))
        const shown = id === left ? 'Page not found' : heading
        await expect(page.getByRole('heading', { name: shown, level: 1 })).toBeAttached()
        await expectPalette(page)
      })
    }
    expect(errors).toEqual([])
  })
}

test('the log-in works without all the other plugins', async ({ page }) => {
  await switchOff(
    page,
    plugins.filter((id) => id !== 'account'),
  )
  await page.goto('/projects')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('a plugin whose page does not load fails alone', async ({ ownerPage: page, owner }) => {
  // The files of this page never arrive, as after a bad deployment.
  await page.route('**/assets/trash-list-*.js', (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/trash`)
  const failure = page.getByRole('alert').filter({ hasText: 'This page of “Trash” failed' })
  await expect(failure).toContainText('Reload the page')
  await expectPalette(page)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Projects' })
    .click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  // Who comes back asks for it again.
  await page.goBack()
  await expect(failure).toBeVisible()
  const mark = () => page.evaluate(() => Object.assign(window, { isMarked: true }) && undefined)
  const isMarked = () => page.evaluate(() => 'isMarked' in window)
  await mark()
  // In vain, so that the page is loaded anew.
  await failure.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect.poll(isMarked).toBe(false)
  await expect(failure).toBeVisible()

  await mark()
  await page.unroute('**/assets/trash-list-*.js')
  await failure.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
  expect(await isMarked()).toBe(true)
})
