import { addObject } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'
import { unzip } from '@typecase/server/resources/import-export/testing/export-bucket'
import { readFileSync } from 'node:fs'

import { call } from './fixtures/api.ts'
import { expect as expectSoon, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'
import type { RunningServer } from './fixtures/server.ts'

// Exports and imports start threads.
test.describe.configure({ timeout: 180_000 })
const expect = expectSoon.configure({ timeout: 60_000 })

async function fill({ url }: RunningServer, { token, bucket: { slug } }: Owner): Promise<void> {
  for (const type of ['films', 'notes']) {
    await call(url, addObjectType, { body: { slug, data: { title: type, slug: type } } }, token)
    const data = { type, title: `One of ${type}` }
    await call(url, addObject, { body: { slug, data } }, token)
  }
}

test('a bucket is exported by keyboard, and a check of its zip finds nothing to import', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await fill(server, owner)
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('export bucket')
  await expect(page.getByRole('option', { name: /^Export bucket/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /^Everything/, selected: true })).toBeVisible()
  await expect(page.getByRole('option', { name: /^films/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /^With the files/, selected: true })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.keyboard.press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  await expect(
    page.getByText(/Exported 2 objects and 0 media \(.* kB\) to .*\.zip/).first(),
  ).toBeVisible()
  const path = await download.path()
  expect([...(await unzip(readFileSync(path))).keys()]).toEqual(['bucket.json'])

  await page.goto(`/${owner.bucket.slug}/import-export`)
  const file = { name: 'export.zip', mimeType: 'application/zip', buffer: readFileSync(path) }
  await page.locator('input[type=file][accept]').setInputFiles(file)
  await expect(page.getByRole('region', { name: 'File' })).toContainText('Zip ·')
  await expect(page.getByRole('switch', { name: /^Fetch the files/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Check first' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to import' })).toBeFocused()
})

test('a bucket is duplicated by keyboard', async ({ ownerPage: page, owner, server }) => {
  await fill(server, owner)
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('duplicate bucket')
  await expect(
    page.getByRole('option', { name: /^Duplicate bucket/, selected: true }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Staging')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /^With the files/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staging(-\d+)?\/objects/)
  await expect(page.getByText('One of films').first()).toBeVisible()
})
