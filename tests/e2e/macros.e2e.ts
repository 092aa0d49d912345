import type { Page } from '@playwright/test'
import { listChangeSets } from '@typecase/contract/change-sets'
import { addMacro } from '@typecase/contract/macros'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, listObjects } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const COUNT = 31

async function addArtworks(server: RunningServer, owner: Owner): Promise<void> {
  const { slug } = owner.bucket
  const data = {
    title: 'Artworks',
    slug: 'artworks',
    singular: 'Artwork',
    metafields: [
      { key: 'medium', title: 'Medium', type: 'text' as const },
      { key: 'year', title: 'Year', type: 'number' as const },
      { key: 'lot', title: 'Lot', type: 'number' as const },
    ],
  }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  const add = (lot: number) => {
    const metadata = { medium: 'Watercolour on paper', year: 1840, lot }
    const object = { title: `Work ${lot}`, type: 'artworks', metadata }
    return call(server.url, addObject, { body: { slug, data: object } }, owner.token)
  }
  await Promise.all(Array.from({ length: COUNT }, (_, lot) => add(lot)))
}

/** How many of the objects are like what. */
async function states(server: RunningServer, owner: Owner): Promise<Record<string, number>> {
  const query = { slug: owner.bucket.slug, limit: 100, query: '{"type":"artworks"}' }
  const { objects } = await call(server.url, listObjects, { query }, owner.token)
  const found: Record<string, number> = {}
  for (const { object } of objects) {
    const { medium, year } = object.metadata
    const key = `${String(medium)}, ${String(year)}, ${object.status}`
    found[key] = (found[key] ?? 0) + 1
  }
  return found
}

const rows = (page: Page) =>
  page
    .getByRole('grid', { name: 'Objects' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
const bar = (page: Page) => page.getByRole('region', { name: 'Recording a macro' })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Opens the palette and runs a command by its name. */
async function choose(page: Page, words: string, title: string | RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(words)
  await expect(dialog.getByRole('option').first()).toContainText(title)
  await page.keyboard.press('Enter')
}

/** Answers the step of the palette that asks with these words. */
async function answer(page: Page, placeholder: string | RegExp, text: string, key = 'Enter') {
  const input = page.getByRole('dialog').getByPlaceholder(placeholder)
  await expect(input).toBeFocused()
  await page.keyboard.type(text)
  await expect(input).toHaveValue(text)
  await page.keyboard.press(key)
}

/** Chooses what the step offers for these words. */
async function pick(page: Page, placeholder: string | RegExp, text: string, option: string) {
  const dialog = page.getByRole('dialog')
  const input = dialog.getByPlaceholder(placeholder)
  await expect(input).toBeFocused()
  await page.keyboard.type(text)
  await expect(dialog.getByRole('option').first()).toContainText(option)
  await page.keyboard.press('Enter')
}

const list = (owner: Owner, query: object) =>
  `/${owner.bucket.slug}/objects?query=${encodeURIComponent(JSON.stringify(query))}`

const steps = [
  {
    call: 'objects.bulkEdit' as const,
    body: { data: { metadata: { year: { op: 'set', value: { $arg: 'year' } } } } },
  },
  { call: 'objects.publishByIds' as const, body: {} },
]
const year = { key: 'year', title: 'Year', kind: 'number' as const, default: 1850 }

test('is recorded on one object, asks a value, and runs over thirty with one undo', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  // Four commands, two pages and a plan: long on a machine that does something else.
  test.setTimeout(240_000)
  await addArtworks(server, owner)
  const dialog = page.getByRole('dialog')
  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': 0 }))
  // The first page of a server that has just started.
  await expect(rows(page)).toHaveCount(1, { timeout: 60_000 })
  await rows(page).first().focus()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected')

  await choose(page, 'record', 'Record a macro')
  await expect(bar(page)).toContainText('Run the commands that the macro is to hold')
  await expect(bar(page).getByRole('button', { name: 'Stop recording…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await choose(page, 'set field', 'Set field…')
  await pick(page, 'Which field?', 'year', 'Year')
  await pick(page, 'What to do with it?', 'set', 'Set to…')
  await answer(page, 'Year', '1850')
  await expect(notifications(page)).toContainText('Changed 1 object.')
  const recorded = bar(page).getByRole('listitem')
  await expect(recorded).toHaveText(['Set Year to 1850'])

  await choose(page, 'find and rep', 'Find and replace…')
  await answer(page, 'Text to find', 'watercolour')
  await answer(page, /New text/, 'gouache', 'ControlOrMeta+Enter')
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'Changes' })).toContainText('Work 0')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(recorded).toHaveCount(2)

  // What is no call over objects runs, and is no step.
  await choose(page, 'publish', 'Publish')
  await expect(recorded).toHaveText([
    'Set Year to 1850',
    'Replace “watercolour” with “gouache”',
    'Publish',
  ])
  await page.reload()
  await expect(recorded).toHaveCount(3)
  expect(await states(server, owner)).toEqual({
    'gouache on paper, 1850, published': 1,
    'Watercolour on paper, 1840, draft': COUNT - 1,
  })

  await choose(page, 'stop rec', 'Stop recording…')
  await answer(page, 'Name of the macro', 'Tidy up')
  await expect(notifications(page)).toContainText('Saved “Tidy up” with 3 steps.')
  await expect(bar(page)).toBeHidden()

  await choose(page, 'edit macro', 'Edit macro…')
  await pick(page, 'Which macro?', 'tidy', 'Tidy up')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Tidy up')
  await page.getByRole('button', { name: 'Ask each time for Year' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Arguments' })).toContainText('Asks for')
  await expect(page.getByRole('grid', { name: 'Steps' })).toContainText('Set Year to ‹Year›')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('“Tidy up” is saved.')

  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': { $gte: 1 } }))
  await expect(page.getByText('30 objects')).toBeVisible()
  await choose(page, 'tidy', 'Tidy up')
  await expect(dialog.getByRole('option').first()).toContainText('all 30 in this list')
  await page.keyboard.press('Enter')
  await answer(page, /Year/, '1999')
  await expect(dialog).toContainText('Run “Tidy up” on 30 objects')
  const changes = dialog.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')
  await expect(changes.first()).toBeFocused()
  await expect(changes.filter({ hasText: '1999' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Ran “Tidy up” on 30 objects.')
  expect(await states(server, owner)).toEqual({
    'gouache on paper, 1850, published': 1,
    'gouache on paper, 1999, published': COUNT - 1,
  })
  const query = { slug: owner.bucket.slug }
  const { change_sets } = await call(server.url, listChangeSets, { query }, owner.token)
  expect(change_sets[0]).toMatchObject({ title: 'Run “Tidy up” on 30 objects', count: 30 })

  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Restored 30 objects.')
  expect(await states(server, owner)).toEqual({
    'gouache on paper, 1850, published': 1,
    'Watercolour on paper, 1840, draft': COUNT - 1,
  })
})

test('a step that is undone is taken out, and a cancelled recording can be gone on with', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': 0 }))
  await rows(page).first().focus()
  await choose(page, 'record', 'Record a macro')
  await rows(page).first().focus()
  await choose(page, 'publish', 'Publish')
  const recorded = bar(page).getByRole('listitem')
  await expect(recorded).toHaveText(['Publish'])
  await rows(page).first().focus()
  await choose(page, 'unpublish', 'Unpublish')
  await expect(recorded).toHaveText(['Publish', 'Unpublish'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(recorded).toHaveText(['Publish'])

  await rows(page).first().focus()
  await choose(page, 'duplicate', 'Duplicate objects')
  await expect(notifications(page)).toContainText('“Duplicate objects” was not recorded.')
  await expect(recorded).toHaveText(['Publish'])

  await choose(page, 'cancel rec', 'Cancel recording')
  await expect(bar(page)).toBeHidden()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(recorded).toHaveText(['Publish'])
  await bar(page).getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(bar(page)).toBeHidden()
})

test('a list is asked for as “Set field…” asks, and what is refused is asked again', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.setTimeout(240_000)
  const { slug } = owner.bucket
  const data = {
    title: 'Notes',
    slug: 'notes',
    singular: 'Note',
    locales: ['en', 'de'],
    metafields: [
      {
        key: 'tags',
        title: 'Tags',
        type: 'check-boxes' as const,
        options: [{ value: 'new' }, { value: 'old' }, { value: 'odd' }],
      },
      { key: 'score', title: 'Score', type: 'number' as const, max: 10 },
    ],
  }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  const add = (title: string, locale: string, lot: string) => {
    const object = {
      title,
      slug: lot,
      type: 'notes',
      locale,
      metadata: { tags: ['old'], score: 1 },
    }
    return call(server.url, addObject, { body: { slug, data: object } }, owner.token)
  }
  await add('First', 'en', 'first')
  await add('Second', 'en', 'second')
  await add('Zweite', 'de', 'second')
  const notes = async () => {
    const query = { slug, query: '{"type":"notes"}', sort: 'title' }
    const { objects } = await call(server.url, listObjects, { query }, owner.token)
    return objects.map(({ object: { title, status, metadata } }) => [
      title,
      status,
      metadata['tags'],
      metadata['score'],
    ])
  }
  const dialog = page.getByRole('dialog')
  const select = async (title: string) => {
    await rows(page).filter({ hasText: title }).focus()
    await page.keyboard.press('x')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected')
  }

  await page.goto(list(owner, { type: 'notes' }))
  await expect(rows(page)).toHaveCount(3)
  await select('First')
  await choose(page, 'record', 'Record a macro')
  await choose(page, 'set field', 'Set field…')
  await pick(page, 'Which field?', 'tags', 'Tags')
  await pick(page, 'What to do with it?', 'add', 'Add where it is missing…')
  await pick(page, 'Tags', 'new', 'new')
  await page.keyboard.press('ControlOrMeta+Enter')
  const recorded = bar(page).getByRole('listitem')
  await expect(recorded).toHaveText(['Add “new” to Tags'])
  await choose(page, 'set field', 'Set field…')
  await pick(page, 'Which field?', 'score', 'Score')
  await pick(page, 'What to do with it?', 'set', 'Set to…')
  // The schema of the command does not know what the field takes; the server does.
  const score = dialog.getByPlaceholder('Score')
  await expect(score).toHaveValue('1')
  await page.keyboard.type('50')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Value must be at most 10')
  await expect(score).toHaveValue('50')
  await page.keyboard.type('5')
  await expect(score).toHaveValue('5')
  await page.keyboard.press('Enter')
  await choose(page, 'publish in all', 'Publish in all locales')
  await expect(recorded).toHaveText([
    'Add “new” to Tags',
    'Set Score to 5',
    'Publish in all locales',
  ])
  await choose(page, 'stop rec', 'Stop recording…')
  await answer(page, 'Name of the macro', 'Grade it')
  await expect(notifications(page)).toContainText('Saved “Grade it” with 3 steps.')

  await choose(page, 'edit macro', 'Edit macro…')
  await pick(page, 'Which macro?', 'grade', 'Grade it')
  for (const title of ['Tags', 'Score']) {
    await page.getByRole('button', { name: `Ask each time for ${title}` }).focus()
    await page.keyboard.press('Enter')
  }
  const asked = page.getByRole('list', { name: 'Arguments' }).getByRole('listitem')
  await expect(asked.first()).toContainText('Several')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('“Grade it” is saved.')

  await page.goto(list(owner, { type: 'notes' }))
  await select('Second')
  await choose(page, 'grade', 'Grade it')
  // What is usual is chosen already; one more comes to it.
  await expect(dialog.getByRole('option', { name: 'Chosen new' })).toBeVisible()
  await pick(page, 'Tags', 'odd', 'odd')
  await expect(dialog.getByRole('option').first()).toContainText('Use these 2')
  await page.keyboard.press('ControlOrMeta+Enter')
  await answer(page, /Score/, '11')
  await expect(dialog.getByRole('alert')).toContainText('Score must be at most 10')
  await expect(dialog.getByPlaceholder(/Score/)).toHaveValue('11')
  await answer(page, /Score/, '7')
  await expect(notifications(page)).toContainText('Ran “Grade it” on 2 objects.')
  expect(await notes()).toEqual([
    ['First', 'published', ['old', 'new'], 5],
    ['Second', 'published', ['old', 'new', 'odd'], 7],
    ['Zweite', 'published', ['old'], 1],
  ])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Restored 2 objects.')
  expect((await notes())[2]).toEqual(['Zweite', 'draft', ['old'], 1])
})

test('is undone on another page, done again after a reload, and repeated on what is there', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.setTimeout(240_000)
  const { slug } = owner.bucket
  await addArtworks(server, owner)
  const data = { title: 'Set the year', steps, arguments: [year] }
  await call(server.url, addMacro, { body: { slug, data } }, owner.token)
  const [before, after] = [
    { 'Watercolour on paper, 1840, draft': COUNT },
    {
      'Watercolour on paper, 1850, published': 1,
      'Watercolour on paper, 1840, draft': COUNT - 1,
    },
  ]
  const dialog = page.getByRole('dialog')
  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': 0 }))
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().focus()
  await page.keyboard.press('x')
  await choose(page, 'set the year', 'Set the year')
  await expect(dialog.getByRole('option').first()).toContainText('1850')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Ran “Set the year” on 1 object.')
  expect(await states(server, owner)).toEqual(after)

  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Restored 1 object.')
  expect(await states(server, owner)).toEqual(before)
  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': { $lte: 2 } }))
  await expect(rows(page)).toHaveCount(3)
  await choose(page, 'redo the last', 'Redo the last command')
  await expect(notifications(page)).toContainText('Restored 1 object.')
  expect(await states(server, owner)).toEqual(after)

  // Nothing is selected by now: which objects are meant is asked, what the macro asked is known.
  await choose(page, 'repeat last', 'Repeat last command')
  await expect(dialog.getByRole('option').first()).toContainText('all 3 in this list')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Ran “Set the year” on 2 objects.')
  // It is about this page again after a reload, and the last one that was run is the macro still.
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await choose(page, 'repeat last', 'Repeat last command')
  await expect(dialog.getByRole('option').first()).toContainText('all 3 in this list')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('so already')
})

test('is duplicated, shared, deleted and brought back from list and palette', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/macros`)
  await expect(page.getByText('No macro yet')).toBeVisible()
  const data = { title: 'Set the year', steps, arguments: [year] }
  await call(server.url, addMacro, { body: { slug, data } }, owner.token)
  await page.reload()
  const macros = page.getByRole('list', { name: 'Macros' }).getByRole('listitem')
  await expect(macros).toHaveCount(1)
  await expect(macros.first()).toContainText('Asks Year')
  await expect(macros.first()).toContainText('Only you')

  await page.getByRole('link', { name: 'Set the year' }).focus()
  await choose(page, 'share macro', 'Share macro…')
  await expect(macros.first()).toContainText('Shared by you')
  await page.getByRole('link', { name: 'Set the year' }).focus()
  await choose(page, 'duplicate macro', 'Duplicate macro…')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Set the year (copy)')

  // The name and the order, by keys.
  await page.getByRole('textbox', { name: 'Name' }).fill('Other order')
  await page.getByRole('row', { name: /Publish/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('row').first()).toContainText('Publish')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('“Other order” is saved.')

  await choose(page, 'delete macro', 'Delete macro…')
  await expect(macros).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(macros).toHaveCount(2)
  // This bucket of the project has no such field.
  await expect(macros.first()).toContainText('Publish → Set metadata.year to ‹Year›')
  await expect(macros.first()).toContainText('There is no field “year” in this bucket.')
})

test('says when a macro is gone, may not be read, or could not be loaded', async ({
  ownerPage: page,
  owner,
}) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/macros/0123456789abcdef01234567`)
  await expect(page.getByText('There is no such macro')).toBeVisible()
  await page.route('**/macros/list*', (route) => route.abort())
  await page.getByRole('button', { name: 'Show all macros' }).press('Enter')
  await expect(page.getByText('The macros could not be loaded')).toBeVisible()
  await page.unroute('**/macros/list*')
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByText('No macro yet')).toBeVisible()
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 2400 },
]) {
  test(`no violation at ${viewport.width} px: list, form, bar`, async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    await page.setViewportSize(viewport)
    const { slug } = owner.bucket
    await addArtworks(server, owner)
    const data = { title: 'Set the year', steps, arguments: [year], is_shared: true }
    const { macro } = await call(server.url, addMacro, { body: { slug, data } }, owner.token)
    await page.goto(`/${slug}/macros`)
    await choose(page, 'record', 'Record a macro')
    await expect(bar(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto(`/${slug}/macros/${macro.id}`)
    await expect(page.getByRole('list', { name: 'Arguments' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}
