import { getBucket, updateBucket } from '@typecase/contract/buckets'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import type { Owner } from './fixtures/people.ts'
import { notifications } from './fixtures/parts.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

const SWITCH = 'Let the read key read drafts and revisions'

/** How a site with this key is answered when it asks for drafts. */
async function draftsWith(server: RunningServer, { bucket }: Owner, key: string): Promise<number> {
  const url = `${server.url}/v3/buckets/${bucket.slug}/objects?status=any&read_key=${key}`
  return (await fetch(url)).status
}

async function openPage(page: Page, { bucket }: Owner): Promise<void> {
  await page.goto(`/${bucket.slug}/settings/keys`)
  await expect(page.getByRole('region', { name: 'Keys' })).toBeVisible()
}

test('the preview key is copied, and reads drafts where the read key does not', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['One', 'Two'])
  const { read_key, preview_key } = owner.bucket.api_access
  await openPage(page, owner)
  const shown = (key: string) => page.getByRole('region', { name: `${key}, ${owner.bucket.title}` })
  await expect(shown('Read key')).toHaveText(read_key)
  await expect(shown('Preview key')).not.toContainText(preview_key)
  await expect(page.getByRole('switch', { name: SWITCH })).not.toBeChecked()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Show: Preview key' }).press('Enter')
  await expect(shown('Preview key')).toHaveText(preview_key)
  await page.getByRole('button', { name: 'Copy: Preview key' }).press('Enter')
  await expect(notifications(page)).toContainText('Preview key copied.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(await draftsWith(server, owner, copied)).toBe(200)
  expect(await draftsWith(server, owner, read_key)).toBe(401)
})

test('reading drafts with the read key is switched off and on again, and undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug, api_access } = owner.bucket
  await addObjects(server, owner, ['One'])
  // As in a bucket that is older than preview keys.
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

test('a bucket is opened to everybody, and closed again by undo', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['One'])
  const url = `${server.url}/v3/buckets/${owner.bucket.slug}/objects`
  const statusOf = async (address: string) => (await fetch(address)).status
  await openPage(page, owner)
  const box = page.getByRole('switch', { name: 'Let everybody read what is published' })
  await expect(box).not.toBeChecked()
  expect(await statusOf(url)).toBe(401)

  await box.press('Space')
  await expect(notifications(page)).toContainText('Everybody can read what is published now')
  await expect(box).toBeChecked()
  await expect(box).toHaveAccessibleDescription(/Drafts, revisions and writes need their keys/)
  expect([await statusOf(url), await statusOf(`${url}?status=any`)]).toEqual([200, 401])
  expect(await violations(page)).toEqual([])

  await notifications(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(box).not.toBeChecked()
  expect(await statusOf(url)).toBe(401)
})

test('keys are reset after a phrase is typed', async ({ ownerPage: page, owner, server }) => {
  const { slug, title, api_access } = owner.bucket
  await openPage(page, owner)
  await page.getByRole('button', { name: 'Reset bucket keys…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('stop working until they have the new ones')
  await page.keyboard.type('reset keys')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('The bucket has new keys')
  const { bucket } = await call(server.url, getBucket, { query: { slug } }, owner.token)
  await expect(page.getByRole('region', { name: `Read key, ${title}` })).toHaveText(
    bucket.api_access.read_key,
  )
  const keys = [...Object.values(api_access), ...Object.values(bucket.api_access)]
  expect(new Set(keys).size).toBe(6)
})
