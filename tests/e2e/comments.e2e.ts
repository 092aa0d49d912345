import type { Page } from '@playwright/test'
import { addComment } from '@typecase/contract/comments'
import { getBucket } from '@typecase/contract/buckets'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { choose, pick } from './fixtures/palette.ts'
import { addEditor, otherBrowser } from './fixtures/editor.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

/** Adds an article with a teaser, and returns it with the id of that field. */
async function article(url: string, { bucket: { slug }, token }: Owner) {
  const metafields = [{ key: 'teaser', title: 'Teaser', type: 'text' }]
  const type = { title: 'Articles', singular: 'Article', metafields }
  await call(url, addObjectType, { body: { slug, data: type as never } }, token)
  const data = { type: 'articles', title: 'The door at La Jument' }
  const { object } = await call(url, addObject, { body: { slug, data } }, token)
  const { bucket } = await call(url, getBucket, { query: { slug } }, token)
  const articles = bucket.object_types.find((one) => one.slug === 'articles')
  return { id: object.id, fieldID: articles?.metafields[0]?.id ?? '' }
}

const feed = (page: Page) => page.getByRole('feed', { name: 'Comments' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })

async function open(page: Page, { bucket }: Owner, id: string): Promise<void> {
  await page.goto(`/${bucket.slug}/objects/${id}`)
  await expect(title(page)).toBeVisible()
  await expect(box(page)).toBeVisible()
}

test('a comment is written, answered, reacted to, edited, resolved, reopened and deleted by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await article(server.url, owner)
  await open(page, owner, id)
  await page.keyboard.press('Alt+m')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Seven **frames**, not six.')
  // The text box handles the key, so nothing is published.
  await page.keyboard.press('ControlOrMeta+Enter')
  const thread = feed(page).getByRole('article')
  await expect(thread).toHaveCount(1)
  await expect(thread.locator('strong', { hasText: 'frames' })).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(page.getByRole('complementary')).toContainText('Draft')

  await thread.getByRole('button', { name: 'Reply' }).press('Enter')
  await thread.getByRole('textbox', { name: 'Write a reply' }).fill('Fine with me.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(thread).toContainText('Fine with me.')

  await thread.getByRole('button', { name: 'Add reaction' }).first().press('Enter')
  await page.getByRole('button', { name: 'React with 🎉' }).press('Enter')
  await expect(thread.getByRole('button', { name: '🎉 1' })).toBeVisible()

  await thread.getByRole('button', { name: 'Edit comment' }).first().press('Enter')
  await thread.getByRole('textbox', { name: 'Edit the comment' }).fill('Eight frames.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(thread).toContainText('Eight frames.')

  await thread.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(thread).toHaveCount(0)
  await page.getByRole('radio', { name: /^Resolved/ }).press('Space')
  await expect(thread).toHaveCount(1)
  await thread.getByRole('button', { name: 'Unresolve' }).press('Enter')
  await expect(thread).toHaveCount(0)
  await page.getByRole('radio', { name: /^Open/ }).press('Space')
  await thread.getByRole('button', { name: 'Delete comment' }).first().press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(notifications(page)).toContainText('Comment deleted.')
  await expect(feed(page).getByRole('article')).toHaveCount(0)
})

test('a comment on a field is marked there, and its text survives a reload and a failure', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id, fieldID } = await article(server.url, owner)
  const { slug } = owner.bucket
  const body = { slug, object_id: id, metafield_id: fieldID, text: 'Too long?' }
  await call(server.url, addComment, { body }, owner.token)
  await open(page, owner, id)
  const mark = page.getByRole('button', { name: '1 comment on Teaser' })
  await mark.press('Enter')
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'On Teaser', exact: true })).toBeVisible()
  await page.keyboard.type('Two sentences at most')

  await page.reload()
  await mark.press('Enter')
  await expect(box(page)).toHaveValue('Two sentences at most')
  await page.route('**/comments/add', (route) => route.abort())
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(notifications(page)).not.toBeEmpty()
  await expect(box(page)).toHaveValue('Two sentences at most')
  await page.unroute('**/comments/add')
  await box(page).press('ControlOrMeta+Enter')
  await expect(page.getByRole('button', { name: '2 comments on Teaser' })).toBeVisible()
})

test('a comment appears in another browser without a reload, and a mention notifies its person', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const { id } = await article(server.url, owner)
  const grace = await addEditor(server, owner)
  const other = await otherBrowser(browser, server.url, grace.token)
  await open(other, owner, id)
  await open(page, owner, id)
  await box(other).fill('Here now')
  await other.keyboard.press('ControlOrMeta+Enter')
  await expect(feed(page)).toContainText('Here now')

  // By then she is on another page.
  await other.goto(`/${owner.bucket.slug}/objects`)
  await expect(other.getByRole('heading', { name: 'Objects', level: 1 })).toBeAttached()
  await box(page).focus()
  await page.keyboard.type('For @hop')
  await expect(page.getByRole('option', { name: 'Grace Hopper' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('For @Grace Hopper ')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(feed(page)).toContainText('For @Grace Hopper')
  await expect(notifications(other)).toContainText('Ada Byron mentioned you in a comment.')
  await other.getByRole('button', { name: 'View', exact: true }).press('Enter')
  await expect(title(other)).toHaveValue('The door at La Jument')
  await other.getByRole('radio', { name: 'For me 1' }).press('Space')
  const thread = feed(other).getByRole('article')
  await expect(thread).toHaveCount(1)
  await expect(thread.getByRole('img', { name: 'Unread' })).toBeVisible()
  // A thread counts as read once it has had the focus.
  await thread.focus()
  await expect(thread.getByRole('img', { name: 'Unread' })).toHaveCount(0)
  await other.context().close()
})

test('the page of open comments leads to their objects', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await article(server.url, owner)
  const { slug } = owner.bucket
  const body = { slug, object_id: id, text: 'Which door?' }
  await call(server.url, addComment, { body }, owner.token)
  await page.goto(`/${slug}/objects`)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeAttached()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Comments', level: 1 })).toBeVisible()
  await expect(feed(page)).toContainText('Which door?')
  await page.keyboard.press('Alt+n')
  await expect(title(page)).toHaveValue('The door at La Jument')
})

for (const width of [1440, 390]) {
  test(`comments have no violation at ${width} px: empty, being written, listed and failed`, async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const { id, fieldID } = await article(server.url, owner)
    const { slug } = owner.bucket
    await page.goto(`/${slug}/comments`)
    await expect(page.getByText('No open comments')).toBeVisible()
    expect(await violations(page)).toEqual([])
    const text = 'See https://example.org and `code`'
    const body = { slug, object_id: id, metafield_id: fieldID, text }
    await call(server.url, addComment, { body }, owner.token)
    await open(page, owner, id)
    await expect(feed(page).getByRole('article')).toHaveCount(1)
    await box(page).focus()
    await page.keyboard.type('For @a')
    await expect(page.getByRole('listbox', { name: 'People' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto(`/${slug}/comments`)
    await expect(feed(page).getByRole('article')).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    await page.route('**/comments/list*', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert').first()).toContainText('could not be loaded')
    expect(await violations(page)).toEqual([])
  })
}

test('e-mails about mentions are turned off from the palette, and on again in the account', async ({
  ownerPage: page,
}) => {
  await page.goto('/projects')
  await choose(page, 'mails about mentions', 'E-mails about mentions…')
  await pick(page, 'E-mails about comments that mention you', 'off', 'Off')
  await expect(notifications(page)).toContainText('You no longer get e-mails about mentions')
  await choose(page, 'open mails about mentions', 'Open e-mails about mentions')
  const mails = page.getByRole('switch', { name: 'Also send me an e-mail' })
  await expect(mails).not.toBeChecked()
  expect(await violations(page)).toEqual([])
  await mails.press('Space')
  await expect(mails).toBeChecked()
  await page.reload()
  await expect(mails).toBeChecked()
})
