import type { CmsObject } from '@typecase/contract/objects'

import {
  addObjectOf,
  addObjectTypes,
  openObject,
  readObject,
  save,
  textbox,
} from './fixtures/object-form.ts'
import { choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const metafields = [
  { key: 'keepers', title: 'Keepers', type: 'objects' as const, object_type: 'people' },
  { key: 'lit', title: 'Lit', type: 'date' as const },
  { key: 'colour', title: 'Colour', type: 'color' as const },
  { key: 'data', title: 'Data', type: 'json' as const },
  {
    key: 'lamps',
    title: 'Lamps',
    type: 'repeater' as const,
    repeater_fields: [{ key: 'name', title: 'Name', type: 'text' as const, required: true }],
  },
]

/** Adds a tower with every field above, and one person. */
async function tower(
  url: string,
  owner: Owner,
  metadata: Record<string, unknown> = {},
): Promise<CmsObject> {
  await addObjectTypes(url, owner, [
    { title: 'People', slug: 'people', singular: 'Person' },
    { title: 'Towers', slug: 'towers', singular: 'Tower', metafields },
  ])
  await addObjectOf(url, owner, { type: 'people', title: 'Henry Hall' })
  return addObjectOf(url, owner, { type: 'towers', title: 'Eddystone', metadata })
}

test('related objects are found, added in place, previewed and reordered, by keyboard and by mouse', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const object = await tower(server.url, owner)
  await openObject(page, owner, object.id, 'Data')
  const search = page.getByRole('combobox', { name: 'Add to Keepers' })
  await search.focus()
  await page.keyboard.type('henry')
  await expect(page.getByRole('option', { name: 'Henry Hall' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('grid', { name: 'Objects of Keepers' }).getByRole('row')
  await expect(search).toHaveValue('')

  // Adds a person who is not in the bucket yet. The list stays open for more.
  await page.keyboard.type('Mary Knott')
  const add = page.getByRole('option', { name: /^Add “Mary Knott”/ })
  await expect(add).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(notifications(page)).toContainText('Added “Mary Knott” as a draft.')
  await expect(chosen).toHaveCount(2)
  await expect(chosen.last()).toContainText('Mary Knott')

  await page.getByRole('button', { name: 'Preview Mary Knott' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Preview of Mary Knott' })
  await expect(preview).toContainText('Draft')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)

  await chosen.last().dragTo(chosen.first(), { targetPosition: { x: 60, y: 2 } })
  await expect(chosen.first()).toContainText('Mary Knott')
  await chosen.first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(chosen.last()).toContainText('Mary Knott')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(chosen.first()).toContainText('Mary Knott')
  await save(page)
  const { metadata } = await readObject(server.url, owner, object.id)
  const [first] = metadata['keepers'] as unknown[] // The reordered list.
  const id = typeof first === 'string' ? first : (first as { id: string }).id // It is stored as an id or as a whole object.
  expect(await readObject(server.url, owner, id)).toMatchObject({
    title: 'Mary Knott',
    type: 'people',
    status: 'draft',
  })
})

test('a row is duplicated, moved and removed from within it, by key and by command', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const object = await tower(server.url, owner)
  await openObject(page, owner, object.id, 'Data')
  const rows = page.getByRole('list', { name: 'Rows of Lamps' }).getByRole('listitem')
  const add = page.getByRole('button', { name: 'Add to Lamps' })
  const names = () => rows.getByRole('textbox', { name: 'Name' })
  const shows = async (...expected: string[]) => {
    await expect(names()).toHaveCount(expected.length)
    for (const [index, name] of expected.entries())
      await expect(names().nth(index)).toHaveValue(name)
  }
  await add.press('Enter')
  await expect(names().first()).toBeFocused()
  await page.keyboard.type('Jack')
  await page.keyboard.press('ControlOrMeta+Shift+d')
  await expect(names().nth(1)).toBeFocused()
  await page.keyboard.type('ie')
  await shows('Jack', 'Jackie')

  await choose(page, 'duplicate row', 'Duplicate row')
  await expect(names().nth(2)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await shows('Jack', 'Jackie', 'Jackie!')
  await choose(page, 'row up', 'Move row up')
  await shows('Jack', 'Jackie!', 'Jackie')
  await expect(names().nth(1)).toBeFocused()
  await choose(page, 'remove row', 'Remove row')
  await shows('Jack', 'Jackie')
  await expect(rows.nth(1).getByRole('button', { name: /^Row 2/ })).toBeFocused()

  // In other fields there is no row to act on.
  await textbox(page, 'Title').focus()
  await page.keyboard.press('ControlOrMeta+Shift+d')
  await shows('Jack', 'Jackie')
  await save(page)
  const { metadata } = await readObject(server.url, owner, object.id)
  expect(metadata).toMatchObject({ lamps: [{ name: 'Jack' }, { name: 'Jackie' }] })
})

test('a date is typed in words, and a colour in any notation', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const object = await tower(server.url, owner)
  await openObject(page, owner, object.id, 'Data')
  await page.getByRole('spinbutton').first().focus()
  await page.keyboard.press('3')
  const words = textbox(page, 'Day in words')
  // The first letter moves the focus from the date to the words, which receive all letters.
  await page.keyboard.press('f')
  await expect(words).toBeFocused()
  await expect(words).toHaveValue('f')
  await words.fill('14 october 1759')
  await expect(page.getByText('Sun, 14 Oct 1759')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(words).toHaveCount(0)

  const colour = textbox(page, 'Colour')
  const typed = [
    ['hsl(0 100% 50%)', '#ff0000'],
    ['RebeccaPurple', '#663399'],
    ['rgb(1 2 3 / 50%)', '#01020380'],
    ['oklch(1 0 0)', '#ffffff'],
    ['#abc', '#aabbcc'],
    ['', ''],
    ['teal', '#008080'],
  ] as const
  for (const [notation, hex] of typed) {
    await colour.fill(notation)
    await expect(colour).toHaveValue(notation)
    await colour.blur()
    await expect(colour).toHaveValue(hex)
  }
  await colour.fill('a kind of blue')
  await colour.blur()
  await expect(page.getByText('Colour must be a color such as')).toBeVisible()
  await expect(colour).toHaveValue('a kind of blue')
  await colour.fill('teal')
  await save(page)
  expect((await readObject(server.url, owner, object.id)).metadata).toMatchObject({
    lit: '1759-10-14',
    colour: '#008080',
  })
})

test('a blocked publish lists the invalid fields, and each leads to its field, even in a closed row', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const lamps = Array.from({ length: 1000 }, (_, at) => ({ name: at === 700 ? '' : `Lamp ${at}` }))
  const object = await tower(server.url, owner, { lamps })
  await openObject(page, owner, object.id, 'Data')
  await textbox(page, 'Data').focus()
  await page.keyboard.insertText('{\n  "a": 1,\n  b\n}')
  await page.keyboard.press('ControlOrMeta+Enter')
  const list = page.getByRole('region', { name: 'Fields with errors' })
  await expect(list.getByRole('button')).toHaveText([
    'Data must be valid JSON: line 3, column 3',
    'Lamps, row 701: Name is a required field',
  ])
  await expect(textbox(page, 'Data')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await list.getByRole('button').last().press('Enter')
  await expect(textbox(page, 'Name')).toBeFocused()
  await page.keyboard.type('Argand')
  await expect(list.getByRole('button')).toHaveCount(1)
  expect(await page.locator('*').count()).toBeLessThan(5000)
})
