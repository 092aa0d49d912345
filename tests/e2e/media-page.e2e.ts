import { addObjectType } from '@typecase/contract/object-types'

import { call } from './fixtures/api.ts'
import { applyPlan, choose, pick } from './fixtures/palette.ts'
import { mediaCell as cell, mediaGrid as grid, pictures } from './fixtures/media-page.ts'
import { notifications } from './fixtures/parts.ts'
import { chooseFiles, picture } from './fixtures/pictures.ts'
import { expect as expectSoon, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

// Screens are checked with axe, and pictures are transformed.
test.describe.configure({ timeout: 120_000 })
const expect = expectSoon.configure({ timeout: 15_000 })

test('pictures are uploaded, found, described and viewed by keyboard', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByText('No media yet')).toBeVisible()

  await chooseFiles(page, pictures)
  await expect(notifications(page)).toContainText('Uploaded 3 files.')
  await expect(grid(page).getByRole('gridcell')).toHaveCount(3)
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
  // The server made the thumbnails; the browser could show them.
  const loaded = () =>
    grid(page)
      .locator('img')
      .evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length)
  await expect.poll(loaded).toBe(3)
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('j')
  await expect(grid(page).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0)
  await grid(page)
    .getByRole('gridcell')
    .last()
    .click({ modifiers: ['Shift'] })
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('2 selected')
  await page.keyboard.press('Escape')

  await page.keyboard.press('/')
  await page.keyboard.type('storm')
  await page.keyboard.press('Enter')
  await expect(grid(page).getByRole('gridcell')).toHaveCount(1)
  await expect(page.getByRole('complementary', { name: 'storm.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(cell(page, 'storm.png')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Alt text' })).toBeFocused()
  await page.keyboard.type('A storm at sea')
  await page.keyboard.press('Tab')
  await expect(notifications(page)).toContainText('Saved the alt text.')
  await expect(cell(page, 'storm.png')).toHaveAccessibleName('storm.png, 48 × 48')

  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press(' ')
  const large = page.getByRole('dialog', { name: 'storm.png' })
  await expect(large.getByRole('img', { name: 'A storm at sea' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
})

test('files dropped on the page are uploaded, and a refused one is listed', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  const [first] = pictures
  if (!first) throw new Error('There is no picture.')
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'harbour.png', { type: 'image/png' }))
      data.items.add(new File(['<!doctype html><p>Hi'], 'page.html', { type: 'text/html' }))
      return data
    },
    [...first.buffer],
  )
  const target = page.getByRole('main')
  await page.getByText('No media yet').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(cell(page, 'harbour.png')).toBeVisible()
  await expect(target.getByRole('list', { name: 'Uploads' })).toContainText('page.html')
  await page.getByRole('button', { name: 'Dismiss page.html' }).click()
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
})

test('an upload interrupted by a reload resumes by itself', async ({ ownerPage: page, owner }) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  // Blocks the bytes until the page is loaded again.
  await page.route('**/media-upload/resumable/*', (route) =>
    route.request().method() === 'PATCH' ? new Promise<void>(() => {}) : route.continue(),
  )
  const sending = page.waitForRequest((request) => request.method() === 'PATCH')
  await chooseFiles(page, pictures.slice(0, 1))
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('harbour.png')
  await sending
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(cell(page, 'harbour.png')).toBeVisible()
  await expect(grid(page).getByRole('gridcell')).toHaveCount(1)
})

test('a field uploads a picture; deleting the picture shows where it is used, and is undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const metafields = [{ key: 'hero', title: 'Hero', type: 'file' as const }]
  const data = { title: 'Stories', slug: 'stories', singular: 'Story', metafields }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  await page.goto(`/${slug}/objects/new?type=stories`)
  await page.getByRole('textbox', { name: 'Title' }).fill('The keeper')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload to Hero' }).press('Enter'),
  ])
  await chooser.setFiles(pictures.slice(1, 2))
  const field = page.getByRole('combobox', { name: 'Hero' })
  await expect(field).toHaveValue('storm.png')
  const preview = page.locator('[data-path="metadata.hero"] img[src*="w=640"]')
  await expect
    .poll(() => preview.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(await violations(page)).toEqual([])

  // A pasted screenshot replaces the file.
  await field.evaluate(
    (element, bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    [...(pictures[2]?.buffer ?? [])],
  )
  await expect(field).toHaveValue('image.png')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/objects\/[0-9a-f]{24}/)

  await page.goto(`/${slug}/media?q=image`)
  await expect(cell(page, 'image.png')).toBeVisible()
  await page.keyboard.press('j')
  await expect(cell(page, 'image.png')).toBeFocused()
  await expect(page.getByRole('list', { name: 'Used by' })).toContainText('The keeper')
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It is used by 1 object.')
  await applyPlan(page)
  await expect(notifications(page)).toContainText('Moved 1 media to the trash.')
  await expect(page.getByText('No media match')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cell(page, 'image.png')).toBeVisible()
})

test('filters for media work like those for objects, and count the matches during typing', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await chooseFiles(page, [picture('wide.png', [90, 120, 40], 640, 400), ...pictures])
  await expect(grid(page).getByRole('gridcell')).toHaveCount(4)
  await choose(page, 'add filter', 'Add filter…')
  const field = page.getByRole('combobox', { name: 'Field' })
  await expect(field).toBeFocused()
  await page.keyboard.type('wid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Value' })).toBeFocused()
  await page.keyboard.type('>600')
  const matches = page.getByRole('status', { name: 'Matches' })
  await expect(matches).toHaveText('1 media match')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toHaveValue(
    'width > 600',
  )
  await expect(grid(page).getByRole('gridcell')).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  // Typing continues the accepted text.
  await page.keyboard.type('0')
  await expect(matches).toHaveText('0 media match')
  await expect(page.getByRole('combobox', { name: 'Value' })).toHaveValue('6000')
  await page.keyboard.press('Backspace')

  await page.reload()
  await expect(grid(page).getByRole('gridcell')).toHaveCount(1)
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  await page.getByRole('button', { name: 'Remove filter' }).press('Enter')
  await expect(grid(page).getByRole('gridcell')).toHaveCount(4)
})

test('a file gets a focal point and metadata, is replaced, downloaded and found, by keyboard', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  await chooseFiles(page, [picture('wide.png', [90, 120, 40], 640, 400), ...pictures.slice(0, 1)])
  await expect(grid(page).getByRole('gridcell')).toHaveCount(2)

  await page.keyboard.press('/')
  await page.keyboard.type('width >= 600')
  await page.keyboard.press('Enter')
  await expect(grid(page).getByRole('gridcell')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(cell(page, 'wide.png')).toBeFocused()

  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Focal point of wide.png' })
  await expect(dialog.getByRole('application', { name: /at 50% from the left/ })).toBeFocused()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('application', { name: /at 40% .* 49%/ })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Saved the focal point.')
  const details = page.getByRole('complementary', { name: 'wide.png' })
  await expect(details).toContainText('40%, 49%')

  const field = details.getByRole('textbox', { name: 'New metadata field' })
  await field.fill('taken by')
  await field.press('Enter')
  await expect(details).toContainText('Letters, digits, _ and - without spaces.')
  await field.fill('photographer')
  await field.press('Enter')
  const photographer = details.getByRole('textbox', { name: 'photographer' })
  await photographer.fill('Rosa Marín')
  await photographer.press('Tab')
  await expect(notifications(page)).toContainText('Saved the metadata.')
  await page.reload()
  await expect(photographer).toHaveValue('Rosa Marín')

  const before = await details.getByRole('img').getAttribute('src')
  await page.keyboard.press('j')
  await expect(cell(page, 'wide.png')).toBeFocused()
  await choose(page, 'replace file', 'Replace file of media…')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles(picture('wider.png', [10, 10, 10], 800, 500))
  await expect(notifications(page)).toContainText('Replaced wide.png with wider.png.')
  await expect(page.getByRole('complementary')).toContainText('800 × 500')
  await expect
    .poll(() => page.getByRole('complementary').getByRole('img').getAttribute('src'))
    .not.toBe(before)

  const download = page.waitForEvent('download')
  await cell(page, /^wide/).focus()
  await page.keyboard.press('d')
  expect((await download).suggestedFilename()).toMatch(/wide/)

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('!harb')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('option').first()).toContainText('harbour.png')
  await expect(palette.locator('img[src*="w=640"]')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(grid(page).getByRole('gridcell')).toHaveCount(1)
  await expect(cell(page, 'harbour.png')).toBeVisible()
})

test('a replaced file is shown and restored, by palette and by mouse', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  await chooseFiles(page, [picture('first.png', [90, 120, 40], 640, 400)])
  await expect(cell(page, 'first.png')).toBeVisible()
  await page.keyboard.press('j')
  await expect(cell(page, 'first.png')).toBeFocused()
  // The name excludes the region of the jobs, which appears while files are uploaded.
  const details = page.getByRole('complementary', { name: /^(first|second)\.png$/ })
  const versions = details.getByRole('list', { name: 'Versions' })
  await expect(details).toContainText('640 × 400')
  await expect(versions).toHaveCount(0)

  await choose(page, 'replace file', 'Replace file of media…')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles(picture('second.png', [10, 10, 10], 800, 500))
  await expect(details).toContainText('800 × 500')
  await expect(versions.getByRole('listitem')).toHaveCount(1)
  await expect(versions).toContainText('first.png')
  const image = versions.locator('img')
  await expect
    .poll(() => image.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(await violations(page)).toEqual([])

  await choose(page, 'restore former', 'Restore former file of media…')
  await pick(page, 'Which file to restore?', 'first', 'first.png')
  await expect(notifications(page)).toContainText('Restored first.png.')
  await expect(details).toContainText('640 × 400')
  await expect(versions).toContainText('second.png')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(details).toContainText('800 × 500')
  await versions.getByRole('button', { name: 'Restore' }).click()
  await expect(details).toContainText('640 × 400')
})
