import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import { addBackup, listBackups } from '@typecase/contract/backups'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, deleteObjects, listObjects } from '@typecase/contract/objects'
import { unzip } from '@typecase/server/resources/import-export/testing/export-bucket'

import { call } from './fixtures/api.ts'
import { addEditor, otherBrowser } from './fixtures/editor.ts'
import { applyPlan, choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect as expectSoon, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

// Backups and imports start threads.
test.describe.configure({ timeout: 180_000 })
const expect = expectSoon.configure({ timeout: 60_000 })

const rows = (page: Page) => page.getByRole('list', { name: 'Backups' }).getByRole('listitem')

async function fill({ url }: RunningServer, { token, bucket: { slug } }: Owner) {
  const type = { title: 'Lights', slug: 'lights' }
  await call(url, addObjectType, { body: { slug, data: type } }, token)
  const data = { type: 'lights', title: 'The lamp' }
  return (await call(url, addObject, { body: { slug, data } }, token)).object.id
}

async function titles({ url }: RunningServer, { token, bucket: { slug } }: Owner) {
  const { objects } = await call(url, listObjects, { query: { slug, limit: 10 } }, token)
  return objects.map(({ object }) => object.title)
}

/** Makes a complete backup through the API. */
async function backUp({ url }: RunningServer, { token, bucket: { slug } }: Owner): Promise<void> {
  await call(url, addBackup, { body: { slug } }, token)
  const states = async () =>
    (await call(url, listBackups, { query: { slug } }, token)).backups.map(({ state }) => state)
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['done']))
}

async function open(page: Page, { bucket }: Owner): Promise<void> {
  await page.goto(`/${bucket.slug}/settings/backups`)
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
}

test('backups are scheduled, and one is made and restored with undo, by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const id = await fill(server, owner)
  await open(page, owner)
  await expect(page.getByText('No backups yet')).toBeVisible()
  await expect(page.getByText('Backups are off')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('e')
  await pick(page, 'How often is the bucket backed up?', 'week', 'Weekly')
  await pick(page, 'On which day?', 'sun', 'Sunday')
  await pick(page, 'At which hour?', '04', '04:00 UTC')
  const weeks = page.getByRole('dialog').getByPlaceholder('How many weekly backups')
  await expect(weeks).toHaveValue('4')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('every Sunday at 04:00 UTC')
  await expect(page.getByText('Keeps the backups of 8 weeks')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('Scheduled backups are off.')).toBeVisible()

  await page.keyboard.press('n')
  await expect(notifications(page)).toContainText('Backed up 1 object and 0 media')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('By you')
  expect(await violations(page)).toEqual([])

  const { token, bucket } = owner
  const request = { slug: bucket.slug, object_ids: [id] }
  await call(server.url, deleteObjects, { body: request }, token)
  const later = { type: 'lights', title: 'The later one' }
  await call(server.url, addObject, { body: { slug: bucket.slug, data: later } }, token)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const plan = page.getByRole('dialog')
  await expect(plan).toContainText('Restore the backup of')
  await expect(plan).toContainText('object comes back')
  await expect(plan).toContainText('Comments, revisions, releases')
  expect(await violations(page)).toEqual([])
  expect(await titles(server, owner)).toEqual(['The later one'])
  await applyPlan(page)
  await expect(notifications(page)).toContainText('The bucket is as it was on')
  expect(await titles(server, owner)).toEqual(['The lamp'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => titles(server, owner)).toEqual(['The later one'])
})

test('a backup is downloaded and deleted by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await fill(server, owner)
  await backUp(server, owner)
  await open(page, owner)
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(rows(page).getByRole('button').first()).toBeFocused()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('d')])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  expect([...(await unzip(readFileSync(await download.path()))).keys()]).toEqual(['bucket.json'])

  await page.keyboard.press('Delete')
  const plan = page.getByRole('dialog')
  await expect(plan).toContainText('can no longer be restored to this moment')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Delete')
  const number = plan.getByRole('textbox', { name: 'Type 1 to continue' })
  await expect(plan.locator('tr[data-position="0"]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(number).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Deleted the backup of')
  await expect(page.getByText('No backups yet')).toBeVisible()
})

test('an editor sees the reason for the refusal, and restoring an identical state changes nothing', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  await fill(server, owner)
  await backUp(server, owner)
  await open(page, owner)
  await choose(page, 'restore backup', 'Restore backup')
  await pick(page, 'Which backup?', 'by you', /\d{4}/)
  await expect(notifications(page)).toContainText('Nothing would change')

  const editor = await addEditor(server, owner)
  const other = await otherBrowser(browser, server.url, editor.token)
  await other.goto(`/${owner.bucket.slug}/settings/backups`)
  await expect(other.getByText('You may not see the backups')).toBeVisible()
  await expect(other.getByText('may not change the settings of this bucket')).toBeVisible()
  expect(await violations(other)).toEqual([])
})
