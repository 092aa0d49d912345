import { writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'

import type { Page } from '@playwright/test'
import { listMedia } from '@typecase/contract/media'
import { addMediaFolder, listMediaFolders } from '@typecase/contract/media-folders'

import { call } from './fixtures/api.ts'
import { answer, choose, pick } from './fixtures/palette.ts'
import { folderRow, mediaCell as cell, mediaGrid as grid, pictures } from './fixtures/media-page.ts'
import { notifications } from './fixtures/parts.ts'
import { chooseFiles, filesInHand, picture } from './fixtures/pictures.ts'
import { expect as expectSoon, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

// Screens are checked with axe, and pictures are uploaded.
test.describe.configure({ timeout: 120_000 })
const expect = expectSoon.configure({ timeout: 15_000 })

/** Groups folders by their parent folder, in order. */
const byParent = (paths: readonly string[]) =>
  Map.groupBy(paths, (path) => path.split('/').slice(0, -1).join('/'))

/** Returns the path of each folder on the page. */
async function folderPathsOnPage(page: Page): Promise<string[]> {
  const rows = page.getByRole('treegrid', { name: 'Folders' }).getByRole('row')
  const folders = await rows.evaluateAll((all) =>
    all.map((row) => ({ name: row.ariaLabel ?? '', level: Number(row.ariaLevel) })),
  )
  let parent = ''
  return folders.flatMap(({ name, level }) => {
    const slug = name.toLowerCase()
    if (level > 1) return `${parent}/${slug}`
    parent = slug
    return ['all media', 'without a folder'].includes(slug) ? [] : slug
  })
}

/**
 * Opens the media page of a bucket with three folders.
 * @returns a function that returns the paths of the folders once the page shows them, since a row cannot be dragged
 * while it moves
 */
async function openFolders(page: Page, { bucket: { slug }, token }: Owner, url: string) {
  for (const title of ['Covers', 'Maps', 'Portraits'])
    await call(url, addMediaFolder, { body: { slug, data: { title } } }, token)
  await page.goto(`/${slug}/media`)
  await expect(folderRow(page, 'Portraits')).toBeVisible()
  return async () => {
    const { media_folders: all } = await call(url, listMediaFolders, { query: { slug } }, token)
    const paths = all.map(({ slug: one, parent }) => (parent ? `${parent}/${one}` : one))
    const visiblePaths = await folderPathsOnPage(page)
    const isEqual = isDeepStrictEqual(byParent(paths), byParent(visiblePaths))
    return isEqual ? paths : { paths, visiblePaths }
  }
}

test('a folder is created and filled by keyboard, and opens its media', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  await chooseFiles(page, pictures)
  await expect(grid(page).getByRole('gridcell')).toHaveCount(3)
  await page.keyboard.press('Shift+N')
  await answer(page, 'Name of the folder', 'Issue 41')
  const folder = folderRow(page, 'Issue 41')
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

test('folders are nested and reordered from the palette, and undo reverts it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const paths = await openFolders(page, owner, server.url)
  const row = (name: string) => folderRow(page, name)

  await choose(page, 'move media folder', 'Move media folder…')
  await pick(page, 'Which folder?', 'port', 'Portraits')
  await pick(page, 'Into which folder?', 'no f', 'No folder')
  await pick(page, 'Before which folder?', 'cov', 'Covers')
  await expect(notifications(page)).toContainText('Moved the folder “Portraits”.')
  await expect.poll(paths).toEqual(['portraits', 'covers', 'maps'])

  await choose(page, 'move media folder', 'Move media folder…')
  await pick(page, 'Which folder?', 'maps', 'Maps')
  await pick(page, 'Into which folder?', 'cov', 'Covers')
  await expect(page.getByPlaceholder('Before which folder?')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(paths).toEqual(['portraits', 'covers', 'covers/maps'])
  await expect(row('Maps')).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(paths).toEqual(['portraits', 'covers', 'maps'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(paths).toEqual(['covers', 'maps', 'portraits'])
  expect(await violations(page)).toEqual([])
})

test('folders are dragged into each other and reordered, by mouse and by key, and undo reverts it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const paths = await openFolders(page, owner, server.url)
  const row = (name: string) => folderRow(page, name)

  await row('Maps').dragTo(row('Covers'))
  await expect(notifications(page)).toContainText('Moved the folder “Maps”.')
  await expect.poll(paths).toEqual(['covers', 'portraits', 'covers/maps'])
  await expect(row('Maps')).toHaveAttribute('aria-level', '2')
  // A drop on the edge of a row moves the folder next to it.
  await row('Portraits').dragTo(row('Covers'), { targetPosition: { x: 60, y: 2 } })
  await expect.poll(paths).toEqual(['portraits', 'covers', 'covers/maps'])
  await row('Maps').dragTo(row('All media'))
  await expect.poll(paths).toEqual(['portraits', 'covers', 'maps'])
  // A folder cannot move into itself, and a row that is not a folder does not move.
  await row('All media').dragTo(row('Covers'))
  await expect(page).toHaveURL(new RegExp(`/${owner.bucket.slug}/media$`))
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(paths).toEqual(['portraits', 'covers', 'covers/maps'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(paths).toEqual(['covers', 'covers/maps', 'portraits'])

  // Simulates assistive technology: pick up, choose a target, drop.
  await row('Portraits').getByRole('button', { name: 'Move Portraits' }).focus()
  await page.keyboard.press('Enter')
  const dropTarget = page.getByRole('button', {
    name: 'Insert between Without a folder and Covers',
  })
  // The drop targets are above it, and the nearest one has the focus first.
  await expect(
    page.getByRole('button', { name: /^(Insert|Drop) / }).and(page.locator(':focus')),
  ).toHaveCount(1)
  await dropTarget.focus()
  await expect(dropTarget).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(paths).toEqual(['portraits', 'covers', 'covers/maps'])
  expect(await violations(page)).toEqual([])
})

test('media and files are dragged into a folder, alone or as a selection, and undo reverts it', async ({
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
  const row = (name: string) => folderRow(page, name)
  const folders = async () => {
    const { media } = await call(server.url, listMedia, { query: { slug } }, owner.token)
    return Object.fromEntries(media.map(({ original_name, folder }) => [original_name, folder]))
  }
  const none = { 'harbour.png': null, 'storm.png': null, 'lamp.png': null }

  // A media outside the selection moves alone.
  await cell(page, /^harbour/).dragTo(row('Covers'))
  await expect(notifications(page)).toContainText('Moved')
  await expect.poll(folders).toEqual({ ...none, 'harbour.png': 'covers' })
  await cell(page, /^harbour/).dragTo(row('All media'))
  await expect.poll(folders).toEqual({ ...none, 'harbour.png': 'covers' })
  await cell(page, /^harbour/).dragTo(row('Without a folder'))
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

  // Drops files from outside the browser onto a folder, and anywhere else on the page.
  const sky = picture('sky.png', [90, 120, 200])
  await writeFile(testInfo.outputPath(sky.name), sky.buffer)
  const box = await row('Covers').boundingBox()
  if (!box) throw new Error('The folder is not on screen.')
  const at = { x: box.x + 40, y: box.y + box.height / 2 }
  const browser = await page.context().newCDPSession(page)
  // A page cannot create such files itself: only the browser provides entries of a file system.
  const drag = { items: [], files: [testInfo.outputPath(sky.name)], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop', point: typeof at) =>
    browser.send('Input.dispatchDragEvent', { type, ...point, data: drag })
  const onPage = { x: at.x + 400, y: at.y + 300 }
  await send('dragEnter', onPage)
  await send('dragOver', onPage)
  const mark = page.locator('[data-dropping]')
  await expect(mark).toHaveCount(1)
  // The first event within another element only enters it.
  for (let n = 0; n < 2; n += 1) await send('dragOver', at)
  await expect(mark).toHaveCount(0)
  await send('drop', at)
  await expect.poll(folders).toEqual({ ...none, 'sky.png': 'covers' })
  const rain = await filesInHand(page, [picture('rain.png', [60, 60, 90])])
  await page.locator('body').dispatchEvent('drop', { dataTransfer: rain })
  await expect.poll(folders).toEqual({ ...none, 'sky.png': 'covers', 'rain.png': null })
  expect(await violations(page)).toEqual([])
})

test.describe('a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('selects media and moves them into a folder', async ({ ownerPage: page, owner, server }) => {
    const { slug } = owner.bucket
    await call(
      server.url,
      addMediaFolder,
      { body: { slug, data: { title: 'Covers' } } },
      owner.token,
    )
    for (const { name, mimeType, buffer } of pictures) {
      const answer = await page.request.post(`/v3/buckets/${slug}/media-upload`, {
        headers: { authorization: `Bearer ${owner.token}` },
        multipart: { files: { name, mimeType, buffer } },
      })
      expect(answer.ok()).toBe(true)
    }
    await page.goto(`/${slug}/media`)
    await expect(grid(page).getByRole('gridcell')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Select storm.png' }).tap()
    await page.getByRole('checkbox', { name: 'Select lamp.png' }).tap()
    const bar = page.getByRole('toolbar', { name: 'Selection' })
    await expect(bar).toContainText('2 selected')
    await bar.getByRole('button', { name: 'Move to…' }).tap()
    await page.getByRole('dialog').getByText('Covers', { exact: true }).tap()
    await expect
      .poll(async () => {
        const { media } = await call(server.url, listMedia, { query: { slug } }, owner.token)
        return media.filter(({ folder }) => folder === 'covers').map((one) => one.original_name)
      })
      .toEqual(expect.arrayContaining(['storm.png', 'lamp.png']))
  })
})
