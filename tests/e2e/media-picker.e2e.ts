import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import sharp from 'sharp'

import { call } from './fixtures/api.ts'
import { applyPlan, choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { chooseFiles, filesInHand, picture } from './fixtures/pictures.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect as expectSoon, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

// Screens are checked with axe, and pictures are transformed.
test.describe.configure({ timeout: 120_000 })
const expect = expectSoon.configure({ timeout: 15_000 })

const pictures = [
  picture('harbour.png', [40, 80, 120], 640, 480),
  picture('storm.png', [20, 30, 60], 640, 480),
  picture('lamp.png', [240, 180, 60], 640, 480),
]

async function addStories({ url }: RunningServer, { bucket, token }: Owner): Promise<void> {
  const metafields = [
    { key: 'hero', title: 'Hero', type: 'file' as const, media_validation_type: 'image' as const },
    { key: 'gallery', title: 'Gallery', type: 'files' as const },
  ]
  const data = { title: 'Stories', slug: 'stories', singular: 'Story', metafields }
  await call(url, addObjectType, { body: { slug: bucket.slug, data } }, token)
}

/** Reads the only story, as a site does. */
async function storyOnSite({ url }: RunningServer, { bucket }: Owner) {
  const read_key = bucket.api_access.read_key ?? ''
  const search = new URLSearchParams({ read_key, limit: '1' })
  const response = await fetch(`${url}/v3/buckets/${bucket.slug}/objects?${search}`)
  const { objects } = (await response.json()) as {
    objects: { title: string; metadata: Record<string, { url: string; imgix_url: string }> }[]
  }
  return objects[0]
}

const picker = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const tiles = (page: Page) =>
  page.getByRole('dialog').getByRole('grid', { name: 'Media' }).getByRole('gridcell')
const tile = (page: Page, name: string) => page.getByRole('dialog').getByRole('gridcell', { name })

test('a picture is uploaded, chosen, cropped, described, published and read by a site, by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addStories(server, owner)
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  await chooseFiles(page, pictures)
  await expect(notifications(page)).toContainText('Uploaded 3 files.')

  await page.goto(`/${owner.bucket.slug}/objects/new?type=stories`)
  await page.getByRole('textbox', { name: 'Title' }).fill('The keeper')
  await page.getByRole('button', { name: 'Choose for Hero' }).press('Enter')
  const dialog = picker(page, 'Choose an image for Hero')
  await expect(dialog.getByRole('searchbox', { name: 'Search media' })).toBeFocused()
  await page.keyboard.type('storm')
  await expect(tiles(page)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(tile(page, 'storm.png')).toBeFocused()

  await page.keyboard.press('Alt+c')
  const canvas = dialog.getByRole('application', { name: /^Crop of 640 by 480 pixels/ })
  await expect(canvas).toBeFocused()
  await page.keyboard.press('5')
  await expect(dialog.getByRole('application', { name: /^Crop of 480 by 480/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('-')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(dialog.getByRole('region', { name: 'Focal point' })).toContainText('%')
  // Escape returns to the grid, in which the chosen picture has the focus.
  await page.keyboard.press('Escape')
  await expect(tile(page, 'storm.png')).toBeFocused()
  await page.keyboard.press('Alt+c')
  await page.keyboard.press('5')
  const square = dialog.getByRole('application', { name: /^Crop of 480 by 480/ })
  await expect(square).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  await expect(page.getByText('Cropped to 480 × 480')).toBeVisible()
  const altText = page.getByRole('textbox', { name: 'Alt text' })
  await altText.focus()
  await page.keyboard.type('A storm at sea')
  await page.keyboard.press('Tab')
  await expect(notifications(page)).toContainText('Saved the alt text.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(notifications(page)).toContainText(/published/i)

  const story = await storyOnSite(server, owner)
  const { url, imgix_url } = story?.metadata['hero'] ?? { url: '', imgix_url: '' }
  expect(imgix_url).toContain('/rect=80,0,480,480/')
  const response = await fetch(`${imgix_url}?w=400&auto=format`, {
    headers: { accept: 'image/webp' },
  })
  expect(response.headers.get('content-type')).toBe('image/webp')
  const image = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect({ width: image.width, height: image.height }).toEqual({ width: 400, height: 400 })
  const whole = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()
  expect({ width: whole.width, height: whole.height }).toEqual({ width: 640, height: 480 })

  await page.goto(`/${owner.bucket.slug}/media?q=storm`)
  await expect(page.getByRole('list', { name: 'Used by' })).toContainText('The keeper')
  await page.keyboard.press('j')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog')).toContainText('It is used by 1 object.')
  await applyPlan(page)
  await expect(notifications(page)).toContainText('Moved 1 media to the trash.')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('gridcell', { name: 'storm.png' })).toBeVisible()
})

test('the picker uploads a picture, asks for its alt text and accepts a pasted one', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addStories(server, owner)
  await page.goto(`/${owner.bucket.slug}/objects/new?type=stories`)
  await page.getByRole('button', { name: 'Choose for Hero' }).click()
  const dialog = picker(page, 'Choose an image for Hero')
  await expect(dialog.getByText('No media yet')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Alt+u'),
  ])
  await chooser.setFiles([
    ...pictures.slice(0, 1),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') },
  ])
  await expect(dialog.getByRole('alert')).toContainText('notes.txt is not an image.')
  await expect(tile(page, 'harbour.png')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Alt text' })).toBeFocused()
  await page.keyboard.type('A harbour')
  expect(await violations(page)).toEqual([])

  // A pasted screenshot is accepted wherever the focus is.
  const clipboardData = await filesInHand(page, [{ ...picture('image.png', [9, 9, 9]) }])
  await dialog.getByRole('searchbox', { name: 'Search media' }).evaluate((element, data) => {
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
    element.dispatchEvent(event)
  }, clipboardData)
  await expect(tile(page, 'image.png')).toBeVisible()
  await expect(dialog.getByRole('complementary', { name: 'image.png' })).toBeVisible()
  // The alt text is optional.
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Hero' })).toHaveValue('image.png')
})

test('ten files are dropped on a gallery, and reordered by mouse and by key', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addStories(server, owner)
  await page.goto(`/${owner.bucket.slug}/objects/new?type=stories`)
  await page.getByRole('textbox', { name: 'Title' }).fill('The keeper')
  const ten = Array.from({ length: 10 }, (_, n) => picture(`p${n}.png`, [n * 20, 90, 90], 32))
  const dataTransfer = await filesInHand(page, ten)
  const field = page.getByRole('combobox', { name: 'Add to Gallery' })
  await field.dispatchEvent('drop', { dataTransfer })
  const list = page.getByRole('grid', { name: 'Media of Gallery' })
  const rows = list.getByRole('row')
  await expect(rows).toHaveCount(10)
  const names = async () =>
    (await rows.allTextContents()).map((text) => /p\d\.png/.exec(text)?.[0] ?? text)
  await expect.poll(names).toEqual(ten.map(({ name }) => name))

  await rows.first().dragTo(rows.nth(2), { targetPosition: { x: 60, y: 30 } })
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['p1.png', 'p2.png', 'p0.png'])
  await rows.nth(2).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['p1.png', 'p0.png', 'p2.png'])

  // The key chooses several at once, in the order in which they were selected.
  await page.getByRole('button', { name: 'Choose for Gallery' }).press('Enter')
  const dialog = picker(page, 'Choose files for Gallery')
  await expect(tiles(page)).toHaveCount(10)
  await page.keyboard.press('ArrowDown')
  await expect(dialog.locator('[role="gridcell"]:focus')).toHaveCount(1)
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  await expect(dialog.getByRole('button', { name: 'Use 2 files' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(12)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/objects\/[0-9a-f]{24}/)
})

test('pictures are added to texts by command, paste and drop, and described there', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const metafields = [
    { key: 'body', title: 'Body', type: 'rich-text' as const },
    { key: 'notes', title: 'Notes', type: 'markdown' as const },
    { key: 'page', title: 'Page', type: 'html-textarea' as const },
  ]
  const { slug } = owner.bucket
  const data = { title: 'Stories', slug: 'stories', singular: 'Story', metafields }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  await page.goto(`/${slug}/media`)
  await expect(page.getByText('No media yet')).toBeVisible()
  await chooseFiles(page, pictures.slice(0, 1))
  await expect(notifications(page)).toContainText('Uploaded harbour.png')

  await page.goto(`/${slug}/objects/new?type=stories`)
  await page.getByRole('textbox', { name: 'Title' }).fill('The keeper')
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.focus()
  await page.keyboard.type('Before')
  await choose(page, 'insert image', 'Insert image…')
  const dialog = picker(page, 'Choose files for Body')
  await expect(tiles(page)).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(body.locator('img[src]')).toHaveAttribute(
    'src',
    /\/media\/[0-9a-f]{24}-harbour\.png$/,
  )
  await expect(body).toContainText('Before')

  // Pastes a screenshot. The dialog asks for its alt text, which is stored with the text and the media.
  const clipboardData = await filesInHand(page, [picture('image.png', [9, 9, 9])])
  const paste = (target: typeof body) =>
    target.evaluate((element, data) => {
      const event = new ClipboardEvent('paste', {
        clipboardData: data,
        bubbles: true,
        cancelable: true,
      })
      element.dispatchEvent(event)
    }, clipboardData)
  await paste(body)
  await expect(body.locator('img[src]')).toHaveCount(2)
  const alt = page.getByRole('textbox', { name: 'Alt text of image.png' })
  await alt.fill('A [clear] sky')
  expect(await violations(page)).toEqual([])
  await alt.press('Enter')
  await expect(body.getByRole('img', { name: 'A [clear] sky' })).toBeVisible()
  await expect(alt).toHaveCount(0)

  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.focus()
  await page.keyboard.type('Notes ')
  await paste(notes)
  await expect(notes).toContainText(/!\[\]\(http.*-image\.png\)/)
  await alt.fill('Sky')
  await alt.press('Enter')
  await expect(notes).toContainText(/!\[Sky\]\(http.*-image\.png\)/)

  const html = page.getByRole('textbox', { name: 'Page' })
  await html.scrollIntoViewIfNeeded()
  const box = await html.boundingBox()
  const point = { clientX: (box?.x ?? 0) + 40, clientY: (box?.y ?? 0) + 20 }
  await html.dispatchEvent('drop', { dataTransfer: clipboardData, ...point })
  await expect(html.locator('img[src]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Later' }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(notifications(page)).toContainText(/published/i)
  const story = await storyOnSite(server, owner)
  expect(story?.metadata).toMatchObject({
    body: expect.stringMatching(
      /^Before!\[\]\(http.*harbour\.png\)!\[A \\?\[clear\\?\] sky\]\(http/,
    ),
    notes: expect.stringMatching(/^Notes !\[Sky\]/),
    page: expect.stringMatching(/<img src="http[^"]+-image\.png"/),
  })
})

test('a profile picture is uploaded by command and by drop, and undone', async ({
  ownerPage: page,
}) => {
  await page.goto('/account')
  const remove = page.getByRole('button', { name: 'Remove my picture' })
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible()
  await expect(remove).toBeHidden()
  await choose(page, 'upload my picture', 'Upload my picture…')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles(picture('me.png', [90, 40, 40]))
  await expect(page.getByText('Picture changed')).toBeVisible()
  await expect(remove).toBeVisible()
  const image = page.getByRole('main').locator('img').first()
  await expect(image).toHaveAttribute('src', /-me\.png/)
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(48)
  const dataTransfer = await filesInHand(page, [picture('other.png', [9, 9, 9])])
  await page.getByRole('button', { name: 'Upload picture' }).dispatchEvent('drop', { dataTransfer })
  await expect(image).toHaveAttribute('src', /-other\.png/)
  await page.getByRole('main').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(image).toHaveAttribute('src', /-me\.png/)
})
