import type { Locator, Page } from '@playwright/test'
import { type CmsObject, deleteObjects, updateObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import {
  addObjectOf,
  addObjectTypes,
  openObject,
  readObject,
  save,
  textbox,
} from './fixtures/object-form.ts'
import { choose } from './fixtures/palette.ts'
import { nextFrame } from './fixtures/settle.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const metafields = [
  { key: 'body', title: 'Body', type: 'rich-text' as const },
  { key: 'notes', title: 'Notes', type: 'markdown' as const },
]

const paragraphs = (count: number, words = 'Waves over the lantern'): string =>
  Array.from({ length: count }, (_, index) => `${words} ${index + 1}.`).join('\n\n')

async function story(url: string, owner: Owner, metadata: object): Promise<CmsObject> {
  await addObjectTypes(url, owner, [{ title: 'Stories', slug: 'stories', metafields }])
  const sample = { type: 'stories', title: 'The Draft', metadata: { ...metadata } }
  return addObjectOf(url, owner, sample)
}

const tools = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: `Formatting of ${name}` })

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox()
  if (!box) throw new Error('It is not on screen.')
  return { ...box, bottom: box.y + box.height }
}

test('the toolbar of a long text stays in view below the bar of the page, on a phone and in zen mode', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await story(server.url, owner, { body: paragraphs(60), notes: paragraphs(60) })
  await openObject(page, owner, id, 'Notes')
  const bar = page.getByRole('status', { name: 'Save state' })
  for (const name of ['Body', 'Notes']) {
    for (const width of [1440, 390]) {
      await test.step(`${name} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 })
        await textbox(page, name).focus()
        await page.keyboard.press('ControlOrMeta+End')
        await expect(tools(page, name)).toBeInViewport({ ratio: 1 })
        const below = (await boxOf(bar)).bottom
        expect((await boxOf(tools(page, name))).y).toBeGreaterThan(below)
        // The caret moves up without going under the toolbar.
        for (let line = 0; line < 25; line += 1) await page.keyboard.press('PageUp')
        await page.keyboard.press('ControlOrMeta+Home')
        for (let line = 0; line < 30; line += 1) await page.keyboard.press('ArrowDown')
        for (let line = 0; line < 16; line += 1) await page.keyboard.press('ArrowUp')
        const end = (await boxOf(tools(page, name))).bottom
        expect(await caretTop(page)).toBeGreaterThan(end)
      })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await choose(page, 'zen', 'zen')
  await textbox(page, 'Body').focus()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(tools(page, 'Body')).toBeInViewport({ ratio: 0.9 })
  expect((await boxOf(tools(page, 'Body'))).y).toBeLessThan(50)
})

/** Returns the top of the caret in the window; a code editor draws its own caret. */
const caretTop = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const root = document.activeElement?.shadowRoot
    const drawn = root?.querySelector('.cm-cursor-primary')
    if (drawn) return drawn.getBoundingClientRect().top
    const range = getSelection()?.getRangeAt(0)
    const [line] = range?.getClientRects() ?? []
    const element = range?.startContainer.parentElement
    return line?.top ?? element?.getBoundingClientRect().top ?? 0
  })

test('a Markdown field grows with its text, and the preview scrolls with the caret', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const notes = `# Start\n\n${paragraphs(40)}\n\n${'![Wave](/media/none.png)\n\n'.repeat(12)}## Far\n\n${paragraphs(60)}`
  const { id } = await story(server.url, owner, { notes })
  await openObject(page, owner, id, 'Notes')
  await tools(page, 'Notes').getByRole('button', { name: 'Preview' }).press('Enter')
  const preview = page.getByRole('region', { name: 'Preview of Notes' })
  await expect(preview.getByRole('heading', { name: 'Start' })).toBeInViewport()
  const text = textbox(page, 'Notes')
  expect((await boxOf(text)).height).toBeGreaterThan(3000)
  await text.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(preview.getByText('lantern 60.')).toBeInViewport()
  await expect(preview).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(preview.getByText('lantern 1.', { exact: false }).first()).toBeInViewport()
  // Moves past the pictures, which are lines of the source and tall in the preview.
  for (let line = 0; line < 140; line += 1) await page.keyboard.press('ArrowDown')
  await expect(preview.getByText('lantern 10.').last()).toBeInViewport()
  expect(await violations(page)).toEqual([])
})

test('a key reaches the toolbar of a selection, arrows move in it, and it disappears with the selection', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await story(server.url, owner, { body: 'The storm of 1872' })
  await openObject(page, owner, id, 'Body')
  const body = textbox(page, 'Body')
  const bubble = page.getByRole('toolbar', { name: 'Selection in Body' })
  const selected = () => page.evaluate(() => getSelection()?.toString())
  await body.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ControlOrMeta+ArrowRight')
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight')
  await expect(bubble).toBeVisible()
  await expect(body).toBeFocused()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Alt+F10')
  await expect(bubble.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(bubble.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(body).toBeFocused()
  expect((await selected())?.trim()).toBe('storm')

  // The focus returns to the last tool.
  await page.keyboard.press('Alt+F10')
  await expect(bubble.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(body.locator('strong')).toHaveText(/storm/)
  await expect(body).toBeFocused()
  await page.keyboard.press('Alt+F10')
  await expect(bubble.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await expect(bubble.getByRole('button', { name: 'Clear formatting' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(body.locator('strong')).toHaveCount(0)

  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('ArrowRight')
  await expect(bubble.getByRole('button', { name: 'Link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(textbox(page, 'Link address')).toBeFocused()
  await page.keyboard.type('/storms')
  await page.keyboard.press('Enter')
  await expect(body.getByRole('link')).toHaveText(/storm/)
  await expect(body).toBeFocused()

  // The toolbar disappears with the selection, and typing replaces the selection as usual.
  await page.keyboard.press('ArrowRight')
  await expect(bubble).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bubble).toBeVisible()
  await page.keyboard.type('Calm')
  await expect(bubble).toHaveCount(0)
  await save(page)
  expect((await readObject(server.url, owner, id)).metadata['body']).toBe('Calm')
})

test('a link to an object survives a change of its slug, and a key opens the object', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug, api_access: keys } = owner.bucket
  const { id } = await story(server.url, owner, { body: 'After the storm' })
  const storm = await addObjectOf(server.url, owner, { type: 'stories', title: 'The Storm' })
  await openObject(page, owner, id, 'Body')
  const body = textbox(page, 'Body')
  await body.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await nextFrame(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(textbox(page, 'Link address')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('storm')
  await expect(page.getByRole('option', { name: 'The Storm' })).toBeVisible()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Link' })
  await expect(form.getByRole('button', { name: 'Open The Storm' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Add link' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(body.getByTitle('The Storm')).toHaveText('storm')
  await save(page)
  const link = `After the [storm](object:${storm.id})`
  expect((await readObject(server.url, owner, id)).metadata['body']).toBe(link)

  await call(
    server.url,
    updateObject,
    { body: { slug, object_id: storm.id, data: { slug: 'a-storm' } } },
    owner.token,
  )
  const read = await fetch(
    `${server.url}/v3/buckets/${slug}/objects/${id}?read_key=${keys.preview_key}&status=any&props=metadata`,
  )
  expect((await read.json()).object.metadata.body).toBe('After the [storm](/a-storm)')

  await body.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Alt+Shift+o')
  await expect(textbox(page, 'Title')).toHaveValue('The Storm')
})

test('a link to a deleted object is marked, and reported below the text', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const storm = await addObjectOf(server.url, owner, { type: 'posts', title: 'The Storm' })
  const { id } = await story(server.url, owner, { body: `After the [storm](object:${storm.id})` })
  const body = textbox(page, 'Body')
  await openObject(page, owner, id, 'Body')
  await expect(body.getByTitle('The Storm')).toHaveText('storm')
  const object_ids = [storm.id]
  await call(server.url, deleteObjects, { body: { slug, object_ids } }, owner.token)
  await page.reload()
  await expect(page.getByText('One link points to a deleted object.')).toBeVisible()
  await expect(body.getByTitle('This object was deleted')).toHaveText('storm')
})

test('a picture gets alt text, caption, size and position by keyboard, and is saved as a figure', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await story(server.url, owner, { body: 'Before\n\n![](/media/wave.png)\n\nAfter' })
  await openObject(page, owner, id, 'Body')
  const body = textbox(page, 'Body')
  const bubble = page.getByRole('toolbar', { name: 'Selection in Body' })
  const form = page.getByRole('dialog', { name: 'Image' })
  await body.focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('End')
  await nextFrame(page)
  await page.keyboard.press('ArrowRight')
  await nextFrame(page)
  await page.keyboard.press('ArrowRight')
  await expect(bubble.getByRole('button', { name: 'Edit image' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Alt text' })).toBeFocused()
  await page.keyboard.type('A wave')
  await page.keyboard.press('Tab')
  await page.keyboard.type('The lantern, 1872')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: 'Medium' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('radio', { name: 'Left' })).toBeFocused()
  await page.keyboard.press('Space')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Apply' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(body.locator('figcaption')).toHaveText('The lantern, 1872')
  await expect(body).toBeFocused()
  await save(page)
  expect((await readObject(server.url, owner, id)).metadata['body']).toBe(
    'Before\n\n<figure data-size="medium" data-position="left"><img src="/media/wave.png" alt="A wave"><figcaption>The lantern, 1872</figcaption></figure>\n\nAfter',
  )
  // The picture is still selected; the command edits its caption.
  await choose(page, 'image caption', 'Edit image')
  await form.getByRole('textbox', { name: 'Caption' }).fill('')
  await page.keyboard.press('Enter')
  await expect(body.locator('figcaption')).toHaveCount(0)
  await expect(body.locator('figure')).toHaveAttribute('data-size', 'medium')
})
