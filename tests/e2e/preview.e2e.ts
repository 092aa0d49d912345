import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import { vercelStegaEncode } from '@vercel/stega'

import { addObjectOf, addObjectTypes, openObject, save, textbox } from './fixtures/object-form.ts'
import { answer, choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { addSite, heading, openWithPreview, pane, site } from './fixtures/preview-pane.ts'
import { startPreviewSite } from './fixtures/preview-site.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, `../fixtures/preview-${name}.html`), 'utf8')

const secondName = (page: Page) => textbox(page, 'Name').nth(1)

// The colour scheme of a frame must not be that of the test.
test.use({ colorScheme: null })

const metafields = [
  { key: 'teaser', title: 'Teaser', type: 'text' },
  {
    key: 'chapters',
    title: 'Chapters',
    type: 'repeater',
    repeater_fields: [{ key: 'name', title: 'Name', type: 'text' }],
  },
]

/** Adds two articles, and returns the page of the site with their ids. */
async function articles(url: string, owner: Owner) {
  await addObjectTypes(url, owner, [{ title: 'Articles', slug: 'articles', metafields }])
  const add = (title: string, metadata: Record<string, unknown>) =>
    addObjectOf(url, owner, { type: 'articles', title, metadata })
  const first = await add('The door', {
    teaser: 'A wave',
    chapters: [{ name: 'Storm' }, { name: 'Calm' }],
  })
  const second = await add('The lamp', { teaser: 'A light' })
  const page = fixture('site').replaceAll('FIRST', first.id).replaceAll('SECOND', second.id)
  return { first, second, page }
}

test('the preview follows the form, and clicks, letters and keys in it lead back to fields', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { first, page: html } = await articles(server.url, owner)
  const website = await startPreviewSite(html)
  await openObject(page, owner, first.id)

  await test.step('an object type without a preview site offers to add one', async () => {
    await textbox(page, 'Teaser').focus()
    await page.keyboard.press('Alt+v')
    await expect(pane(page)).toContainText('No preview for this type')
    await choose(page, 'add preview site', 'Add preview site…')
    await answer(page, 'Website', 'Website')
    await answer(page, /^https/, 'http://example.com/{slug}')
    await expect(page.getByRole('dialog')).toContainText('http:// works for localhost only')
    const field = page.getByRole('dialog').getByPlaceholder(/^https/)
    await field.fill(`${website.url}/{locale}/{slug}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByPlaceholder('Which object types')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(notifications(page)).toContainText('Added “Website”.')
    await expect(heading(page)).toHaveText('The door')
    expect(website.requests[0]).toBe('/the-door')
  })

  await test.step('typed text appears in the page without a save', async () => {
    await textbox(page, 'Title').fill('The door at La Jument')
    await expect(heading(page)).toHaveText('The door at La Jument')
    await textbox(page, 'Teaser').focus()
    await expect(site(page).locator('[data-focus]')).toHaveText('A wave')
    await page.keyboard.type(' comes')
    await expect(site(page).locator('#teaser')).toContainText('comes')
    await save(page)
    await expect(site(page).locator('#saved')).toHaveText(first.id)
    expect(await violations(page)).toEqual([])
  })

  await test.step('a click opens the field, or the field of the row in a repeater', async () => {
    await heading(page).click()
    await expect(textbox(page, 'Title')).toBeFocused()
    await site(page).locator('#chapter').click()
    await expect(secondName(page)).toBeFocused()
    await expect(secondName(page)).toHaveValue('Calm')
  })

  await test.step('letters and step keys move between fields by keyboard', async () => {
    await page.keyboard.press('Alt+e')
    await expect(site(page).locator('body')).toHaveAttribute('data-labels', '')
    await page.keyboard.press('b')
    await expect(textbox(page, 'Teaser')).toBeFocused()
    await page.keyboard.press('Alt+]')
    await expect(secondName(page)).toBeFocused()
    await page.keyboard.press('Alt+[')
    await expect(textbox(page, 'Teaser')).toBeFocused()
    await choose(page, 'edit the door', 'Edit: The door at La Jument')
    await expect(textbox(page, 'Title')).toBeFocused()
  })

  await test.step('another object opens next to the page, and Escape returns', async () => {
    await site(page).locator('#other').click()
    await expect(textbox(page, 'Title')).toHaveValue('The lamp')
    await expect(textbox(page, 'Teaser')).toBeFocused()
    await expect(pane(page)).toContainText('This is the page of “The door at La Jument”.')
    await page.keyboard.type('!')
    await expect(site(page).locator('#other')).toContainText('!')
    await page.keyboard.press('Escape')
    await expect(textbox(page, 'Title')).toHaveValue('The door at La Jument')
  })

  await test.step('a key pressed in the page works as outside it, and the focus returns', async () => {
    await textbox(page, 'Teaser').focus()
    await site(page).locator('#plain').click()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await site(page).locator('#plain').click()
    await page.keyboard.press('Alt+v')
    await expect(pane(page)).toBeHidden()
    await expect(textbox(page, 'Teaser')).toBeFocused()
  })
  website.close()
})

test('width, device and window of the preview are chosen by keyboard, and the sizes are remembered', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { first, page: html } = await articles(server.url, owner)
  const website = await startPreviewSite(html)
  await addSite(server.url, owner, `${website.url}/{slug}`)
  await openObject(page, owner, first.id)
  await textbox(page, 'Teaser').focus()
  await page.keyboard.press('Alt+v')
  await expect(heading(page)).toHaveText('The door')

  const separator = page.getByRole('separator', { name: 'Width of the preview' })
  await separator.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(separator).toHaveAttribute('aria-valuenow', '52')
  await choose(page, 'preview on a phone', 'Show the preview as on…')
  await page.keyboard.type('Phone')
  await page.keyboard.press('Enter')
  await expect(site(page).locator('#width')).toHaveText('390')
  await choose(page, 'dark preview', 'Show the preview in light or dark…')
  await page.keyboard.type('Dark')
  await page.keyboard.press('Enter')
  await expect(site(page).locator('#scheme')).toHaveText('dark')

  await page.reload()
  await expect(heading(page)).toHaveText('The door')
  await expect(separator).toHaveAttribute('aria-valuenow', '52')
  await expect(site(page).locator('#width')).toHaveText('390')

  const opening = page.waitForEvent('popup')
  await choose(page, 'preview window', 'Open or close the window of the preview')
  const popup = await opening
  const inWindow = popup.frameLocator('iframe')
  await expect(inWindow.getByRole('heading', { level: 1 })).toHaveText('The door')
  await textbox(page, 'Title').fill('The door, elsewhere')
  await expect(inWindow.getByRole('heading', { level: 1 })).toHaveText('The door, elsewhere')
  await popup.close()
  await expect(heading(page)).toHaveText('The door, elsewhere')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(pane(page)).toBeHidden()
  await expect(textbox(page, 'Title')).toBeVisible()
  await textbox(page, 'Title').focus()
  await page.keyboard.press('Alt+v')
  await expect(heading(page)).toHaveText('The door, elsewhere')
  await expect(site(page).locator('#width')).toHaveText('390')
  await expect(textbox(page, 'Title')).toBeHidden()
  expect(await violations(page)).toEqual([])
  await site(page).locator('#chapter').click()
  await expect(secondName(page)).toBeFocused()
  website.close()
})

test('a page without the script explains that it does not load it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { first } = await articles(server.url, owner)
  const website = await startPreviewSite('<!doctype html><title>Plain</title><h1>Plain</h1>')
  await addSite(server.url, owner, `${website.url}/{slug}`)
  await openObject(page, owner, first.id)
  await textbox(page, 'Teaser').focus()
  await page.keyboard.press('Alt+v')
  await expect(heading(page)).toHaveText('Plain')
  await expect(pane(page)).toContainText('This page doesn’t load @typecase/preview')
  website.close()
})

test('the script from the server connects a page, in a frame and in a window', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { first } = await articles(server.url, owner)
  const website = await startPreviewSite(
    `<!doctype html><title>Site</title><h1 data-typecase="${first.id}:title">The door</h1>
    <p data-typecase="${first.id}:metadata.teaser">A wave</p>
    <script type="module" src="${server.url}/preview.js"></script>`,
  )
  await addSite(server.url, owner, `${website.url}/{slug}`)
  await openWithPreview(page, owner, first.id)
  await expect(heading(page)).toHaveText('The door')
  await textbox(page, 'Title').fill('As one types')
  await expect(heading(page)).toHaveText('As one types')
  await site(page).getByText('A wave').click()
  await expect(textbox(page, 'Teaser')).toBeFocused()
  await page.keyboard.press('Alt+[')
  await expect(textbox(page, 'Title')).toBeFocused()

  const opening = page.waitForEvent('popup')
  await choose(page, 'preview window', 'Open or close the window of the preview')
  const popup = await opening
  const inWindow = popup.frameLocator('iframe').getByRole('heading', { level: 1 })
  await textbox(page, 'Title').fill('In a window')
  await expect(inWindow).toHaveText('In a window')
  website.close()
})

test('HTML appears in the page during typing, and its elements open the field', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const body = { key: 'body', title: 'Body', type: 'html-textarea' }
  await addObjectTypes(server.url, owner, [
    { title: 'Stories', slug: 'stories', metafields: [body] },
  ])
  const html = (end: string) => `<p>A <strong>wave</strong> comes</p><p>At night${end}</p>`
  const data = { type: 'stories', title: 'The door', metadata: { body: html('') } }
  const { id } = await addObjectOf(server.url, owner, data)
  const mark = vercelStegaEncode({ o: id, p: 'metadata.body' })
  const website = await startPreviewSite(
    `<!doctype html><title>Site</title><h1>The door</h1><main><div>${html(mark)}</div></main>
    <script type="module" src="${server.url}/preview.js"></script>`,
  )
  await addSite(server.url, owner, `${website.url}/{slug}`)
  await openWithPreview(page, owner, id)
  await site(page)
    .getByText('At night')
    .click({ position: { x: 10, y: 10 } })
  await expect(textbox(page, 'Body')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' and')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('goes')
  await expect(site(page).locator('main div')).toContainText('At night andgoes')
  await expect(site(page).locator('main div strong')).toHaveText(['wave', 'goes'])
  await textbox(page, 'Title').focus()
  await site(page)
    .getByText('A wave')
    .click({ position: { x: 10, y: 10 } })
  await expect(textbox(page, 'Body')).toBeFocused()
  website.close()
})
