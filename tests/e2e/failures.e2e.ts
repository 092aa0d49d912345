import type { Page } from '@playwright/test'

import { FETCHES_AGAIN, fetchesAgain } from '../browser.ts'
import { addArtworks, addObjects } from './fixtures/content.ts'
import { choose } from './fixtures/palette.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'

const signInPage = {
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Sign in to the network</title>',
}

test('an answer that is not from the server is a failure, and publishing succeeds with Retry', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['First', 'Second'])
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors","title":"Second"}`)
  await expect(objectRows(page)).toHaveCount(1)
  for (const answer of [signInPage, { status: 200, body: '' }, { status: 200, json: { ok: 1 } }]) {
    await page.route(/publishByIds/, (route) => route.fulfill(answer))
    await objectRows(page).first().focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    const failure = notifications(page).getByText('Something answered in the place of the server')
    await expect(failure).toBeVisible()
    await expect(notifications(page)).not.toContainText('Published')
    await page.unroute(/publishByIds/)
    await notifications(page).getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(notifications(page)).toContainText('Published 1 object.')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(objectRows(page).first()).toContainText('Draft')
    await page.reload()
    await expect(objectRows(page)).toHaveCount(1)
  }
})

test('a list whose answer is not from the server says so, and loads with Retry', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['First'])
  await page.route(/objects\/list/, (route) => route.fulfill({ status: 200, json: { items: [] } }))
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('main')).toContainText(
    'Something answered in the place of the server',
  )
  await page.unroute(/objects\/list/)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(objectRows(page)).toHaveCount(1)
})

test('rows of a plan that failed to load are loaded with Retry', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const COUNT = 450
  await addArtworks(server, owner, COUNT, 'published')
  // Fails the requests for rows after the first ones, whenever the plan makes them.
  await page.route(/unpublishByIds/, (route) =>
    route.request().postData()?.includes('sample_skip')
      ? route.fulfill({ status: 503, json: {} })
      : route.fallback(),
  )
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"artworks"}&limit=10`)
  await expect(objectRows(page)).toHaveCount(10)
  await choose(page, 'unpublish', 'Unpublish')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('option').first()).toContainText('in this list')
  await page.keyboard.press('Enter')
  await expect(dialog.locator('tr[data-position="0"]')).toBeFocused()
  await page.keyboard.press('x')
  const table = dialog.getByRole('table', { name: 'Changes' })
  await expect(table).toHaveAttribute('aria-busy', 'false')

  await page.keyboard.press('End')
  const last = dialog.locator(`tr[data-position="${COUNT - 1}"]`)
  await expect(last).toHaveAttribute('aria-busy', 'true')
  const retry = dialog.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await page.unroute(/unpublishByIds/)
  await retry.press('Enter')
  await expect(last).toContainText('Work')
  await expect(retry).toBeHidden()
  // The excluded row stays excluded.
  await expect(dialog.getByRole('button', { name: 'Apply' })).toContainText(`${COUNT - 1}`)
})

/** These tests need Retry without a reload, which older browsers cannot do; there, the message asks for a reload. */
function skipWhereFailuresAreRemembered(page: Page): void {
  const isRemembered = !fetchesAgain(page.context().browser())
  test.skip(
    isRemembered,
    `Chromium ${FETCHES_AGAIN} or later (apt-get install chromium-headless-shell)`,
  )
}

test('a command says that the validation library failed to load, and runs with Retry', async ({
  ownerPage: page,
  owner,
}) => {
  skipWhereFailuresAreRemembered(page)
  await page.route('**/assets/arktype-*.js', (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await choose(page, 'sort by', 'Sort by…')
  await expect(notifications(page)).toContainText('could not be fetched')
  await expect(page.getByRole('dialog').getByRole('progressbar')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.unroute('**/assets/arktype-*.js')
  await notifications(page).getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Arguments' })).toContainText('Sort by')
})

test('an editor opened just before the network fails saves and loads its panels when it is back', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [object] = await addObjects(server, owner, ['Turner'])
  const isLate = /comments-panel-.*\.js/
  await page.route(isLate, (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/objects/${object?.id}`)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toBeVisible()
  await page.context().setOffline(true)
  // The failure concerns the panel, or anything else that was still loading.
  const failure = page.getByRole('alert').filter({ hasText: 'This panel of “Comments” failed' })
  await expect(failure.first()).toBeVisible()
  await title.fill('From the train')
  await page.keyboard.press('ControlOrMeta+s')
  const state = page.getByRole('status', { name: 'Save state' })
  await expect(state).toHaveText('Not saved: offline, retrying. 1 change kept here')
  await page.unroute(isLate)
  await page.context().setOffline(false)
  await expect(state).toHaveText('Saved')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a page requested without a network opens by itself when the network is back', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await sidebar.getByRole('link', { name: 'Comments' }).press('Enter')
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure.filter({ hasText: 'This page of' })).toContainText('you are offline')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Comments', level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a palette whose code fails to load leaves the page unchanged, and opens with Retry', async ({
  ownerPage: page,
  owner,
}) => {
  skipWhereFailuresAreRemembered(page)
  await page.route('**/assets/palette-*', (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/objects`)
  const heading = page.getByRole('heading', { name: 'Objects', level: 1 })
  await expect(heading).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(notifications(page)).toContainText('could not be fetched')
  await expect(heading).toBeVisible()
  await page.unroute('**/assets/palette-*')
  await notifications(page).getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
})

test('a confirmation whose code fails to load keeps the page, and appears the next time', async ({
  ownerPage: page,
  owner,
}) => {
  skipWhereFailuresAreRemembered(page)
  // If the browser stores nothing, leaving opens a confirmation.
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is switched off', 'SecurityError')
    }
  })
  await page.route('**/assets/confirm-dialog-*', (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/objects/new?type=authors`)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Ada')
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText(
    'Unsaved changes in this tab only',
  )
  const main = page.getByRole('navigation', { name: 'Main' })
  const away = main.getByRole('link', { name: 'Typecase' })
  await away.press('Enter')
  await expect(notifications(page)).toContainText('could not be fetched')
  await expect(title).toHaveValue('Ada')
  await page.unroute('**/assets/confirm-dialog-*')
  await away.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
})

test('a notification whose code fails to load leaves the page unchanged, and the next one appears', async ({
  ownerPage: page,
  owner,
}) => {
  skipWhereFailuresAreRemembered(page)
  // This excludes the queue, which loads first.
  const code = /\/assets\/[\w-]*toast-(?!queue)/
  await page.route(code, (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/objects`)
  const heading = page.getByRole('heading', { name: 'Objects', level: 1 })
  await expect(heading).toBeVisible()
  const refused = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await page.keyboard.press('ControlOrMeta+z')
  await refused
  await expect(heading).toBeVisible()
  await page.unroute(code)
  // An undo during the load of the code waits for it.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(notifications(page)).toContainText('Nothing to undo', { timeout: 1_000 })
  }).toPass()
})

test('addresses of missing objects and pages say so, and offer no retry', async ({
  ownerPage: page,
  owner,
}) => {
  const bucket = `/${owner.bucket.slug}`
  const screens = {
    'There is no such object': [
      `${bucket}/objects/ID`,
      `${bucket}/objects/ID/revisions`,
      `${bucket}/objects/ID/authors`,
    ],
    'There is no such macro': [`${bucket}/macros/ID`],
    'There is no such release': [`${bucket}/releases/ID`],
    'There is no such repository': [`${bucket}/repositories/ID`],
    'There is no such change': [`${bucket}/history/changes/ID`],
    'There is no such job': [`${bucket}/history/jobs/ID`],
    'You cannot see this project': ['/projects/ID', '/projects/ID/settings'],
    'You cannot see this team': ['/projects/ID/team'],
  }
  for (const [title, paths] of Object.entries(screens)) {
    // One id is well-formed, the other is not.
    for (const id of ['0123456789abcdef01234567', 'nonsense']) {
      for (const path of paths) {
        await page.goto(path.replace('ID', id))
        await expect(page.getByText(title), path).toBeVisible()
        await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
      }
    }
  }
})
