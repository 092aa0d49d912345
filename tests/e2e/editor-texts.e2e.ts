import type { Locator, Page } from '@playwright/test'
import type { CmsObject } from '@typecase/contract/objects'

import {
  addObjectOf,
  addObjectTypes,
  openObject,
  readObject,
  save,
  textbox,
} from './fixtures/object-form.ts'
import { choose, pick } from './fixtures/palette.ts'
import type { Owner } from './fixtures/people.ts'
import { picture } from './fixtures/pictures.ts'
import { nextFrame } from './fixtures/settle.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const metafields = [
  { key: 'body', title: 'Body', type: 'rich-text' as const },
  { key: 'notes', title: 'Notes', type: 'markdown' as const },
]

/** Adds a story to write, and one that it can mention. */
async function stories(url: string, owner: Owner): Promise<CmsObject> {
  const type = { title: 'Stories', slug: 'stories', singular: 'Story', metafields }
  await addObjectTypes(url, owner, [type])
  await addObjectOf(url, owner, { type: 'stories', title: 'The Storm' })
  return addObjectOf(url, owner, { type: 'stories', title: 'The DraftSaver' })
}

const saved = async (url: string, owner: Owner, id: string) =>
  (await readObject(url, owner, id)).metadata

async function open(page: Page, owner: Owner, { id }: CmsObject): Promise<void> {
  await openObject(page, owner, id, 'Body')
  await expect(textbox(page, 'Notes')).toBeVisible()
}

async function paste(target: Locator, html: string): Promise<void> {
  await target.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    clipboardData.setData('text/plain', 'plain')
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    element.dispatchEvent(event)
  }, html)
}

const item = (level: number, text: string): string =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body><!--StartFragment--><h2>Lights<o:p></o:p></h2><p class=MsoNormal>The <b style='mso-bidi-font-weight:normal'>first</b> one<o:p></o:p></p>${item(1, 'Towers')}${item(2, 'of stone')}${item(1, 'Ships')}<!--EndFragment--></body></html>`
const asMarkdown = '## Lights\n\nThe **first** one\n\n- Towers\n  - of stone\n- Ships'

test('text pasted from Word keeps its headings, marks and lists, in rich text and in Markdown', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const story = await stories(server.url, owner)
  await open(page, owner, story)
  await textbox(page, 'Body').focus()
  await paste(textbox(page, 'Body'), fromWord)
  await expect(textbox(page, 'Body').locator('ul ul')).toHaveText('of stone')
  await textbox(page, 'Notes').focus()
  await paste(textbox(page, 'Notes'), fromWord)
  await expect(textbox(page, 'Notes')).toContainText('of stone')
  // The words of a code editor are highlighted, and pasted verbatim.
  await page.keyboard.press('Enter')
  await paste(
    textbox(page, 'Notes'),
    '<div style="font-family:Menlo;white-space: pre;"><span style="font-weight:bold">x</span></div>',
  )
  await expect(textbox(page, 'Notes')).toContainText('plain')
  await save(page)
  expect(await saved(server.url, owner, story.id)).toMatchObject({
    body: asMarkdown,
    notes: expect.stringMatching(/^## Lights\n\nThe \*\*first\*\* one[^]*- Ships\n- plain$/),
  })
})

const written = [
  '---\ntitle: Lights\n---',
  'A line\nand a __soft__ break.',
  '* Towers\n* Ships',
  '<!--more-->',
  '[^1]: Of *stone*.',
].join('\n\n')

test('editing a letter of a stored text changes only that letter', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const fieldOfHtml = { key: 'page', title: 'Page', type: 'html-textarea' as const }
  const type = { title: 'Texts', slug: 'texts', metafields: [fieldOfHtml, ...metafields] }
  await addObjectTypes(server.url, owner, [type])
  const html = '<p>A <b>bold</b> one</p>\n<!--more-->\n<div class="a">Box</div>'
  const metadata = { body: written, page: html }
  const story = await addObjectOf(server.url, owner, { type: 'texts', title: 'Lights', metadata })
  await open(page, owner, story)
  await textbox(page, 'Page').getByText('bold').click()
  await page.keyboard.press('End')
  await page.keyboard.type('s')
  const body = textbox(page, 'Body')
  await body.getByText('soft').click()
  await page.keyboard.press('End')
  await page.keyboard.type('s')
  // Keys work in a block of source as in any other block.
  await body.getByText('Of *stone*').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Old.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('  And old.')
  expect(await violations(page)).toEqual([])
  await save(page)
  expect(await saved(server.url, owner, story.id)).toMatchObject({
    page: html.replace('one', 'ones'),
    body: `${written.replace('break.', 'break.s')} Old.\n  And old.`,
  })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('After')
  await save(page)
  expect((await saved(server.url, owner, story.id))['body']).toMatch(/And old\.\n\nAfter$/)
})

test('typing filters the menu behind “/”, and text that matches no block stays as typed', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const story = await stories(server.url, owner)
  await open(page, owner, story)
  const body = textbox(page, 'Body')
  const menu = page.getByRole('listbox', { name: 'Blocks' })
  await body.focus()
  await page.keyboard.type('Heights in m/s /')
  await expect(menu.getByRole('option')).not.toHaveCount(1)
  await page.keyboard.type('etc')
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('/h2')
  await expect(menu.getByRole('option')).toHaveText(['Heading 2'])
  await expect(menu.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(menu).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(menu.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  // This closes only the menu, and does not leave the text.
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(body).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('/table')
  await expect(menu.getByRole('option', { name: 'Table' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Tower')
  await page.keyboard.press('Tab')
  await page.keyboard.type('/lin')
  await expect(menu.getByRole('option')).toHaveText(['Link'])
  await page.keyboard.press('Enter')
  await expect(textbox(page, 'Link address')).toBeFocused()
  await page.keyboard.type('/towers')
  await page.keyboard.press('Enter')
  await expect(body.getByRole('link', { name: '/towers' })).toBeVisible()
  await save(page)
  expect((await saved(server.url, owner, story.id))['body']).toMatch(
    /^Heights in m\/s \/etc\n\n## Two\n\n\| Tower \| \[\/towers\]\(\/towers\) \|/,
  )
})

test('an object is inserted into a text as a card, previewed and removed as a whole', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const story = await stories(server.url, owner)
  await open(page, owner, story)
  const body = textbox(page, 'Body')
  await body.focus()
  await page.keyboard.type('/obj')
  await expect(page.getByRole('option', { name: 'Object' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Object to insert' })).toBeFocused()
  await page.keyboard.type('storm')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option', { name: 'The Storm' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(body.getByRole('button', { name: 'Open The Storm' })).toBeVisible()
  await expect(body).toBeFocused()
  await page.keyboard.type('After')
  await save(page)
  expect((await saved(server.url, owner, story.id))['body']).toMatch(
    /^\{\{object type="stories" id="[0-9a-f]{24}" \/\}\}\n\nAfter$/,
  )
  await body.getByRole('button', { name: 'Preview The Storm' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Preview of The Storm' })).toContainText('Draft')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await body.getByRole('button', { name: 'Remove The Storm' }).press('Enter')
  await expect(body).toHaveText('After')
})

test('the Markdown preview follows the typing, and the browser remembers that it is open', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const story = await stories(server.url, owner)
  await open(page, owner, story)
  const bar = page.getByRole('toolbar', { name: 'Formatting of Notes' })
  await bar.getByRole('button', { name: 'Preview' }).press('Enter')
  const preview = page.getByRole('region', { name: 'Preview of Notes' })
  await expect(preview).toBeVisible()
  await textbox(page, 'Notes').focus()
  await page.keyboard.type('## Lights\n\nA [link](javascript:alert) and <b>tags</b>')
  await expect(preview.getByRole('heading', { name: 'Lights' })).toBeVisible()
  await expect(preview.locator('[href^="javascript"]')).toHaveCount(0)
  const [code, previewBox] = [
    await textbox(page, 'Notes').boundingBox(),
    await preview.boundingBox(),
  ]
  expect(previewBox?.x).toBeGreaterThan((code?.x ?? 0) + (code?.width ?? 0) - 1)
  expect(await violations(page)).toEqual([])
  await save(page)
  await page.reload()
  await expect(preview.getByRole('heading', { name: 'Lights' })).toBeVisible({ timeout: 60_000 })
})

test('commands format a text and switch to its source and back, and the focus stays in the text', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const story = await stories(server.url, owner)
  await open(page, owner, story)
  const body = textbox(page, 'Body')
  await body.focus()
  await page.keyboard.type('Plain')
  await choose(page, 'format text', 'Format text…')
  await pick(page, 'Format', 'heading 2', 'Heading 2')
  await expect(body.getByRole('heading', { level: 2 })).toHaveText('Plain')
  await choose(page, 'edit source', 'Switch between text and source')
  const source = page.locator('.cm-content').first()
  await expect(source).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' and **bold**')
  await choose(page, 'edit visually', 'Switch between text and source')
  await expect(body).toBeFocused()
  await expect(body.locator('strong')).toHaveText('bold')
  await save(page)
  expect((await saved(server.url, owner, story.id))['body']).toBe('## Plain and **bold**')
})

test('keys format a text, link an object and add a picture; letters on the toolbar go into the text', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const story = await stories(server.url, owner)
  await open(page, owner, story)
  const { keyboard } = page
  const [body, notes] = [textbox(page, 'Body'), textbox(page, 'Notes')]
  const tools = page.getByRole('toolbar', { name: 'Formatting of Body' })
  await textbox(page, 'Slug').focus()
  await keyboard.press('Tab')
  await expect(body).toBeFocused()
  await test.step('the help lists the shortcuts of the text first', async () => {
    await keyboard.press('Shift+F1')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const inForce = help.getByRole('region', { name: 'Active now', exact: true })
    await expect(inForce.getByRole('region').first()).toHaveAccessibleName('Active now: Rich text')
    await expect(inForce).toContainText('Go to the formatting tools')
    await expect(inForce).not.toContainText('Next row')
    await expect(help.getByRole('region', { name: 'Elsewhere', exact: true })).toContainText(
      'Next row',
    )
    await keyboard.press('Escape')
    await expect(body).toBeFocused()
  })
  await keyboard.type('See ')
  await keyboard.press('ControlOrMeta+b')
  await keyboard.type('that')
  await keyboard.press('ControlOrMeta+b')
  await keyboard.press('ControlOrMeta+i')
  await keyboard.type(' storm')
  await keyboard.press('Alt+F10')
  await expect(tools.getByRole('button', { name: 'Bold' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(tools.getByRole('button', { name: 'Italic' })).toBeFocused()
  await keyboard.type('n?')
  await expect(body).toBeFocused()
  await expect(body).toHaveText('See that stormn?')
  await keyboard.press('Backspace')
  await keyboard.press('Backspace')
  await keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('storm')
  await nextFrame(page)
  await keyboard.press('ControlOrMeta+k')
  await expect(textbox(page, 'Link address')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type('storm')
  await expect(page.getByRole('option', { name: 'The Storm' })).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add link' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(body.getByRole('link', { name: 'storm' })).toBeVisible()

  await test.step('the same keys format Markdown', async () => {
    await notes.focus()
    for (const [key, word] of [
      ['b', 'bold'],
      ['i', 'slanted'],
      ['k', 'link'],
    ]) {
      await keyboard.press('ControlOrMeta+End')
      await keyboard.type(` ${word}`)
      await keyboard.press('ControlOrMeta+Shift+ArrowLeft')
      await keyboard.press(`ControlOrMeta+${key}`)
    }
    await keyboard.type('/there')
    await keyboard.press('Tab')
    await expect(
      page.getByRole('toolbar', { name: 'Formatting of Notes' }).getByRole('button').first(),
    ).toBeFocused()
    await keyboard.press('Shift+Tab')
  })

  await test.step('a pasted picture asks for its alt text', async () => {
    await body.focus()
    await keyboard.press('ControlOrMeta+End')
    await body.evaluate(
      (element, bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'sea.png', { type: 'image/png' }))
        const paste = { clipboardData, bubbles: true, cancelable: true }
        element.dispatchEvent(new ClipboardEvent('paste', paste))
      },
      [...picture('sea.png', [0, 60, 120]).buffer],
    )
    await textbox(page, 'Alt text of sea.png').fill('The sea')
    await keyboard.press('Enter')
    await expect(body.getByRole('img', { name: 'The sea' })).toBeVisible()
  })

  await test.step('the toolbar stays in one line on a narrow screen, and arrow keys reach all of it', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    for (const bar of await page.getByRole('toolbar').all()) {
      const tops = await bar
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
      expect(new Set(tops).size).toBe(1)
    }
    await body.focus()
    await keyboard.press('Alt+F10')
    const count = await tools.getByRole('button').count()
    for (let step = 1; step < count; step += 1) await keyboard.press('ArrowRight')
    const last = tools.getByRole('button', { name: 'More blocks' })
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await save(page)
  expect(await saved(server.url, owner, story.id)).toMatchObject({
    body: expect.stringMatching(
      /^See \*\*that\*\* \*\[storm\]\(object:[0-9a-f]{24}\)\*!\[The sea\]\(\S+\)$/,
    ),
    notes: ' **bold** *slanted* [link](/there)',
  })
})

test('an emoji is inserted at the last caret position of a text, and the text can undo it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const story = await stories(server.url, owner)
  await open(page, owner, story)
  const title = textbox(page, 'Title')
  await title.fill('Two  towers')
  for (let step = 0; step < ' towers'.length; step += 1) await page.keyboard.press('ArrowLeft')
  const insert = async (words: string, option: string) => {
    await choose(page, 'insert emoji', 'Insert emoji…')
    await pick(page, 'Which emoji?', words, option)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await insert('light bulb', '💡')
  await expect(title).toHaveValue('Two 💡 towers')
  await expect(title).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(title).toHaveValue('Two  towers')
  // In one event: how a browser groups keys for its undo depends on how fast they come.
  await page.keyboard.insertText('tall')
  await expect(title).toHaveValue('Two tall towers')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(title).toHaveValue('Two  towers')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(title).toHaveValue('Two tall towers')

  for (const name of ['Body', 'Notes']) {
    await test.step(name, async () => {
      const text = textbox(page, name)
      await text.focus()
      await page.keyboard.type('A ')
      await insert('red heart', '❤️')
      await expect(text).toBeFocused()
      await page.keyboard.type('!')
      await expect(text).toContainText('A ❤️!')
    })
  }
  await save(page)
  expect(await saved(server.url, owner, story.id)).toMatchObject({ body: 'A ❤️!', notes: 'A ❤️!' })
})
