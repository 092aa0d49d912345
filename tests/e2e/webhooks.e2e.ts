import { createHmac } from 'node:crypto'

import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
} from '@typecase/contract/webhooks'
import type { Received } from '@typecase/server/testing/webhook-receiver'

import { call } from './fixtures/api.ts'
import { addEditor, otherBrowser } from './fixtures/editor.ts'
import { choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { violations } from './fixtures/violations.ts'
import { expect, type Owner, test } from './fixtures/webhooks.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Webhooks' })
const deliveries = (page: Page) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** A type without required fields. */
async function addType(url: string, { bucket: { slug }, token }: Owner): Promise<void> {
  const data = { title: 'Lights', slug: 'lights' }
  await call(url, addObjectType, { body: { slug, data } }, token)
}

async function publish(url: string, { bucket: { slug }, token }: Owner, title: string) {
  const data = { type: 'lights', title, status: 'published' as const }
  return (await call(url, addObject, { body: { slug, data } }, token)).object
}

async function add(url: string, { bucket: { slug }, token }: Owner, endpoint: string) {
  const data = { title: 'Search', endpoint, resource: 'objects' as const }
  const body = { slug, data: { ...data, events: ['published' as const, 'deleted' as const] } }
  return (await call(url, addWebhook, { body }, token)).webhook
}

/** Whether a request is signed with a secret, as the documentation says. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const signature = createHmac('sha256', key).update(text).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
}

test('a webhook is added, tested, called and its delivery repeated, by keyboard', async ({
  ownerPage: page,
  owner,
  server,
  receiver,
}) => {
  await addType(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/settings/webhooks`)
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('n')
  await expect(textbox(page, 'Title')).toBeFocused()
  await page.keyboard.type('Search index')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Endpoint must be an address that begins with')).toBeVisible()
  // The field shows errors of the server as well.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('http://169.254.169.254/latest')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Endpoint must be an http or https address on the')).toBeVisible()
  await textbox(page, 'Endpoint').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${receiver.url}/${owner.bucket.id}`)
  await page.getByRole('checkbox', { name: 'Lights' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Add header' }).press('Enter')
  await textbox(page, 'Header 1').fill('X-Shared')
  await page.getByLabel('Value of header 1').fill('among us')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')

  const secretField = page.getByRole('dialog', { name: 'Signing secret' }).getByRole('textbox')
  await expect(secretField).toHaveValue(/^whsec_/)
  const secret = await secretField.inputValue()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Close without copying' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search index')
  await expect(page.getByText('No deliveries yet')).toBeVisible()

  await page.keyboard.press('t')
  await expect(notifications(page)).toContainText('“Search index” works. Answered 200')
  const mine = () => receiver.received.filter(({ path }) => path === `/${owner.bucket.id}`)
  expect(mine()[0]?.headers['x-shared']).toBe('among us')

  receiver.answer = (response) => response.writeHead(500).end('The index is down')
  const { id } = await publish(server.url, owner, 'The lamp')
  await expect(deliveries(page)).toHaveCount(1, { timeout: 20_000 })
  await expect(deliveries(page)).toContainText('Failed', { timeout: 20_000 })
  const [, first] = mine()
  if (!first) throw new Error('nothing came')
  expect(isSigned(first, secret)).toBe(true)
  expect(JSON.parse(first.body)).toMatchObject({
    event: 'published',
    data: { object: { id, title: 'The lamp', status: 'published' } },
  })

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await expect(dialog.getByText('Attempt 1: Answered 500')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Body of the request' })).toContainText(
    '"title": "The lamp"',
  )
  await expect(dialog).toContainText('Answers from private networks are not logged.')
  await expect(dialog).not.toContainText('The index is down')
  await expect(dialog).not.toContainText('among us')
  expect(await violations(page)).toEqual([])
  receiver.answer = undefined
  await page.keyboard.press('r')
  await expect(dialog.getByText('Attempt 2: Answered 200')).toBeVisible({ timeout: 20_000 })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(deliveries(page)).toContainText('Delivered')
  expect(mine().at(-1)?.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(await violations(page)).toEqual([])
})

test('failed deliveries are found and redelivered from the palette, anywhere in the bucket', async ({
  ownerPage: page,
  owner,
  server,
  receiver,
}) => {
  const { slug } = owner.bucket
  await addType(server.url, owner)
  await add(server.url, owner, `${receiver.url}/${owner.bucket.id}`)
  receiver.answer = (response) => response.writeHead(503).end()
  for (const title of ['The lamp', 'The lens']) await publish(server.url, owner, title)
  const states = async () => {
    const page = await call(server.url, listDeliveries, { query: { slug } }, owner.token)
    return page.deliveries.map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 20_000 }).toEqual(['failed', 'failed'])

  await page.goto(`/${slug}/trash`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await choose(page, 'find delivery', /^Show webhook delivery…/)
  await pick(page, 'Which delivery?', 'lens', 'The lens: published')
  await expect(page.getByRole('dialog', { name: 'Delivery' })).toContainText('The lens')
  await page.keyboard.press('Escape')
  await expect(deliveries(page)).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search deliveries' }).fill('lamp')
  await expect(deliveries(page)).toHaveCount(1)
  await expect(deliveries(page)).toContainText('The lamp')

  await page.goto(`/${slug}/trash`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await choose(page, 'redeliver all failed', /^Redeliver all failed…/)
  await pick(page, 'Which webhook?', 'search', 'Search')
  const plan = page.getByRole('dialog')
  await expect(plan).toContainText('Redeliver 2 deliveries to “Search”')
  await expect(plan.getByRole('table', { name: 'Changes' })).toContainText('The lens')
  await plan.getByRole('textbox').focus()
  await page.keyboard.type('2')
  // This comes only now: retries run after ten seconds anyway, and one that is running is not queued twice.
  receiver.answer = undefined
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText(/[12] deliver(y|ies) queued again\./)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['delivered', 'delivered'])
})

test('a webhook is edited, disabled, given a new secret and deleted; edits and deletion are undone', async ({
  ownerPage: page,
  owner,
  server,
  receiver,
}) => {
  const { slug } = owner.bucket
  await add(server.url, owner, `${receiver.url}/${owner.bucket.id}`)
  const webhooks = async () =>
    (await call(server.url, listWebhooks, { query: { slug } }, owner.token)).webhooks
  await page.goto(`/${slug}/settings/webhooks`)
  await expect(list(page).getByRole('link', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(list(page).getByRole('link', { name: 'Search' })).toBeFocused()
  await page.keyboard.press('e')
  await expect(textbox(page, 'Title')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Site')
  // The typed text stays while the form is closed.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('e')
  await expect(textbox(page, 'Title')).toHaveValue('Site')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Saved “Site”.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site')
  await notifications(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search')

  await choose(page, 'rotate secret', /^Rotate signing secret of webhook…/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Signing secret' })).toContainText('24 hours')
  await page.getByRole('button', { name: 'Close without copying' }).press('Enter')

  await choose(page, 'disable webhook', /^Disable webhook…/)
  await expect(page.getByRole('status').getByText('This webhook is disabled')).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await webhooks()).toMatchObject([{ is_enabled: false }])
  await page.getByRole('button', { name: 'Enable' }).press('Enter')
  await expect(page.getByText('This webhook is disabled')).toBeHidden()

  await page.goto(`/${slug}/settings/webhooks`)
  await expect(list(page).getByRole('link', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(list(page).getByRole('link', { name: 'Search' })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(list(page).getByRole('link', { name: 'Search' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('webhooks explain a missing permission, a failed list and a conflicting save', async ({
  ownerPage: page,
  owner,
  server,
  receiver,
  browser,
}) => {
  const { slug } = owner.bucket
  const { id } = await add(server.url, owner, `${receiver.url}/${owner.bucket.id}`)
  const grace = await addEditor(server, owner)
  const theirs = await otherBrowser(browser, server.url, grace.token)
  await theirs.goto(`/${slug}/settings/webhooks`)
  await expect(theirs.getByText('You may not see the webhooks')).toBeVisible()
  await expect(theirs.getByText('Your role (editor) may not see or change webhooks.')).toBeVisible()
  expect(await violations(theirs)).toEqual([])
  await theirs.keyboard.press('ControlOrMeta+k')
  await theirs.keyboard.type('add webhook')
  const option = theirs.getByRole('dialog').getByRole('option').first()
  await expect(option).toContainText('Add webhook…')
  await expect(option).toContainText('Your role (editor) may not see or change webhooks.')
  await theirs.context().close()

  const failing = '**/v3/admin/webhooks/deliveries?**'
  await page.route(failing, (route) => route.abort())
  await page.goto(`/${slug}/webhooks/${id}`)
  await expect(page.getByText('The deliveries could not be loaded')).toBeVisible({
    timeout: 20_000,
  })
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await page.unroute(failing)
  await expect(page.getByText('No deliveries yet')).toBeVisible()

  await page.keyboard.press('e')
  await expect(textbox(page, 'Title')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Mine')
  const body = { slug, webhook_id: id, data: { title: 'Theirs' } }
  await call(server.url, updateWebhook, { body }, owner.token)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Someone else saved this webhook')
  await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await page.getByRole('button', { name: 'Save webhook' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine')
})
