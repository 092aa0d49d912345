import { getBucket, updateBucket } from '@typecase/contract/buckets'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import type { Owner } from './fixtures/people.ts'
import { choose, confirmTyping, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

const SWITCH = 'Let the read key read drafts and revisions'

const cardOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/**
 * Requests drafts with a key.
 * @returns the status code
 */
async function draftsWith(server: RunningServer, { bucket }: Owner, key: string): Promise<number> {
  const url = `${server.url}/v3/buckets/${bucket.slug}/objects?status=any&read_key=${key}`
  return (await fetch(url)).status
}

async function openPage(page: Page, { bucket }: Owner): Promise<void> {
  await page.goto(`/${bucket.slug}/settings/keys`)
  await expect(page.getByRole('region', { name: 'Keys' })).toBeVisible()
}

test('the preview key is copied and reads drafts, while the read key does not', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['One', 'Two'])
  const { read_key, preview_key } = owner.bucket.api_access
  await openPage(page, owner)
  const card = cardOf(page, 'Preview key')
  await expect(card).toContainText(preview_key.slice(-4))
  await expect(card).not.toContainText(preview_key)
  await expect(page.getByRole('switch', { name: SWITCH })).not.toBeChecked()
  expect(await violations(page)).toEqual([])

  // Key presses act on the card that has the focus.
  await card.getByRole('button', { name: 'Show' }).focus()
  await page.keyboard.press('s')
  await expect(card).toContainText(preview_key)
  await expect(cardOf(page, 'Read key')).not.toContainText(read_key)
  await page.keyboard.press('c')
  await expect(notifications(page)).toContainText('Preview key copied.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(await draftsWith(server, owner, copied)).toBe(200)
  expect(await draftsWith(server, owner, read_key)).toBe(401)
})

test('reading drafts with the read key is turned off, and undo turns it on again', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug, api_access } = owner.bucket
  await addObjects(server, owner, ['One'])
  // Simulates a bucket that is older than preview keys.
  const body = { slug, data: { read_key_reads_drafts: true } }
  await call(server.url, updateBucket, { body }, owner.token)
  await openPage(page, owner)
  const box = page.getByRole('switch', { name: SWITCH })
  await expect(box).toBeChecked()
  await expect(box).toHaveAccessibleDescription(/can then read what is not published/)

  await box.press('Space')
  await expect(notifications(page)).toContainText('The read key reads only published versions now')
  await expect(box).not.toBeChecked()
  expect(await draftsWith(server, owner, api_access.read_key)).toBe(401)

  await notifications(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(box).toBeChecked()
  expect(await draftsWith(server, owner, api_access.read_key)).toBe(200)
})

test('a bucket is opened to everyone, and undo closes it again', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['One'])
  const url = `${server.url}/v3/buckets/${owner.bucket.slug}/objects`
  const statusOf = async (address: string) => (await fetch(address)).status
  await openPage(page, owner)
  const box = page.getByRole('switch', { name: 'Let anyone read published content' })
  await expect(box).not.toBeChecked()
  expect(await statusOf(url)).toBe(401)

  await box.press('Space')
  await expect(notifications(page)).toContainText('Anyone can read published content now')
  await expect(box).toBeChecked()
  await expect(box).toHaveAccessibleDescription(/Drafts, revisions and writes need their keys/)
  expect([await statusOf(url), await statusOf(`${url}?status=any`)]).toEqual([200, 401])
  expect(await violations(page)).toEqual([])

  await notifications(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(box).not.toBeChecked()
  expect(await statusOf(url)).toBe(401)
})

test('all keys are reset after a phrase is typed', async ({ ownerPage: page, owner, server }) => {
  const { slug, api_access } = owner.bucket
  await openPage(page, owner)
  await page.getByRole('button', { name: 'Reset bucket keys…' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('stop working until they have the new ones')
  await confirmTyping(page, 'reset keys')
  await expect(notifications(page)).toContainText('The bucket has new keys')
  const { bucket } = await call(server.url, getBucket, { query: { slug } }, owner.token)
  await expect(cardOf(page, 'Read key')).toContainText(bucket.api_access.read_key.slice(-4))
  const keys = [...Object.values(api_access), ...Object.values(bucket.api_access)]
  expect(new Set(keys).size).toBe(6)
})

test('one key is reset by keyboard, and the old key works until it is stopped', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['One'])
  const { slug, api_access } = owner.bucket
  const statusWith = async (key: string) =>
    (await fetch(`${server.url}/v3/buckets/${slug}/objects?read_key=${key}`)).status
  await openPage(page, owner)
  const card = cardOf(page, 'Read key')
  await card.getByRole('button', { name: 'Show' }).focus()
  await page.keyboard.press('Shift+R')
  await pick(page, /./, '48', 'Works for another 48 hours')
  await expect(notifications(page)).toContainText('The old one works for another 48 hours')
  await expect(card).toContainText(`ending in ${api_access.read_key.slice(-4)}`)
  await expect(card).toContainText('48 hours')
  const { bucket } = await call(server.url, getBucket, { query: { slug } }, owner.token)
  expect(bucket.api_access.preview_key).toBe(api_access.preview_key)
  expect(await statusWith(api_access.read_key)).toBe(200)
  expect(await statusWith(bucket.api_access.read_key)).toBe(200)
  expect(await violations(page)).toEqual([])

  await card.getByRole('button', { name: 'Add 24 hours' }).press('Enter')
  await expect(card).toContainText('72 hours')
  await card.getByRole('button', { name: 'End it now' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop old key' }).press('Enter')
  await expect(card).not.toContainText('The old key')
  expect(await statusWith(api_access.read_key)).toBe(401)
})

test('a leaked key stops immediately after its phrase is typed', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug, api_access } = owner.bucket
  await openPage(page, owner)
  await choose(page, 'reset key', 'Reset key')
  // The command does not ask for the key, since the page provides the first one.
  await pick(page, /./, 'stops', 'Stops now')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('stop working until they have the new one')
  await confirmTyping(page, 'stop old key')
  await expect(notifications(page)).toContainText('Read key replaced. The old one stopped.')
  const { bucket } = await call(server.url, getBucket, { query: { slug } }, owner.token)
  expect(bucket.api_access.read_key).not.toBe(api_access.read_key)
  expect(bucket.former_keys).toBeUndefined()
})
