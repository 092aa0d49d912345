import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { addMacro } from '@typecase/contract/macros'
import { addObject, getObject, updateObject } from '@typecase/contract/objects'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { CountedKeys, type Task, tableOfTasks, tasks } from './fixtures/keystrokes.ts'
import { addArtworks, setTheYear } from './fixtures/macro.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The documented number must equal the count, and must be low enough. */
function expectKeys({ count }: CountedKeys, { keys, most }: Task): void {
  expect(count).toBe(keys)
  expect(keys).toBeLessThanOrEqual(most)
}

async function openArtworks(page: Page, { bucket }: Owner): Promise<void> {
  const query = encodeURIComponent('{"type":"artworks"}')
  await page.goto(`/${bucket.slug}/objects?query=${query}`)
  await expect(objectRows(page).first()).toBeVisible()
}

/** Opens the palette and waits for the row that Enter runs. */
async function find(page: Page, keys: CountedKeys, words: string, row: string): Promise<void> {
  await keys.press('ControlOrMeta+k')
  await expect(dialog(page).getByRole('combobox')).toBeFocused()
  await keys.type(words)
  await expect(dialog(page).getByRole('option', { selected: true })).toContainText(row)
  await keys.press('Enter')
}

test('peeking, finding, editing, publishing, going back and creating take the documented keystrokes', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  const data = { type: 'artworks', title: 'The Lady of Shalott', metadata: { medium: 'Oil' } }
  await call(server.url, addObject, { body: { slug: owner.bucket.slug, data } }, owner.token)
  await openArtworks(page, owner)

  const reading = new CountedKeys(page)
  const peek = page.getByRole('complementary', { name: /^Peek/ })
  await reading.press('j', 'Space')
  await expect(peek).toContainText('The Lady of Shalott')
  await reading.press('j')
  await expect(peek).toContainText('Watercolour on paper')
  await reading.press('j', 'Escape')
  await expect(peek).toBeHidden()
  await expect(objectRows(page).nth(2)).toBeFocused()
  expectKeys(reading, tasks.peek)

  const finding = new CountedKeys(page)
  await find(page, finding, 'ladi of shalot', 'The Lady of Shalott')
  await expect(textbox(page, 'Title')).toHaveValue('The Lady of Shalott')
  await expect(dialog(page)).toBeHidden()
  expectKeys(finding, tasks.find)

  const editing = new CountedKeys(page)
  const edit = async (words: string, field: string, text: string) => {
    await editing.press('ControlOrMeta+j')
    await expect(dialog(page).getByRole('combobox')).toBeFocused()
    await editing.type(words)
    await expect(dialog(page).getByRole('option', { selected: true })).toContainText(field)
    await editing.press('Enter')
    await expect(textbox(page, field)).toBeFocused()
    await editing.press('ControlOrMeta+a')
    await editing.text(text)
  }
  await edit('me', 'Medium', 'Oil paint on canvas')
  await edit('ye', 'Year', '1888')
  await editing.press('ControlOrMeta+Enter')
  await expect(notifications(page)).toContainText('Published “The Lady of Shalott”')
  expectKeys(editing, tasks.edit)

  const leaving = new CountedKeys(page)
  await leaving.press('Alt+ArrowUp')
  await expect(objectRows(page).first()).toBeVisible()
  expectKeys(leaving, tasks.back)

  const creating = new CountedKeys(page)
  await find(page, creating, 'new art', 'New object: Artworks')
  await expect(textbox(page, 'Title')).toBeFocused()
  expectKeys(creating, tasks.create)
})

test('an object type with ten fields takes the documented keystrokes', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/object-types`)
  await expect(page.getByRole('heading', { name: 'Object types' })).toBeVisible()
  const keys = new CountedKeys(page)
  await keys.press('n')
  await expect(textbox(page, 'Title')).toBeFocused()
  await keys.type('Plays')
  for (let tabs = 0; tabs < 12; tabs += 1) {
    const isThere = await textbox(page, 'New field').evaluate(
      (field) => field === document.activeElement,
    )
    if (isThere) break
    await keys.press('Tab')
  }
  await expect(textbox(page, 'New field')).toBeFocused()
  for (const field of [
    'Line',
    'Year',
    'Cast',
    'Acts',
    'Plot',
    'Prop',
    'Song',
    'Team',
    'Hall',
    'Fee',
  ]) {
    await keys.type(field)
    await keys.press('Enter')
    await expect(
      page.getByRole('grid', { name: 'Fields' }).getByText(field, { exact: true }),
    ).toBeVisible()
  }
  await keys.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('Saved “Plays”.')
  expectKeys(keys, tasks.type)
})

test('a replacement except for two matches and a macro take the documented keystrokes', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  const { slug } = owner.bucket
  await call(
    server.url,
    addMacro,
    { body: { slug, data: { ...setTheYear, title: 'Tidy up' } } },
    owner.token,
  )
  await openArtworks(page, owner)

  const keys = new CountedKeys(page)
  await find(page, keys, 'repl', 'Find and replace…')
  await expect(dialog(page).getByRole('option').first()).toContainText('in this list')
  await keys.press('Enter')
  await expect(dialog(page).getByPlaceholder('Text to find')).toBeFocused()
  await keys.text('watercolour')
  await keys.press('Enter')
  await expect(dialog(page).getByPlaceholder(/New text/)).toBeFocused()
  await keys.text('gouache')
  await keys.press('ControlOrMeta+Enter')
  const rows = dialog(page)
    .getByRole('table', { name: 'Changes' })
    .locator('tbody')
    .getByRole('row')
  await expect(rows.first()).toBeFocused()
  await keys.press('x', 'j', 'x')
  await expect(rows.filter({ hasText: 'left out by you' })).toHaveCount(2)
  await keys.press('Enter')
  await expect(notifications(page)).toContainText('Replaced “watercolour” in 29 objects.')
  expectKeys(keys, tasks.replace)

  const running = new CountedKeys(page)
  await find(page, running, 'tidy', 'Tidy up')
  await expect(dialog(page).getByRole('option').first()).toContainText('in this list')
  await running.press('Enter')
  await expect(dialog(page).getByPlaceholder(/Year/)).toBeFocused()
  await running.text('1999')
  await running.press('Enter')
  await expect(dialog(page)).toContainText('Run “Tidy up” on 31 objects')
  await expect(rows.first()).toBeFocused()
  await running.press('Enter')
  await expect(notifications(page)).toContainText('Tidy up')
  expectKeys(running, tasks.macro)
})

test('filtering, saving a view and scheduling take the documented keystrokes', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  await openArtworks(page, owner)
  const focused = (name: string) =>
    expect(page.getByRole('combobox', { name, exact: true }).last()).toBeFocused()

  const filtering = new CountedKeys(page)
  await filtering.press('f')
  await focused('Field')
  await filtering.type('st')
  await filtering.press('Enter')
  await focused('Value')
  await filtering.type('d')
  await filtering.press('Enter')
  await expect(textbox(page, 'Filter')).toHaveValue('status is draft')
  expectKeys(filtering, tasks.filter)

  const saving = new CountedKeys(page)
  await find(page, saving, 'save as', 'Save as smart view')
  await expect(dialog(page).getByPlaceholder('What is its name?')).toBeFocused()
  await saving.text('Waiting')
  await saving.press('Enter')
  await expect(notifications(page)).toContainText('Saved “Waiting”.')
  expectKeys(saving, tasks.view)

  await page.getByRole('grid', { name: 'Objects' }).focus()
  const planning = new CountedKeys(page)
  for (let count = 0; count < 3; count += 1) await planning.press('j', 'x')
  await expect(page.getByText('3 selected')).toBeVisible()
  await find(page, planning, 'sched', 'Schedule')
  await expect(dialog(page).getByRole('combobox')).toBeFocused()
  await planning.text('tomorrow 9:00')
  await planning.press('Enter')
  await expect(notifications(page)).toContainText('3 objects')
  expectKeys(planning, tasks.schedule)
})

test('commenting and restoring a field take the documented keystrokes', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  const { slug } = owner.bucket
  const data = { type: 'artworks', title: 'The Lady of Shalott', metadata: { medium: 'Oil' } }
  const added = await call(server.url, addObject, { body: { slug, data } }, owner.token)
  const body = { slug, object_id: added.object.id, data: { metadata: { medium: 'Gouache' } } }
  await call(server.url, updateObject, { body }, owner.token)
  await page.goto(`/${slug}/objects/${added.object.id}`)
  await expect(textbox(page, 'Medium')).toHaveValue('Gouache')
  await expect(textbox(page, 'Write a comment')).toBeVisible()

  const commenting = new CountedKeys(page)
  await commenting.press('Alt+m')
  await expect(textbox(page, 'Write a comment')).toBeFocused()
  await commenting.text('Was it not in oil?')
  await commenting.press('ControlOrMeta+Enter')
  const comments = page.getByRole('feed', { name: 'Comments' }).getByRole('article')
  await expect(comments).toHaveCount(1)
  expectKeys(commenting, tasks.comment)

  const restoring = new CountedKeys(page)
  await find(page, restoring, 'show rev', 'Show revisions')
  await expect(page.getByRole('listitem', { name: 'Medium', exact: true })).toBeVisible()
  await restoring.press('j', 'r')
  await expect(notifications(page)).toContainText(
    'The field is restored in the draft of “The Lady of Shalott”',
  )
  expectKeys(restoring, tasks.restore)
  const query = { slug, object_id: added.object.id }
  const { object } = await call(server.url, getObject, { query }, owner.token)
  expect(object.metadata['medium']).toBe('Oil')
})

test('the documentation has the table with the counted keystrokes', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/keystrokes.md'), 'utf8')
  const cells = (table: string) =>
    table
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\|[ :|-]+$/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(cells(text)).toEqual(cells(tableOfTasks()))
})
