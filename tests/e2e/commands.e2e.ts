import { readFile } from 'node:fs/promises'

import { deleteObjects, listObjects } from '@typecase/contract/objects'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import { answer, applyPlan, choose, pick } from './fixtures/palette.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'

const selection = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

const titles = Array.from({ length: 14 }, (_, at) => `Author ${String(at).padStart(2, '0')}`)

test('an inverted selection spans all pages, and is exported as CSV', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, titles)
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors"}&sort=title&limit=10`)
  await expect(objectRows(page)).toHaveCount(10)
  await objectRows(page).first().focus()
  await page.keyboard.press('x')
  await expect(selection(page)).toContainText('1 selected of 14')
  await choose(page, 'invert', 'Invert selection')
  await expect(selection(page)).toContainText('13 selected of 14')

  const downloading = page.waitForEvent('download')
  await choose(page, 'export csv', 'Export objects as CSV…')
  await expect(page.getByRole('dialog')).toContainText('13 that match, 1 left out')
  await page.keyboard.type('columns')
  await page.keyboard.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/-authors-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  const lines = text.slice(1).trimEnd().split('\r\n')
  expect(lines).toHaveLength(14)
  expect(lines[0]).toMatch(/^title,/)
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(titles.slice(1))
  await expect(notifications(page)).toContainText('Exported 13 objects to')
})

test('the selected objects are duplicated in their order, and undo reverts it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['First', 'Second'])
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors"}`)
  await expect(objectRows(page)).toHaveCount(2)
  await objectRows(page).first().focus()
  await objectRows(page)
    .last()
    .click({ modifiers: ['Shift'] })
  await choose(page, 'dupl', 'Duplicate objects')
  await expect(notifications(page)).toContainText('Duplicated 2 objects.')
  await expect(objectRows(page)).toHaveText([
    /Second \(copy\)/,
    /First \(copy\)/,
    /Second/,
    /First/,
  ])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(objectRows(page)).toHaveCount(2)
})

test('words after the name of a command fill in its arguments', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['First', 'Second'])
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors"}`)
  await expect(objectRows(page)).toHaveText([/Second/, /First/])
  await choose(page, 'sort by title ascending', 'Sort by: Title')
  await expect(objectRows(page)).toHaveText([/First/, /Second/])
  await choose(page, 'rows per page 100', 'Rows per page: 100')
  await expect(page.getByRole('button', { name: /Rows per page/ })).toContainText('100')
  await choose(page, 'create auth', /New object: .*Authors/)
  await expect(page).toHaveURL(/\/objects\/new\?type=authors$/)
})

test('Set columns starts with the visible columns', async ({ ownerPage: page, owner, server }) => {
  await addObjects(server, owner, ['First'])
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(objectRows(page)).toHaveCount(1)
  await choose(page, 'set columns', 'Set columns…')
  const options = page.getByRole('dialog').getByRole('option')
  await expect(options.first()).toHaveText(/^Use these 4/)
  await pick(page, 'Which fields?', 'slug', 'Slug')
  await expect(options.first()).toHaveText(/^Use these 5/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader')).toContainText([
    'Title',
    'Type',
    'Modified',
    'Status',
    'Slug',
  ])
})

test('a rename starts with the present title', async ({ ownerPage: page, owner }) => {
  await page.goto(`/${owner.bucket.slug}/objects`)
  await choose(page, 'rename bucket', 'Rename bucket…')
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toHaveValue(owner.bucket.title)
  await page.keyboard.press('End')
  await page.keyboard.type(' of old')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText(`Renamed to ${owner.bucket.title} of old`)
})

test('all matching objects are restored from the trash, and undo reverts it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const objects = await addObjects(server, owner, ['Lost and found', 'Found again', 'Gone'])
  const body = { slug, object_ids: objects.map(({ id }) => id) }
  await call(server.url, deleteObjects, { body }, owner.token)
  await page.goto(`/${slug}/trash`)
  const deleted = page.getByRole('list', { name: 'Deleted objects' }).getByRole('listitem')
  await expect(deleted).toHaveCount(3)
  await choose(page, 'restore all', 'Restore all from trash…')
  await answer(page, 'Words of the title', 'found')
  await expect(page.getByRole('dialog')).toContainText('Restore 2 objects')
  await applyPlan(page)
  await expect(notifications(page)).toContainText('Restored 2 objects.')
  await expect(deleted).toHaveText([/Gone/])
  const query = { slug, query: JSON.stringify({ title: 'Found again' }) }
  expect((await call(server.url, listObjects, { query }, owner.token)).total).toBe(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(deleted).toHaveCount(3)
})
