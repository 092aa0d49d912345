import type { Browser, Page } from '@playwright/test'
import { updateBucket } from '@typecase/contract/buckets'
import { listComments } from '@typecase/contract/comments'
import { listSharedLinks } from '@typecase/contract/shared-links'

import { call } from './fixtures/api.ts'
import { addObjectOf, addObjectTypes, openObject } from './fixtures/object-form.ts'
import { choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { startPreviewSite } from './fixtures/preview-site.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

/**
 * Returns a page that connects like a site that reads its content in the browser, and shows what its token can read.
 */
const SITE = (api: string) => `<!doctype html><html lang="en"><title>Shop</title>
<main><h1></h1></main>
<script type="module">
  import { connect } from '${api}/preview/connect.js'
  connect({
    dashboard: '${api}',
    async onAccess({ bucket, token }) {
      const url = '${api}/v3/buckets/' + bucket + '/objects?status=any&type=articles&read_key=' + token
      const { objects } = await (await fetch(url)).json()
      document.querySelector('h1').textContent = objects.map(({ title }) => title).join(', ')
    },
  })
</script></html>`

async function setUp({ url }: RunningServer, owner: Owner) {
  const metafields = [{ key: 'teaser', title: 'Teaser', type: 'text' }]
  await addObjectTypes(url, owner, [{ title: 'Articles', slug: 'articles', metafields }])
  const article = (title: string) =>
    addObjectOf(url, owner, { type: 'articles', title, metadata: { teaser: `About ${title}` } })
  const door = await article('The door')
  await article('The lamp')
  return door
}

/** Opens a window without an account. */
async function asGuest(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  return page
}

async function share(page: Page): Promise<void> {
  await choose(page, 'share preview link', 'Share preview link…')
  await pick(page, /Works for|Choose/, '7', '7 days')
  await pick(page, /Comments|Choose/, 'comment', 'Guests can comment by name and e-mail')
  await expect(notifications(page)).toContainText('Shared “The door” until')
}

const linkOf = async ({ url }: RunningServer, { bucket, token }: Owner) =>
  (await call(url, listSharedLinks, { query: { slug: bucket.slug } }, token)).links[0]

test('a guest reads a draft with a shared link, and comments on it', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const { id } = await setUp(server, owner)
  await openObject(page, owner, id)
  await share(page)
  const link = await linkOf(server, owner)
  const guest = await asGuest(browser, `${server.url}${link?.path}`)

  await test.step('the guest sees the draft and nothing of the dashboard', async () => {
    await expect(guest.getByRole('heading', { name: 'The door', level: 1 })).toBeVisible()
    await expect(guest.getByRole('main')).toContainText('About The door')
    await expect(guest.getByRole('navigation')).toHaveCount(0)
    expect(await violations(guest)).toEqual([])
  })

  await test.step('comments reach the dashboard with the name of the guest', async () => {
    await guest.getByRole('textbox', { name: 'Name' }).focus()
    await guest.keyboard.type('Kim')
    await guest.keyboard.press('Tab')
    await guest.keyboard.type('kim')
    await guest.keyboard.press('Tab')
    await guest.keyboard.type('Is this final?')
    await guest.keyboard.press('ControlOrMeta+Enter')
    await expect(guest.getByRole('main')).toContainText('must be a valid email')
    await guest.getByRole('textbox', { name: 'E-mail' }).fill('kim@example.com')
    await guest.keyboard.press('Enter')
    await expect(guest.getByRole('status')).toContainText('Sent your comment.')
    const query = { slug: owner.bucket.slug, object_id: id }
    const { comments } = await call(server.url, listComments, { query }, owner.token)
    expect(comments).toMatchObject([{ text: 'Is this final?', guest: { name: 'Kim' } }])
    await page.goto(`/${owner.bucket.slug}/comments`)
    await expect(page.getByRole('main')).toContainText('Kim (guest)')
  })
})

test('commands set a password for a shared link, revoke it and restore it', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const { id } = await setUp(server, owner)
  await openObject(page, owner, id)
  await share(page)
  const link = await linkOf(server, owner)
  const guest = await asGuest(browser, `${server.url}${link?.path}`)

  await test.step('a command sets a password, and the link asks for it', async () => {
    await choose(page, 'password of shared link', 'Set password of shared link…')
    await pick(page, /Which shared link/, 'door', 'The door')
    await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('sesame')
    await page.keyboard.press('Enter')
    await expect(notifications(page)).toContainText('Set a password for “The door”.')
    await guest.reload()
    const input = guest.getByLabel('Password', { exact: true })
    await expect(input).toBeFocused()
    expect(await violations(guest)).toEqual([])
    await guest.keyboard.type('guess')
    await guest.keyboard.press('Enter')
    await expect(guest.getByRole('main')).toContainText('This is not the password of this link')
    await input.fill('sesame')
    await guest.keyboard.press('Enter')
    await expect(guest.getByRole('heading', { name: 'The door', level: 1 })).toBeVisible()
  })

  await test.step('a revoked link is closed, and undo opens it again', async () => {
    await choose(page, 'revoke shared link', 'Revoke shared link…')
    await pick(page, /Which shared link/, 'door', 'The door')
    await expect(notifications(page)).toContainText('Revoked the link to “The door”.')
    await guest.reload()
    await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    expect(await violations(guest)).toEqual([])
    await page.keyboard.press('ControlOrMeta+z')
    await expect(notifications(page)).toContainText('Restored the earlier settings')
    await guest.reload()
    await expect(guest.getByLabel('Password', { exact: true })).toBeVisible()
  })
})

test('a guest sees the page of the site with the shared draft, and its fields', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const { id } = await setUp(server, owner)
  const website = await startPreviewSite(SITE(server.url))
  const preview_sites = [{ id: 'a', name: 'Shop', url: `${website.url}/{slug}`, types: [] }]
  const body = { slug: owner.bucket.slug, data: { preview_sites } }
  await call(server.url, updateBucket, { body }, owner.token)
  await openObject(page, owner, id)
  await share(page)
  const link = await linkOf(server, owner)
  const guest = await asGuest(browser, `${server.url}${link?.path}`)
  const site = guest.frameLocator('iframe[title="Page of the site"]').frameLocator('iframe')
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('The door')
  await guest.getByRole('tab', { name: 'Page' }).focus()
  await guest.keyboard.press('ArrowRight')
  await expect(guest.getByRole('tabpanel')).toContainText('About The door')
  expect(await violations(guest)).toEqual([])
  website.close()
})

test('a guest learns where to find the draft when the site does not connect', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const { id } = await setUp(server, owner)
  const website = await startPreviewSite(
    '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>',
  )
  const preview_sites = [{ id: 'a', name: 'Shop', url: `${website.url}/{slug}`, types: [] }]
  const body = { slug: owner.bucket.slug, data: { preview_sites } }
  await call(server.url, updateBucket, { body }, owner.token)
  await openObject(page, owner, id)
  await share(page)
  const link = await linkOf(server, owner)
  const guest = await asGuest(browser, `${server.url}${link?.path}`)
  await expect(guest.getByText('The draft is under “Fields”.')).toBeVisible({ timeout: 20_000 })
  expect(await violations(guest)).toEqual([])
  website.close()
})
