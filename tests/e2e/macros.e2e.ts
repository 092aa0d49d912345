import type { Page } from '@playwright/test'
import { listChangeSets } from '@typecase/contract/change-sets'
import { addMacro } from '@typecase/contract/macros'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, listObjects } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { addArtworks, COUNT, setTheYear } from './fixtures/macro.ts'
import { answer, applyPlan, choose, pick } from './fixtures/palette.ts'
import { notifications, objectRows } from './fixtures/parts.ts'

/** Counts objects by state. */
async function states(server: RunningServer, owner: Owner): Promise<Record<string, number>> {
  const query = { slug: owner.bucket.slug, limit: 100, query: '{"type":"artworks"}' }
  const { objects } = await call(server.url, listObjects, { query }, owner.token)
  const counts: Record<string, number> = {}
  for (const { object } of objects) {
    const { medium, year } = object.metadata
    const key = `${String(medium)}, ${String(year)}, ${object.status}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

const bar = (page: Page) => page.getByRole('region', { name: 'Recording a macro' })
const list = (owner: Owner, query: object) =>
  `/${owner.bucket.slug}/objects?query=${encodeURIComponent(JSON.stringify(query))}`

test('a macro is recorded on one object, asks for a value, and runs over thirty with one undo', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  // Four commands, two pages and a plan take long on a busy machine.
  test.setTimeout(240_000)
  await addArtworks(server, owner)
  const dialog = page.getByRole('dialog')
  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': 0 }))
  // This is the first page of a server that has just started.
  await expect(objectRows(page)).toHaveCount(1, { timeout: 60_000 })
  await objectRows(page).first().focus()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected')

  await choose(page, 'record', 'Record a macro')
  await expect(bar(page)).toContainText('Run the commands to record')
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
  await applyPlan(page)
  await expect(recorded).toHaveCount(2)

  // A command that is not a bulk call runs without becoming a step.
  await choose(page, 'publish', 'Publish')
  await expect(recorded).toHaveText([
    'Set Year to 1850',
    'Replace “watercolour” with “gouache”',
    'Publish',
  ])
  await page.reload()
  await expect(recorded).toHaveCount(3)
  expect(await states(server, owner)).toEqual({
    'Gouache on paper, 1850, published': 1,
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
  await expect(notifications(page)).toContainText('Saved “Tidy up”.')

  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': { $gte: 1 } }))
  await expect(page.getByText('30 objects')).toBeVisible()
  await choose(page, 'tidy', 'Tidy up')
  await expect(dialog.getByRole('option').first()).toContainText('all 30 in this list')
  await page.keyboard.press('Enter')
  await answer(page, /Year/, '1999')
  await expect(dialog).toContainText('Run “Tidy up” on 30 objects')
  const changes = dialog.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')
  await expect(changes.filter({ hasText: '1999' }).first()).toBeVisible()
  await applyPlan(page)
  await expect(notifications(page)).toContainText('Ran “Tidy up” on 30 objects.')
  expect(await states(server, owner)).toEqual({
    'Gouache on paper, 1850, published': 1,
    'Gouache on paper, 1999, published': COUNT - 1,
  })
  const query = { slug: owner.bucket.slug }
  const { change_sets } = await call(server.url, listChangeSets, { query }, owner.token)
  expect(change_sets[0]).toMatchObject({ title: 'Run “Tidy up” on 30 objects', count: 30 })

  await page.keyboard.press('ControlOrMeta+z')
  await expect(dialog).toContainText('Undo: Run “Tidy up” on 30 objects')
  await applyPlan(page)
  await expect(notifications(page)).toContainText('Restored 30 objects.')
  expect(await states(server, owner)).toEqual({
    'Gouache on paper, 1850, published': 1,
    'Watercolour on paper, 1840, draft': COUNT - 1,
  })
})

test('undoing a command removes its step, and a cancelled recording can be resumed', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': 0 }))
  await objectRows(page).first().focus()
  await choose(page, 'record', 'Record a macro')
  await objectRows(page).first().focus()
  await choose(page, 'publish', 'Publish')
  const recorded = bar(page).getByRole('listitem')
  await expect(recorded).toHaveText(['Publish'])
  await objectRows(page).first().focus()
  await choose(page, 'unpublish', 'Unpublish')
  await expect(recorded).toHaveText(['Publish', 'Unpublish'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(recorded).toHaveText(['Publish'])

  await objectRows(page).first().focus()
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

test('a macro asks for a list as “Set field…” does, and asks again when the value is refused', async ({
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
    await objectRows(page).filter({ hasText: title }).focus()
    await page.keyboard.press('x')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected')
  }

  await page.goto(list(owner, { type: 'notes' }))
  await expect(objectRows(page)).toHaveCount(3)
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
  // The command's schema does not know the field's rules; the server does.
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
  const argumentRows = page.getByRole('list', { name: 'Arguments' }).getByRole('listitem')
  await expect(argumentRows.first()).toContainText('Several')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('Saved “Grade it”.')

  await page.goto(list(owner, { type: 'notes' }))
  await select('Second')
  await choose(page, 'grade', 'Grade it')
  // The usual tags are already chosen; this adds one more.
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

test('a macro is undone and redone from another page, and repeated on the present list', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.setTimeout(240_000)
  const { slug } = owner.bucket
  await addArtworks(server, owner)
  const data = setTheYear
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
  await expect(objectRows(page)).toHaveCount(1)
  await objectRows(page).first().focus()
  await page.keyboard.press('x')
  await choose(page, 'set the year', 'Set the year')
  await expect(dialog.getByRole('option').first()).toContainText('1850')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Ran “Set the year” on 1 object.')
  expect(await states(server, owner)).toEqual(after)

  await choose(page, 'projects', 'Go to Projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Undo: Ran “Set the year”')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText(`Undone in ${slug}: Ran “Set the year”`)
  expect(await states(server, owner)).toEqual(before)
  await choose(page, 'redo the last', 'Redo the last command')
  await expect(notifications(page)).toContainText(`Redone in ${slug}: Ran “Set the year”`)
  expect(await states(server, owner)).toEqual(after)
  await page.goto(list(owner, { type: 'artworks', 'metadata.lot': { $lte: 2 } }))
  await expect(objectRows(page)).toHaveCount(3)

  // The selection is gone by now, so the command asks for objects, but not for the macro's arguments.
  await choose(page, 'repeat last', 'Repeat last command')
  await expect(dialog.getByRole('option').first()).toContainText('all 3 in this list')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Ran “Set the year” on 2 objects.')
  // After a reload, the list is the one on this page again, and the macro is still the last one that ran.
  await page.reload()
  await expect(objectRows(page)).toHaveCount(3)
  await choose(page, 'repeat last', 'Repeat last command')
  await expect(dialog.getByRole('option').first()).toContainText('all 3 in this list')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('unchanged')
})
