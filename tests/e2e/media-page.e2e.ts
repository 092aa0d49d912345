import { writeFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import { listMedia } from '@typecase/contract/media'
import { addMediaFolder, listMediaFolders } from '@typecase/contract/media-folders'
import { addObjectType } from '@typecase/contract/object-types'

import { call } from './fixtures/api.ts'
import { answer, applyPlan, choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { chooseFiles, filesInHand, picture } from './fixtures/pictures.ts'
import { expect as expectSoon, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

// Screens are looked at with axe, and pictures are transformed.
test.describe.configure({ timeout: 120_000 })
const expect = expectSoon.configure({ timeout: 15_000 })

const pictures = [
  picture('harbour.png', [40, 80, 120]),
  picture('storm.png', [20, 30, 60]),
  picture('lamp.png', [240, 180, 60]),
]
const grid = (page: Page) => page.getByRole('grid', { name: 'Media' })
const cell = (page: Page, name: string | RegExp) => grid(page).getByRole('gridcell', { name })

test('pictures are uploaded, found, described and seen by keyboard alone', async ({
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

test('what is dropped on the page is uploaded; what the server refuses says why', async ({
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

test('an upload that a reload breaks off goes on by itself', async ({ ownerPage: page, owner }) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  // The bytes do not get through before the page is loaded anew.
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

test('a picture comes into an object by its field; its deletion says who uses it and is taken back', async ({
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

  // A screenshot is pasted in its place.
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

test('a folder is made and filled by keyboard, and leads to what is in it', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  await chooseFiles(page, pictures)
  await expect(grid(page).getByRole('gridcell')).toHaveCount(3)
  await page.keyboard.press('Shift+N')
  await answer(page, 'Name of the folder', 'Issue 41')
  const folder = page
    .getByRole('treegrid', { name: 'Folders' })
    .getByRole('row', { name: 'Issue 41' })
  await expect(folder).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('3 selected')
  await page.keyboard.press('m')
  await pick(page, 'Which folder?', 'issue', 'Issue 41')
  await expect(notifications(page)).toContainText('Moved 3 media.')
  await expect(folder).toContainText('3')
  await folder.click()
  await expect(page).toHaveURL(/folder=issue-41/)
  await expect(grid(page).getByRole('gridcell')).toHaveCount(3)
  expect(await violations(page)).toEqual([])
})

test('folders are moved into one another and put in order from the palette; undo takes it back', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  for (const title of ['Covers', 'Maps', 'Portraits'])
    await call(server.url, addMediaFolder, { body: { slug, data: { title } } }, owner.token)
  const places = async () => {
    const query = { slug }
    const { media_folders: all } = await call(server.url, listMediaFolders, { query }, owner.token)
    return all.map(({ slug: one, parent }) => (parent ? `${parent}/${one}` : one))
  }
  await page.goto(`/${slug}/media`)
  const row = (name: string) =>
    page.getByRole('treegrid', { name: 'Folders' }).getByRole('row', { name })
  await expect(row('Portraits')).toBeVisible()

  await choose(page, 'move media folder', 'Move media folder…')
  await pick(page, 'Which folder?', 'port', 'Portraits')
  await pick(page, 'Into which folder?', 'no f', 'No folder')
  await pick(page, 'Before which folder there?', 'cov', 'Covers')
  await expect(notifications(page)).toContainText('Moved the folder “Portraits”.')
  await expect.poll(places).toEqual(['portraits', 'covers', 'maps'])

  await choose(page, 'move media folder', 'Move media folder…')
  await pick(page, 'Which folder?', 'maps', 'Maps')
  await pick(page, 'Into which folder?', 'cov', 'Covers')
  await expect(page.getByPlaceholder('Before which folder there?')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(places).toEqual(['portraits', 'covers', 'covers/maps'])
  await expect(row('Maps')).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(places).toEqual(['portraits', 'covers', 'maps'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(places).toEqual(['covers', 'maps', 'portraits'])
  expect(await violations(page)).toEqual([])
})

test('folders are dragged into one another and into another order, by mouse and by key; undo takes it back', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  for (const title of ['Covers', 'Maps', 'Portraits'])
    await call(server.url, addMediaFolder, { body: { slug, data: { title } } }, owner.token)
  const places = async () => {
    const query = { slug }
    const { media_folders: all } = await call(server.url, listMediaFolders, { query }, owner.token)
    return all.map(({ slug: one, parent }) => (parent ? `${parent}/${one}` : one))
  }
  await page.goto(`/${slug}/media`)
  const row = (name: string) =>
    page.getByRole('treegrid', { name: 'Folders' }).getByRole('row', { name })
  await expect(row('Portraits')).toBeVisible()

  await row('Maps').dragTo(row('Covers'))
  await expect(notifications(page)).toContainText('Moved the folder “Maps”.')
  await expect.poll(places).toEqual(['covers', 'portraits', 'covers/maps'])
  await expect(row('Maps')).toHaveAttribute('aria-level', '2')
  // Onto the edge of a row is beside it.
  await row('Portraits').dragTo(row('Covers'), { targetPosition: { x: 60, y: 2 } })
  await expect.poll(places).toEqual(['portraits', 'covers', 'covers/maps'])
  await row('Maps').dragTo(row('All media'))
  await expect.poll(places).toEqual(['portraits', 'covers', 'maps'])
  // Never into itself, and what stands for no folder stays.
  await row('All media').dragTo(row('Covers'))
  await expect(page).toHaveURL(new RegExp(`/${slug}/media$`))
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(places).toEqual(['portraits', 'covers', 'covers/maps'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(places).toEqual(['covers', 'covers/maps', 'portraits'])

  // As assistive technology does: take, choose a place, drop.
  await row('Portraits').getByRole('button', { name: 'Move Portraits' }).focus()
  await page.keyboard.press('Enter')
  const place = page.getByRole('button', { name: 'Insert between In no folder and Covers' })
  // The places are above it: the nearest one has the focus first.
  await expect(
    page.getByRole('button', { name: /^(Insert|Drop) / }).and(page.locator(':focus')),
  ).toHaveCount(1)
  await place.focus()
  await expect(place).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(places).toEqual(['portraits', 'covers', 'covers/maps'])
  expect(await violations(page)).toEqual([])
})

test('media are dragged into a folder, one or the selection, in one step that undo takes back; files too', async ({
  ownerPage: page,
  owner,
  server,
}, testInfo) => {
  const { slug } = owner.bucket
  const data = { title: 'Covers' }
  await call(server.url, addMediaFolder, { body: { slug, data } }, owner.token)
  await page.goto(`/${slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  await chooseFiles(page, pictures)
  await expect(grid(page).getByRole('gridcell')).toHaveCount(3)
  const row = (name: string) =>
    page.getByRole('treegrid', { name: 'Folders' }).getByRole('row', { name })
  const folders = async () => {
    const { media } = await call(server.url, listMedia, { query: { slug } }, owner.token)
    return Object.fromEntries(media.map(({ original_name, folder }) => [original_name, folder]))
  }
  const none = { 'harbour.png': null, 'storm.png': null, 'lamp.png': null }

  // What is not part of the selection goes alone.
  await cell(page, /^harbour/).dragTo(row('Covers'))
  await expect(notifications(page)).toContainText('Moved')
  await expect.poll(folders).toEqual({ ...none, 'harbour.png': 'covers' })
  await cell(page, /^harbour/).dragTo(row('All media'))
  await expect.poll(folders).toEqual({ ...none, 'harbour.png': 'covers' })
  await cell(page, /^harbour/).dragTo(row('In no folder'))
  await expect.poll(folders).toEqual(none)

  await page.getByRole('checkbox', { name: 'Select storm.png' }).click({ force: true })
  await page.getByRole('checkbox', { name: 'Select lamp.png' }).click({ force: true })
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('2 selected')
  await cell(page, /^storm/).dragTo(row('Covers'))
  const moved = { ...none, 'storm.png': 'covers', 'lamp.png': 'covers' }
  await expect.poll(folders).toEqual(moved)
  await expect(row('Covers')).toContainText('2')
  await grid(page).getByRole('gridcell').first().focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(folders).toEqual(none)

  // Files from outside: onto a folder into it, beside the page onto the page.
  const sky = picture('sky.png', [90, 120, 200])
  await writeFile(testInfo.outputPath(sky.name), sky.buffer)
  const box = await row('Covers').boundingBox()
  if (!box) throw new Error('The folder is not on screen.')
  const at = { x: box.x + 40, y: box.y + box.height / 2 }
  const browser = await page.context().newCDPSession(page)
  // A page cannot make such files itself: only the browser hands out entries of a file system.
  const drag = { items: [], files: [testInfo.outputPath(sky.name)], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop', place: typeof at) =>
    browser.send('Input.dispatchDragEvent', { type, ...place, data: drag })
  const onPage = { x: at.x + 400, y: at.y + 300 }
  await send('dragEnter', onPage)
  await send('dragOver', onPage)
  const mark = page.locator('[data-dropping]')
  await expect(mark).toHaveCount(1)
  // The first one within another element only enters it.
  for (let n = 0; n < 2; n += 1) await send('dragOver', at)
  await expect(mark).toHaveCount(0)
  await send('drop', at)
  await expect.poll(folders).toEqual({ ...none, 'sky.png': 'covers' })
  const rain = await filesInHand(page, [picture('rain.png', [60, 60, 90])])
  await page.locator('body').dispatchEvent('drop', { dataTransfer: rain })
  await expect.poll(folders).toEqual({ ...none, 'sky.png': 'covers', 'rain.png': null })
  expect(await violations(page)).toEqual([])
})

test('filters of media are built as those of objects, with the count while they are typed', async ({
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

  await page.reload()
  await expect(grid(page).getByRole('gridcell')).toHaveCount(1)
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  await page.getByRole('button', { name: 'Remove filter' }).press('Enter')
  await expect(grid(page).getByRole('gridcell')).toHaveCount(4)
})

test('a file is replaced, given a focal point and metadata, filtered by its size and found by name: by keyboard', async ({
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
  await expect(notifications(page)).toContainText('wider.png has taken the place of wide.png.')
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

test('the file from before a replacement is looked at and restored, by palette and by mouse', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  await chooseFiles(page, [picture('first.png', [90, 120, 40], 640, 400)])
  await expect(cell(page, 'first.png')).toBeVisible()
  await page.keyboard.press('j')
  await expect(cell(page, 'first.png')).toBeFocused()
  // While files are sent, the jobs stand beside it.
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
  await pick(page, 'Which file comes back?', 'first', 'first.png')
  await expect(notifications(page)).toContainText('first.png is the file again.')
  await expect(details).toContainText('640 × 400')
  await expect(versions).toContainText('second.png')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(details).toContainText('800 × 500')
  await versions.getByRole('button', { name: 'Restore' }).click()
  await expect(details).toContainText('640 × 400')
})
