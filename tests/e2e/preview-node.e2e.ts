import type { Page } from '@playwright/test'

import { addObjectTypes, readObject, save, textbox } from './fixtures/object-form.ts'
import { call } from './fixtures/api.ts'
import { addObject, updateObject } from '@typecase/contract/objects'
import { choose } from './fixtures/palette.ts'
import { picture } from './fixtures/pictures.ts'
import { addSite, heading, openWithPreview, site } from './fixtures/preview-pane.ts'
import { MAGAZINE_DRAFTS, startMagazine } from './fixtures/preview-site.ts'
import { expect, type Owner, test } from './fixtures/test.ts'

const metafields = [
  { key: 'teaser', title: 'Teaser', type: 'text' },
  { key: 'minutes', title: 'Minutes', type: 'number' },
  { key: 'hero', title: 'Hero', type: 'file' },
  { key: 'body', title: 'Body', type: 'markdown' },
]

/** Adds an article, and starts the example site that shows it. */
async function startSite(url: string, owner: Owner, metadata: object) {
  await addObjectTypes(url, owner, [{ title: 'Articles', slug: 'articles', metafields }])
  const data = { type: 'articles', title: 'The door', locale: 'en', metadata: { ...metadata } }
  const body = { slug: owner.bucket.slug, data }
  const { object } = await call(url, addObject, { body }, owner.token)
  const website = await startMagazine(url, owner)
  const address = `${website.url}${MAGAZINE_DRAFTS}/{type}/{slug}?locale={locale}`
  await addSite(url, owner, address)
  return { id: object.id, website }
}

/** Presses the letter that the page shows for a field. */
async function pressLetter(page: Page, letter: string): Promise<void> {
  await page.keyboard.press('Alt+e')
  await expect(site(page).getByText(letter, { exact: true })).toBeVisible()
  await page.keyboard.press(letter)
}

test('the Node example shows drafts during typing, and what its server renders after a save', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const metadata = { teaser: 'A wave comes', minutes: 4, body: 'The lamp burns.' }
  const { id, website } = await startSite(server.url, owner, metadata)
  await openWithPreview(page, owner, id)
  await expect(heading(page)).toHaveText('The door')

  await test.step('typed text appears in the page without another request', async () => {
    const requests = website.requests.length
    await page.keyboard.press('End')
    await page.keyboard.type(' at La Jument')
    await expect(heading(page)).toHaveText('The door at La Jument')
    expect(website.requests).toHaveLength(requests)
  })

  await test.step('a click opens the field', async () => {
    // The paragraph is wider than its text, so the click is near its start.
    const teaser = site(page).getByText('A wave comes')
    await teaser.click({ position: { x: 20, y: 10 } })
    await expect(textbox(page, 'Teaser')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type(' back')
    await expect(site(page).getByText('A wave comes back')).toBeVisible()
  })

  await test.step('letters on the page open fields by keyboard', async () => {
    await pressLetter(page, 'd')
    await expect(textbox(page, 'Minutes')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('12')
    await expect(site(page).getByText('12 minutes')).toBeVisible()
    await pressLetter(page, 'f')
    await expect(textbox(page, 'Body')).toBeFocused()
  })

  await test.step('the server renders Markdown once the draft is saved', async () => {
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' It is **bright**.')
    await expect(textbox(page, 'Body')).toContainText('**bright**')
    await expect(site(page).locator('strong')).toHaveCount(0)
    await save(page)
    await expect(site(page).locator('strong')).toHaveText('bright')
    await expect(heading(page)).toHaveText('The door at La Jument')
  })

  await page.goto(`${website.url}/articles/the-door`)
  await expect(page.getByText('Not found')).toBeVisible()
  website.close()
})

test('an image chosen in the form appears in the page at once', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [harbour, storm] = await upload(page, owner, [
    picture('harbour.png', [40, 80, 120], 640, 480),
    picture('storm.png', [20, 30, 60], 320, 240),
  ])
  const { id, website } = await startSite(server.url, owner, { hero: harbour })
  await openWithPreview(page, owner, id)
  const image = site(page).locator('article img')
  await expect(image).toHaveAttribute('src', new RegExp(`${harbour}.*w=1400`))
  await image.click()
  await expect(page.getByRole('combobox', { name: 'Hero' })).toBeFocused()

  await page.getByRole('button', { name: 'Choose for Hero' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /for Hero$/ })
  await expect(dialog.getByRole('searchbox', { name: 'Search media' })).toBeFocused()
  await page.keyboard.type('storm')
  await expect(dialog.getByRole('grid', { name: 'Media' }).getByRole('gridcell')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('gridcell', { name: 'storm.png' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(image).toHaveAttribute('src', new RegExp(`${storm}.*w=1400`))
  await expect
    .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBe(320)
  await save(page)
  await expect(image).toHaveAttribute('src', new RegExp(`${storm}.*w=1400`))
  expect((await readObject(server.url, owner, id)).metadata['hero']).toBe(storm)
  website.close()
})

test('saves and a reload keep the scroll position of the page, and the focus', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [hero] = await upload(page, owner, [picture('harbour.png', [40, 80, 120], 640, 480)])
  const waves = Array.from({ length: 60 }, (_, at) => `Wave [${at}](#${at}) comes`)
  const { id, website } = await startSite(server.url, owner, { body: waves.join('\n\n') })
  await openWithPreview(page, owner, id)
  await expect(heading(page)).toHaveText('The door')
  const link = site(page).getByRole('link', { name: '58' })
  const top = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const expectUnmoved = async (before: number) =>
    expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2)

  await test.step('a save by someone else keeps the focus on a link of the page', async () => {
    // This text belongs to the site, and opens no field.
    await site(page).getByText('Made with Typecase').click()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(link).toBeFocused()
    const before = await top()
    const metadata = { hero, body: ['Before the waves', ...waves].join('\n\n') }
    const body = { slug: owner.bucket.slug, object_id: id, data: { metadata } }
    await call(server.url, updateObject, { body }, owner.token)
    await expect(site(page).locator('article img')).toBeAttached()
    await expect(site(page).getByText('Before the waves')).toBeAttached()
    await expect(link).toBeFocused()
    await expectUnmoved(before)
  })

  await textbox(page, 'Title').focus()
  await expect(heading(page)).not.toBeInViewport()
  const before = await top()

  await test.step('a save of the form keeps the scroll position and the focus', async () => {
    await page.keyboard.press('End')
    await page.keyboard.type(' again')
    await save(page)
    await expect
      .poll(() =>
        site(page)
          .locator('body')
          .evaluate(() => document.title),
      )
      .toBe('The door again')
    await expectUnmoved(before)
    await expect(textbox(page, 'Title')).toBeFocused()
  })

  await test.step('a reload keeps the scroll position and the focus', async () => {
    const root = site(page).locator(':root')
    await root.evaluate((element) => element.setAttribute('data-former', ''))
    await choose(page, 'reload the preview', 'Reload the preview')
    await expect(root).not.toHaveAttribute('data-former')
    await expect(site(page).locator('typecase-preview')).toBeAttached()
    await expectUnmoved(before)
    await expect(textbox(page, 'Title')).toBeFocused()
  })
  website.close()
})

/** Uploads files. @returns their names in the bucket */
async function upload(
  page: Page,
  { bucket, token }: Owner,
  files: readonly ReturnType<typeof picture>[],
): Promise<string[]> {
  const names: string[] = []
  for (const file of files) {
    const answer = await page.request.post(`/v3/buckets/${bucket.slug}/media-upload`, {
      headers: { authorization: `Bearer ${token}` },
      multipart: { files: file },
    })
    const { media } = (await answer.json()) as { media: { name: string }[] }
    names.push(...media.map(({ name }) => name))
  }
  return names
}
