import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { fetchesAgain } from '../browser.ts'
import { buildBroken, serveDashboard } from './fixtures/broken-dashboard.ts'
import { expect, test } from './fixtures/test.ts'

const FOLDER = join(import.meta.dirname, '../../plugins')
const plugins = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Pages that show whether a plugin is active. */
const PAGES: Record<string, { path: string; heading: string; without?: string }> = {
  projects: { path: '/projects', heading: 'Projects' },
  account: { path: '/account', heading: 'Account' },
  help: { path: '/help/keyboard', heading: 'Keyboard' },
  'object-types': { path: '/{bucket}/object-types', heading: 'Object types' },
  objects: { path: '/{bucket}/objects', heading: 'Objects' },
  editor: { path: '/{bucket}/objects/new', heading: 'What should it be?' },
  'smart-views': { path: '/{bucket}/smart-views', heading: 'Smart views' },
  repositories: { path: '/{bucket}/repositories', heading: 'Repositories' },
  trash: { path: '/{bucket}/trash', heading: 'Trash' },
  comments: { path: '/{bucket}/comments', heading: 'Comments' },
  jobs: { path: '/{bucket}/history', heading: 'History' },
  // The address opens the first section. Without this plugin, that is a section of another plugin.
  settings: { path: '/{bucket}/settings', heading: 'Settings', without: 'API' },
  // Without this plugin, the address is that of a missing section.
  api: { path: '/{bucket}/settings/api', heading: 'API', without: 'Settings' },
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

test('every plugin with a page is found', () => {
  expect(plugins).toEqual(expect.arrayContaining(Object.keys(PAGES)))
})

test('without any plugin, the frame and the palette work and logging out is possible', async ({
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

/**
 * Groups of plugins to switch off together. Plugins with a page are switched off alone, the others in pairs, since each
 * load of the dashboard takes seconds.
 */
const withoutPage = plugins.filter((id) => !(id in PAGES) && id !== 'buckets')
const groups = [
  ...plugins.filter((id) => !withoutPage.includes(id)).map((id) => [id]),
  ...withoutPage.flatMap((_, index) =>
    index % 2 === 0 ? [withoutPage.slice(index, index + 2)] : [],
  ),
]

test('each plugin is switched off in one of the tests', () => {
  expect(groups.flat().toSorted()).toEqual(plugins.toSorted())
})

for (const group of groups) {
  test(`the other plugins work without ${group.join(' and ')}`, async ({
    ownerPage: page,
    owner,
  }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await switchOff(page, group)
    const [plugin] = group
    // Opens the page of the disabled plugin by its address, and the others from there, as links do.
    const pages = Object.entries(PAGES).toSorted(
      ([one], [other]) => Number(other === plugin) - Number(one === plugin),
    )
    for (const [index, [id, { path, heading, without = 'Page not found' }]] of pages.entries()) {
      await test.step(path, async () => {
        const to = path.replace('{bucket}', owner.bucket.slug)
        if (index === 0) await page.goto(to)
        else await page.evaluate((address) => history.pushState({}, '', address), to)
        const expectedHeading = id === plugin ? without : heading
        // Without it, nothing provides the role in the bucket, so a page for certain roles refuses.
        const isRefused = plugin === 'buckets' && id === 'import-export'
        await expect(
          isRefused
            ? page.getByText('You cannot see this page')
            : page.getByRole('heading', { name: expectedHeading, level: 1 }),
        ).toBeAttached()
      })
    }
    await expectPalette(page)
    expect(errors).toEqual([])
  })
}

test('the login page works without all other plugins', async ({ page }) => {
  await switchOff(
    page,
    plugins.filter((id) => id !== 'account'),
  )
  await page.goto('/projects')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('a plugin whose page fails to load does not affect the rest, and Retry loads it', async ({
  ownerPage: page,
  owner,
}) => {
  // The files of this page never arrive, as after a bad deployment.
  await page.route('**/assets/trash-list-*.js', (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/trash`)
  const failure = page.getByRole('alert').filter({ hasText: 'This page of “Trash” failed' })
  await expect(failure).toContainText('Reload the page')
  await expectPalette(page)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Typecase' })
    .click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  // A return to the page requests it again.
  await page.goBack()
  await expect(failure).toBeVisible()
  const mark = () => page.evaluate(() => Object.assign(window, { isMarked: true }) && undefined)
  // A page that is being unloaded does not answer.
  const isMarked = () => page.evaluate(() => 'isMarked' in window).catch(() => undefined)
  await mark()
  // The retry fails, so the page is loaded again.
  await failure.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect.poll(isMarked).toBe(false)
  await expect(failure).toBeVisible()

  await mark()
  await page.unroute('**/assets/trash-list-*.js')
  await failure.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
  // Browsers that do not remember failed modules need no reload.
  expect(await isMarked()).toBe(fetchesAgain(page.context().browser()))
})

test('a plugin that throws at its top level is named, and the pages of other plugins work', async ({
  ownerPage: page,
  context,
  owner,
}) => {
  test.slow()
  const folder = buildBroken(
    'help/routes.ts',
    'comments/later.ts',
    'object-types/views/type-list.tsx',
  )
  await serveDashboard(context, folder)
  for (const [id, { path, heading }] of Object.entries(PAGES)) {
    await test.step(path, async () => {
      await page.goto(path.replace('{bucket}', owner.bucket.slug))
      const expectedHeading = id === 'help' ? 'Page not found' : heading
      const broken = page
        .getByRole('alert')
        .filter({ hasText: 'This page of “Object types” failed' })
      await (id === 'object-types'
        ? expect(broken).toContainText('broken at its top level')
        : expect(page.getByRole('heading', { name: expectedHeading, level: 1 })).toBeAttached())
    })
  }

  await test.step('the broken plugins are named with their errors', async () => {
    await page.getByRole('button', { name: '2 plugins have problems' }).press('Enter')
    const faults = page.getByRole('dialog', { name: 'Plugins with problems' })
    await expect(faults).toContainText('“help” could not be loaded: broken at its top level')
    await expect(faults).toContainText('“comments” could not be loaded: broken at its top level')
    await page.keyboard.press('Escape')
  })

  await test.step('a command of another plugin in the same file runs', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('new object type')
    await expect(page.getByRole('option', { name: /^New object type/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
  })
})

test('a guest sees why the login page is missing when its plugin fails', async ({
  page,
  context,
}) => {
  test.slow()
  await serveDashboard(context, buildBroken('account/plugin.ts'))
  await page.goto('/login')
  await expect(page.getByRole('alert')).toHaveText(
    'The plugin “account” could not be loaded: broken at its top level',
  )
})

test('a denied clipboard is not reported as a fault of a plugin', async ({
  ownerPage: page,
  owner,
}) => {
  await page.addInitScript(() => {
    const denied = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
    Object.defineProperty(navigator.clipboard, 'writeText', { value: denied })
  })
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeAttached()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('copy the address')
  await expect(page.getByRole('option', { name: /^Copy the address/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications).toContainText('This browser does not let pages copy.')
  await expect(page.getByRole('button', { name: /plugins? (has|have)/ })).toHaveCount(0)
})
