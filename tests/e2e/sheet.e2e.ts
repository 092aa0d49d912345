import { addObjectType } from '@typecase/contract/object-types'
import { addObject, listObjects } from '@typecase/contract/objects'
import { addSmartView } from '@typecase/contract/smart-views'
import type { Locator, Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addArtworks } from './fixtures/content.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { applyPlan } from './fixtures/palette.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const PATH = 'objects?query=%7B%22type%22%3A%22works%22%7D&sort=title'

const metafields = [
  { key: 'medium', title: 'Medium', type: 'text' as const, maxlength: 20 },
  { key: 'year', title: 'Year', type: 'number' as const, min: 1000 },
  { key: 'artist', title: 'Artist', type: 'object' as const, object_type: 'authors' },
  { key: 'text', title: 'Description', type: 'rich-text' as const },
]

/** Adds works of 1840 in oil: “Work 1”, “Work 2” … */
async function addWorks(server: RunningServer, { bucket: { slug }, token }: Owner, count: number) {
  const data = { title: 'Works', slug: 'works', metafields }
  await call(server.url, addObjectType, { body: { slug, data } }, token)
  for (let number = 1; number <= count; number += 1) {
    const metadata = { medium: 'Oil', year: 1840 }
    const object = { title: `Work ${number}`, type: 'works', metadata }
    await call(server.url, addObject, { body: { slug, data: object } }, token)
  }
}

async function saved(server: RunningServer, { bucket: { slug }, token }: Owner) {
  const query = { slug, query: '{"type":"works"}', sort: 'title', limit: 1000 }
  const { objects } = await call(server.url, listObjects, { query }, token)
  return objects.map(({ object: { title, metadata } }) => [
    title,
    metadata['medium'],
    metadata['year'],
  ])
}

async function openSheet(page: Page, { bucket }: Owner): Promise<void> {
  await page.goto(`/${bucket.slug}/${PATH}`)
  await expect(page.getByRole('row', { name: 'Work 1' }).first()).toBeVisible()
  await page.keyboard.press('s')
  await expect(cell(page, 'Title', 'Work 1')).toBeFocused()
}

/** Returns the text field of the active cell. */
const cell = (page: Page, field: string, title: string) =>
  page.getByRole('textbox', { name: `${field} of ${title}`, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Sheet' })

/** Pastes as the browser does, without the system's clipboard. */
const paste = (page: Page, text: string) =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

test('cells are edited, selected, filled and saved by keyboard, and one undo reverts it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addWorks(server, owner, 4)
  await openSheet(page, owner)
  const { keyboard } = page
  const before = await saved(server, owner)

  await test.step('typing replaces a cell, F2 edits it, Escape cancels, and Tab and Enter move on', async () => {
    await keyboard.press('ArrowRight')
    await expect(cell(page, 'Medium', 'Work 1')).toBeFocused()
    await keyboard.type('Ink')
    await keyboard.press('Tab')
    await expect(cell(page, 'Year', 'Work 1')).toBeFocused()
    await keyboard.press('F2')
    await keyboard.press('End')
    await keyboard.type('9')
    await expect(cell(page, 'Year', 'Work 1')).toHaveValue('18409')
    await keyboard.press('Escape')
    await expect(cell(page, 'Year', 'Work 1')).toHaveValue('1840')
    await keyboard.type('1888')
    await keyboard.press('Enter')
    await expect(cell(page, 'Year', 'Work 2')).toBeFocused()
    await expect(bar(page)).toContainText('2 cells not saved')
  })
  await test.step('an invalid cell shows its error and keeps the typed text', async () => {
    await keyboard.type('soon')
    await keyboard.press('Enter')
    await keyboard.press('ArrowUp')
    await expect(bar(page)).toContainText('Year must be a number')
    await expect(cell(page, 'Year', 'Work 2')).toHaveValue('soon')
    await expect(cell(page, 'Year', 'Work 2')).toHaveAttribute('aria-invalid', 'true')
  })
  await test.step('a range is filled down', async () => {
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowLeft')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await expect(bar(page)).toContainText('3 cells selected')
    await keyboard.press('ControlOrMeta+d')
    await expect(bar(page)).toContainText('5 cells not saved, 1 wrong')
  })
  await test.step('a step is undone, and redone by filling', async () => {
    await keyboard.press('ControlOrMeta+z')
    await expect(bar(page)).toContainText('3 cells not saved')
    await keyboard.press('ControlOrMeta+y')
    await expect(bar(page)).toContainText('5 cells not saved, 1 wrong')
    await keyboard.press('ControlOrMeta+z')
    await expect(bar(page)).toContainText('3 cells not saved')
    await keyboard.press('ControlOrMeta+d')
  })
  await test.step('a cell that cannot be typed into says so', async () => {
    await keyboard.press('End')
    await keyboard.press('Home')
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(bar(page)).toContainText('Artist is chosen: press Enter.')
    expect(await violations(page)).toEqual([])
  })
  await test.step('unsaved cells survive a reload', async () => {
    await page.reload()
    await expect(bar(page)).toContainText('5 cells not saved, 1 wrong')
  })
  await test.step('all valid cells are saved as one step', async () => {
    await keyboard.press('ControlOrMeta+s')
    await expect(notifications(page)).toContainText(
      'Saved 3 objects. 1 cell waits to be corrected.',
    )
    await expect(bar(page)).toContainText('1 cell not saved, 1 wrong')
    expect(await saved(server, owner)).toEqual([
      ['Work 1', 'Ink', 1888],
      ['Work 2', 'Ink', 1840],
      ['Work 3', 'Ink', 1840],
      ['Work 4', 'Oil', 1840],
    ])
  })
  await test.step('undo reverts the whole step', async () => {
    await keyboard.press('ControlOrMeta+z')
    await expect.poll(() => saved(server, owner)).toEqual(before)
  })
})

test('dragging fills cells downwards with the pattern of the selection', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addWorks(server, owner, 5)
  await openSheet(page, owner)
  const { keyboard, mouse } = page
  await keyboard.press('ArrowRight')
  await keyboard.type('Ink')
  await keyboard.press('Enter')
  await keyboard.type('Tempera')
  await keyboard.press('Enter')
  await keyboard.press('ArrowUp')
  await keyboard.press('Shift+ArrowUp')
  await expect(bar(page)).toContainText('2 cells selected')

  const middle = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    return [x + width / 2, y + height / 2] as const
  }
  const mediumOf = (title: string) =>
    page.getByRole('row', { name: title }).getByRole('gridcell').nth(2)
  await mouse.move(...(await middle(page.getByTitle('Drag to fill the cells below'))))
  await mouse.down()
  await mouse.move(...(await middle(mediumOf('Work 4'))), { steps: 5 })
  await mouse.move(...(await middle(mediumOf('Work 5'))), { steps: 5 })
  await expect(bar(page)).toContainText('5 cells selected')
  await mouse.up()
  await expect(bar(page)).toContainText('5 cells not saved')
  expect(await violations(page)).toEqual([])
  await keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('Saved 5 objects.')
  expect((await saved(server, owner)).map(([, medium]) => medium)).toEqual([
    'Ink',
    'Tempera',
    'Ink',
    'Tempera',
    'Ink',
  ])
})

test('the bar of the sheet fits at 390 px', async ({ ownerPage: page, owner, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await addWorks(server, owner, 2)
  await openSheet(page, owner)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('A text that is longer than twenty characters')
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('1 wrong')
  for (const button of await bar(page).getByRole('button').all()) {
    await expect(button).toBeInViewport({ ratio: 1 })
  }
  expect(await bar(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
})

test('a relation is chosen in a picker', async ({ ownerPage: page, owner, server }) => {
  await addWorks(server, owner, 1)
  const { slug } = owner.bucket
  const body = { slug, data: { type: 'authors', title: 'William Turner' } }
  await call(server.url, addObject, { body }, owner.token)
  await openSheet(page, owner)
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Artist', 'Work 1')).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Command palette' })
  await expect(dialog.getByRole('option', { name: 'William Turner' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('1 cell not saved')
  await expect(cell(page, 'Artist', 'Work 1')).toHaveValue('William Turner')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('Saved 1 object.')
})

test('1,000 rows of ten columns are pasted, checked by cell, saved as one step and undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  // A thousand objects are added, saved and undone.
  test.setTimeout(180_000)
  const { slug } = owner.bucket
  const keys = Array.from({ length: 9 }, (_, index) => `f${index}`)
  const fields = keys.map((key, index) => ({
    key,
    title: `Field ${index}`,
    type: index === 8 ? ('number' as const) : ('text' as const),
  }))
  const data = { title: 'Artworks', slug: 'artworks', metafields: fields }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  await addArtworks(server, owner, 1000, 'draft')
  const view = {
    title: 'All of it',
    query_string: new URLSearchParams({ query: '{"type":"artworks"}' }).toString(),
    sort: 'title',
    columns: ['title', ...keys.map((key) => `metadata.${key}`)],
  }
  const added = await call(server.url, addSmartView, { body: { slug, data: view } }, owner.token)
  await page.goto(`/${slug}/objects?smartViewID=${added.smart_view.id}&limit=1000`)
  await expect(page.getByRole('row', { name: 'Work 0' }).first()).toBeVisible()
  await page.keyboard.press('s')
  await expect(cell(page, 'Title', 'Work 0')).toBeFocused()
  const rows = Array.from({ length: 1000 }, (_, row) =>
    [
      `Pasted ${String(row).padStart(4, '0')}`,
      '"a\tquoted\none"',
      ...keys.slice(1, 8).map((key) => `${key} ${row}`),
      row === 500 ? 'many' : row,
    ].join('\t'),
  )
  await paste(page, `${rows.join('\n')}\n`)
  await expect(bar(page)).toContainText('10,000 cells not saved, 1 wrong')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('Saved 1,000 objects.')
  await expect(bar(page)).toContainText('1 cell not saved, 1 wrong')
  const titles = async () => {
    const query = { slug, query: '{"type":"artworks"}', sort: 'title', limit: 1 }
    const { objects } = await call(server.url, listObjects, { query }, owner.token)
    return objects[0]?.object.title
  }
  expect(await titles()).toBe('Pasted 0000')
  await page.keyboard.press('ControlOrMeta+z')
  const plan = page.getByRole('dialog', { name: 'Command palette' })
  await expect(plan).toContainText('1,000')
  await applyPlan(page)
  await expect.poll(titles).toBe('Work 0')
})
