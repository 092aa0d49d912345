import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'
import { addBucket } from '@typecase/contract/projects'

import { call } from './fixtures/api.ts'
import { choose } from './fixtures/palette.ts'
import { objectRows } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'

/** Adds a museum with two works of the same title, which only the artist tells apart. */
async function addMuseum(server: RunningServer, { bucket, token }: Owner): Promise<void> {
  const { slug } = bucket
  const metafields = [
    { key: 'number', title: 'Accession number', type: 'text' as const },
    { key: 'artist', title: 'Artist', type: 'object' as const, object_type: 'artists' },
    { key: 'medium', title: 'Medium', type: 'text' as const },
  ]
  const options = { searchable: ['number', 'artist'], subtitle: 'artist' }
  for (const data of [
    { title: 'Artists', slug: 'artists', metafields: [] },
    { title: 'Artworks', slug: 'artworks', singular: 'Artwork', metafields, options },
  ]) {
    await call(server.url, addObjectType, { body: { slug, data } }, token)
  }
  const add = async (data: { title: string; type: string; metadata?: Record<string, unknown> }) =>
    (await call(server.url, addObject, { body: { slug, data } }, token)).object.id
  const [rodin, klimt] = [
    await add({ title: 'Auguste Rodin', type: 'artists' }),
    await add({ title: 'Gustav Klimt', type: 'artists' }),
  ]
  const work = (title: string, metadata: Record<string, unknown>) =>
    add({ title, type: 'artworks', metadata })
  await work('The Kiss', { number: 'N06228', artist: rodin, medium: 'Marble' })
  await work('The Kiss', { number: 'X00001', artist: klimt, medium: 'Oil' })
  await work('The Lady of Shalott', { number: 'N01543', medium: 'Oil' })
  await work('Ophelia', { number: 'N01506', medium: 'Oil' })
}

const options = (page: Page) => page.getByRole('dialog').getByRole('option')
const heading = (page: Page) => page.getByRole('textbox', { name: 'Title' })

test.beforeEach(async ({ server, owner, ownerPage: page }) => {
  await addMuseum(server, owner)
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(objectRows(page).first()).toBeVisible()
})

test('an object is found by a misspelt title, by its number and by its artist', async ({
  ownerPage: page,
}) => {
  // Sixteen key presses: a day of use allows seventeen for finding and opening.
  await choose(page, 'ladi of shalot', 'The Lady of Shalott')
  await expect(heading(page)).toHaveValue('The Lady of Shalott')

  await choose(page, 'n06228', 'The Kiss')
  await expect(heading(page)).toHaveValue('The Kiss')
  await expect(page.getByText('Auguste Rodin').first()).toBeVisible()

  await choose(page, 'kiss klimt', /The Kiss.*Gustav Klimt · Artworks/)
  await expect(page.getByText('Gustav Klimt').first()).toBeVisible()
})

test('subtitles distinguish objects with the same title in the palette and the list', async ({
  ownerPage: page,
}) => {
  await expect(objectRows(page).filter({ hasText: 'The Kiss' })).toHaveText([
    /The Kiss.*Gustav Klimt/,
    /The Kiss.*Auguste Rodin/,
  ])
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('the kiss')
  await expect(options(page).filter({ hasText: 'The Kiss' })).toHaveText([
    /The Kiss.*Gustav Klimt · Artworks/,
    /The Kiss.*Auguste Rodin · Artworks/,
  ])
})

test('objects of other buckets rank after those of the open bucket, and open in their own', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { bucket } = await call(
    server.url,
    addBucket,
    { body: { project_id: owner.project.id, data: { title: 'Archive' } } },
    owner.token,
  )
  await addMuseum(server, { ...owner, bucket })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('ohpelia')
  const match = options(page).filter({ hasText: 'Ophelia' })
  await expect(match).toHaveText([/Ophelia.*Artworks/, /Ophelia.*Archive/])
  await expect(match.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(match.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${bucket.slug}/objects/[0-9a-f]{24}$`))
  await expect(heading(page)).toHaveValue('Ophelia')
})

test('words without a match offer a search of all fields, or a new object', async ({
  ownerPage: page,
}) => {
  await choose(page, 'marble', 'Search all fields for “marble”')
  await expect(objectRows(page)).toHaveCount(1)
  await expect(objectRows(page)).toContainText('The Kiss')
  await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toHaveValue(
    'text contains marble',
  )

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('zwinger, dresden')
  const create = options(page).filter({ hasText: 'Create “zwinger, dresden”…' })
  await expect(create).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(create).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Arguments' })).toContainText('New object')
  await page.keyboard.type('artw')
  await expect(options(page).first()).toContainText('Artworks')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveValue('zwinger, dresden')
})

test('bare words in the filter line search titles, and labels name fields', async ({
  ownerPage: page,
}) => {
  const line = page.getByRole('textbox', { name: 'Filter', exact: true })
  await page.keyboard.press('/')
  await expect(line).toBeFocused()
  await page.keyboard.type('kiss the')
  await page.keyboard.press('Enter')
  await expect(objectRows(page)).toHaveCount(2)
  await expect(line).toHaveValue('title contains kiss title contains the')
  await line.fill('kiss Accession number is N06228')
  await page.keyboard.press('Enter')
  await expect(objectRows(page)).toHaveCount(1)
  await expect(line).toHaveValue('title contains kiss number is N06228')
})

test('a command sets the searchable fields of an object type', async ({ ownerPage: page }) => {
  await choose(page, 'searchable', 'Set searchable fields…')
  await page.keyboard.type('artw')
  await expect(options(page).first()).toContainText('Artworks')
  await page.keyboard.press('Enter')
  await page.keyboard.type('medium')
  await expect(options(page).first()).toContainText('Medium')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Search looks into one field of Artworks').first()).toBeVisible()
  await choose(page, 'marble', /The Kiss/)
  await expect(heading(page)).toHaveValue('The Kiss')
})

test('the builder of an object type sets the subtitle field, which the list then shows', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/object-types/artworks`)
  const settings = page.getByRole('complementary', { name: 'Settings' })
  await page.getByRole('button', { name: 'Settings of Accession number' }).press('Enter')
  await expect(settings.getByRole('switch', { name: 'Searchable' })).toBeChecked()
  await settings.getByRole('switch', { name: /^Subtitle/ }).press('Space')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(objectRows(page).filter({ hasText: 'Ophelia' })).toContainText('N01506')
})
