import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, listObjects, publishObjects } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { answer, applyPlan, choose } from './fixtures/palette.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import { violations } from './fixtures/violations.ts'

const media = [
  'Watercolour on paper',
  'Graphite and watercolour on paper',
  'Oil paint on canvas',
  'Watercolour, ink and chalk',
  'Watercolour over watercolour',
]

async function addArtworks(server: RunningServer, owner: Owner): Promise<void> {
  const { slug } = owner.bucket
  const data = {
    title: 'Artworks',
    slug: 'artworks',
    singular: 'Artwork',
    metafields: [
      { key: 'medium', title: 'Medium', type: 'text' as const },
      { key: 'year', title: 'Year', type: 'number' as const },
    ],
  }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  for (const [at, medium] of media.entries()) {
    const object = { title: `Work ${at}`, type: 'artworks', metadata: { medium, year: 1840 + at } }
    await call(server.url, addObject, { body: { slug, data: object } }, owner.token)
  }
}

/** The last announcement for screen readers. */
const said = (page: Page) =>
  page.locator('[data-live-announcer] [aria-live="polite"]').filter({ hasText: /./ })

test.beforeEach(async ({ server, owner }) => addArtworks(server, owner))

test('text in selected drafts and published versions is replaced except for two matches, with undo', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const dialog = page.getByRole('dialog')
  const { slug } = owner.bucket
  const query = { type: 'artworks', 'metadata.year': { $in: [1841, 1843] } }
  await call(server.url, publishObjects, { body: { slug, query } }, owner.token)
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"artworks"}&sort=metadata.year`)
  await expect(objectRows(page)).toHaveCount(5)

  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toBeFocused()
  await page.keyboard.type('medium contains watercolour')
  await page.keyboard.press('Enter')
  await expect(objectRows(page)).toHaveCount(4)
  await objectRows(page).first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('4 selected')

  await choose(page, 'find and rep', 'Find and replace…')
  await answer(page, 'Text to find', 'watercolour')
  await answer(page, /New text/, 'watercolor')
  await expect(dialog.getByRole('option', { name: /Medium/ })).toBeVisible()
  await page.keyboard.type('medium')
  await expect(dialog.getByRole('option').first()).toContainText('Medium')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('option').first()).toContainText('Use “Medium”')
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(dialog).toContainText('Replace “watercolour” in 4 objects')
  const matches = dialog.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')
  await expect(matches).toHaveCount(5)
  await expect(matches.first()).toBeFocused()
  await expect(matches.first().locator('del')).toHaveText('Watercolour')
  await expect(matches.first().locator('ins')).toHaveText('Watercolor')
  await page.keyboard.press('x')
  await expect(matches.first()).toContainText('left out by you')
  const live = dialog.getByRole('radiogroup', { name: 'What goes live' })
  await expect(live.getByRole('radio', { name: 'As drafts' })).toBeChecked()
  const both = live.getByRole('radio', { name: /Published versions too.*2 of them are public/ })
  await page.keyboard.press('p')
  await expect(both).toBeChecked()
  await expect(matches.first()).toContainText('left out by you')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('End')
  await expect(matches.last()).toBeFocused()
  await page.keyboard.press('x')
  await expect(matches.last()).toContainText('left out by you')
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveText(/Apply to 3/)
  await page.keyboard.press('Enter')

  await expect(notifications(page)).toContainText(
    'Replaced “watercolour” in 3 objects. 2 of them are now public.',
  )
  // One match of the last object is unchanged, and so is the first object.
  await expect(objectRows(page)).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Restored 3 objects.')
  await page.goto(
    `/${owner.bucket.slug}/objects?query={"type":"artworks","metadata.medium":{"$regex":"watercolor "}}`,
  )
  await expect(page.getByText('Nothing matches this filter')).toBeVisible()
})

test('a key leaves out all matches of an object, and a plan without matches cannot be applied', async ({
  ownerPage: page,
  owner,
}) => {
  const dialog = page.getByRole('dialog')
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"artworks"}&sort=-metadata.year`)
  await expect(objectRows(page)).toHaveCount(5)
  await choose(page, 'find and rep', 'Find and replace…')
  await expect(dialog.getByRole('option', { name: /all 5 in this bucket/ })).toBeVisible()
  await expect(dialog.getByRole('option').first()).toContainText('all 5 in this list')
  await page.keyboard.press('Enter')
  await answer(page, 'Text to find', 'watercolour')
  await answer(page, /New text/, '', 'ControlOrMeta+Enter')
  const matches = dialog.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')
  await expect(matches).toHaveCount(5)
  const twice = matches.filter({ hasText: 'Work 4' })
  await expect(twice).toHaveCount(2)
  await twice.first().focus()
  await page.keyboard.press('Shift+X')
  await expect(twice.filter({ hasText: 'left out by you' })).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveText(/Apply to 3/)
  // Escape first goes back one page, then closes the dialog.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await choose(page, 'find and rep', 'Find and replace…')
  await expect(dialog.getByRole('option').first()).toContainText('all 5 in this list')
  await page.keyboard.press('Enter')
  await answer(page, 'Text to find', 'tempera')
  await answer(page, /New text/, 'oil', 'ControlOrMeta+Enter')
  await expect(dialog).toContainText('in 0 objects')
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('a plan is filtered by field, a part of it is left out, and the rest is applied', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  for (const locale of ['de', 'fr']) {
    const data = { title: 'Watercolour', type: 'artworks', locale, metadata: { medium: 'Gouache' } }
    await call(server.url, addObject, { body: { slug, data } }, owner.token)
  }
  const dialog = page.getByRole('dialog')
  const matches = dialog.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')
  const apply = dialog.getByRole('button', { name: 'Apply' })
  await page.goto(`/${slug}/objects?query={"type":"artworks"}`)
  await expect(objectRows(page)).toHaveCount(7)
  await choose(page, 'find and rep', 'Find and replace…')
  await expect(dialog.getByRole('option').first()).toContainText('all 7 in this list')
  await page.keyboard.press('Enter')
  await answer(page, 'Text to find', 'watercolour')
  await answer(page, /New text/, 'watercolor', 'ControlOrMeta+Enter')
  await expect(apply).toHaveText(/Apply to 6/)
  await expect(said(page)).toHaveText(
    'Replace “watercolour” in 6 objects. 6 objects, 7 matches. What goes live: As drafts.',
  )
  await expect(matches).toHaveCount(7)

  const parts = dialog.getByRole('toolbar', { name: 'Parts' })
  const fields = parts.getByRole('group', { name: 'Field' })
  await expect(fields.getByRole('button')).toHaveText(['Medium 5', 'Title 2'])
  await page.keyboard.press('f')
  await expect(fields.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(matches).toHaveCount(2)
  await expect(apply).toHaveText(/Apply to 6/)
  const french = parts.getByRole('button', { name: /^fr/ })
  await french.focus()
  await page.keyboard.press('x')
  await expect(french).toContainText('left out')
  await expect(apply).toHaveText(/Apply to 5/)
  await expect(matches).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await expect(said(page)).toHaveText(
    'Replace “watercolour” in 5 objects. 5 objects, 6 matches. What goes live: As drafts.',
  )
  await fields.getByRole('button', { name: /Title/ }).press('Enter')
  await expect(matches).toHaveCount(6)
  await matches.filter({ hasText: 'Work 0' }).focus()
  await page.keyboard.press('Shift+X')
  await expect(apply).toHaveText(/Apply to 4/)
  // The row is left out, and then included again.
  await page.keyboard.press('x')
  await expect(apply).toHaveText(/Apply to 5/)
  await page.keyboard.press('x')
  await expect(apply).toHaveText(/Apply to 4/)
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Replaced “watercolour” in 4 objects.')
  const { objects } = await call(
    server.url,
    listObjects,
    { query: { slug, query: '{"title":"Watercolor"}' } },
    owner.token,
  )
  expect(objects).toMatchObject([{ object: { locale: 'de' } }])
})

test('Set field changes the selected objects with the operators of its type, and undo reverts it', async ({
  ownerPage: page,
  owner,
}) => {
  const dialog = page.getByRole('dialog')
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"artworks"}&sort=metadata.year`)
  await expect(objectRows(page)).toHaveCount(5)
  await objectRows(page).first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('2 selected')

  await choose(page, 'set field', 'Set field…')
  await expect(dialog.getByRole('option', { name: /Year/ })).toBeVisible()
  await page.keyboard.type('year')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('option', { name: 'Increase by…' })).toBeVisible()
  await page.keyboard.type('incr')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await answer(page, 'Increase by', '60')
  await expect(notifications(page)).toContainText('Changed 2 objects.')
  await expect(objectRows(page).last()).toContainText('Work 1')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Restored 2 objects.')
  await expect(objectRows(page).first()).toContainText('Work 0')
})

test('a plan loads more matches as the focus moves, and announces their number', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const content = Array.from({ length: 250 }, (_, at) => `hill ${at}`).join(' ')
  const data = { title: 'Hills', type: 'artworks', content }
  await call(server.url, addObject, { body: { slug, data } }, owner.token)
  const dialog = page.getByRole('dialog')
  await page.goto(`/${slug}/trash`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await choose(page, 'find and rep', 'Find and replace…')
  await expect(dialog.getByRole('option').first()).toContainText('all 6 in this bucket')
  await page.keyboard.press('Enter')
  await answer(page, 'Text to find', 'hill ')
  await answer(page, /New text/, 'mount ', 'ControlOrMeta+Enter')
  const row = (index: number) => dialog.locator(`tr[data-position="${index}"]`)
  await expect(row(0)).toBeFocused()
  await page.keyboard.press('End')
  await expect(row(249)).toBeFocused()
  await expect(row(249)).toContainText('hill mount 249')
  await page.keyboard.press('PageUp')
  await expect(row(241)).toBeFocused()
  expect(await page.locator('*').count()).toBeLessThan(5000)
  await expect(said(page)).toHaveText(
    'Replace “hill ” in 1 object. 1 object, 250 matches. What goes live: As drafts.',
  )
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('in 1 object.')
})

test('Enter applies a plan only after the plan has appeared, wherever the focus is', async ({
  ownerPage: page,
  owner,
}) => {
  const dialog = page.getByRole('dialog')
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"artworks"}`)
  await expect(objectRows(page)).toHaveCount(5)
  await choose(page, 'find and rep', 'Find and replace…')
  await expect(dialog.getByRole('option').first()).toContainText('all 5 in this list')
  await page.keyboard.press('Enter')
  await answer(page, 'Text to find', 'watercolour')

  const requested = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  await page.route('**/objects/searchAndReplace', async (route) => {
    requested.resolve()
    await gate.promise
    await route.continue()
  })
  await answer(page, /New text/, 'watercolor', 'ControlOrMeta+Enter')
  await requested.promise
  await page.keyboard.press('Enter')
  gate.resolve()
  const matches = dialog.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')
  await expect(matches.first()).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveText(/Apply to 4/)
  await expect(notifications(page).getByRole('status')).toHaveCount(0)

  await dialog.getByText('Replace “watercolour” in 4 objects').click()
  await expect(matches.first()).not.toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Replaced “watercolour” in 4 objects.')
})

test('the size of a plan, its progress at most once per quarter, and its result are announced', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const many = Array.from({ length: 130 }, (_, at) => `Hill ${at}`)
  await Promise.all(
    many.map((title) => {
      const data = { title, type: 'artworks' }
      return call(server.url, addObject, { body: { slug, data } }, owner.token)
    }),
  )
  const dialog = page.getByRole('dialog')
  await page.goto(`/${slug}/trash`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Records everything that the live regions announce from here on.
  await page.evaluate(() => {
    const events: string[] = []
    Object.assign(globalThis, { heard: events })
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[data-live-announcer] [aria-live]')) {
        const text = region.textContent
        if (text && events.at(-1) !== text) events.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)

  await choose(page, 'find and rep', 'Find and replace…')
  await expect(dialog.getByRole('option').first()).toContainText('all 135 in this bucket')
  await page.keyboard.press('Enter')
  await answer(page, 'Text to find', 'hill')
  await answer(page, /New text/, 'mount', 'ControlOrMeta+Enter')
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveText(/Apply to 130/)
  const counted =
    'Replace “hill” in 130 objects. 130 objects, 130 matches. What goes live: As drafts.'
  await expect.poll(heard).toContain(counted)
  await applyPlan(page)
  const result = page.getByRole('region', { name: 'Notifications' }).getByRole('status')
  await expect(result).toHaveText('Replaced “hill” in 130 objects.')
  const all = await heard()
  expect(all.filter((text) => text === counted)).toHaveLength(1)
  // However fast the run is, each quarter is announced at most once.
  const quarters = all.filter((text) => text.endsWith(' %'))
  expect(quarters).toEqual([...new Set(quarters)])
  expect(
    quarters.every((text) =>
      /^Replace “hill” with “mount” in 130 objects: (25|50|75|100) %$/.test(text),
    ),
  ).toBe(true)
})
