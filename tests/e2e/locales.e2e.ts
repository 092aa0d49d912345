import type { Page } from '@playwright/test'
import { updateBucket } from '@typecase/contract/buckets'
import { objectLocales } from '@typecase/contract/locales'
import { addObject, type CmsObject, getObject, updateObject } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'

import { call } from './fixtures/api.ts'
import { answer, choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const fields = [
  { key: 'teaser', title: 'Teaser', type: 'textarea' },
  { key: 'body', title: 'Body', type: 'html-textarea' },
  {
    key: 'seo',
    title: 'Search',
    type: 'parent',
    children: [{ key: 'headline', title: 'Search title', type: 'text' }],
  },
  { key: 'rating', title: 'Rating', type: 'number' },
] as const

/** Sets up three locales and two English articles. */
async function articles(
  url: string,
  { bucket: { slug }, token }: Owner,
): Promise<{ door: CmsObject; wave: CmsObject }> {
  await call(url, updateBucket, { body: { slug, data: { locales: ['en', 'de', 'ar'] } } }, token)
  const type = {
    title: 'Articles',
    singular: 'Article',
    localization: true,
    metafields: fields.map((field) => structuredClone(field)),
  }
  await call(url, addObjectType, { body: { slug, data: type as never } }, token)
  const add = async (title: string, metadata: Record<string, unknown>) => {
    const data = { title, metadata, type: 'articles', locale: 'en' }
    return (await call(url, addObject, { body: { slug, data } }, token)).object
  }
  const wave = await add('The wave', { teaser: 'It came at night.' })
  const door = await add('The door at La Jument', {
    teaser: 'A helicopter, a wave. This is what the photograph leaves out.',
    body: '<p>What it leaves out is the noise.</p><p>The tower has stood empty since 1991.</p>',
    seo: { headline: 'La Jument: the man and the wave' },
    rating: 5,
  })
  return { door, wave }
}

const versions = async (url: string, { bucket: { slug }, token }: Owner, id: string) =>
  (await call(url, objectLocales, { query: { slug, object_id: id } }, token)).versions
const read = async (url: string, { bucket: { slug }, token }: Owner, id: string) =>
  (await call(url, getObject, { query: { slug, object_id: id } }, token)).object
const save = (url: string, { bucket: { slug }, token }: Owner, id: string, data: object) =>
  call(url, updateObject, { body: { slug, object_id: id, data } }, token)

const untranslated = (page: Page) => page.getByRole('status', { name: 'Left to translate' })
const source = (page: Page, name: string) =>
  page.getByRole('region', { name: `${name} in English` })
const saved = (page: Page) =>
  expect(page.getByRole('status', { name: 'Save state' })).toContainText(/Saved/)

test('a version is added and its missing fields are translated one by one, by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { door, wave } = await articles(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${door.id}`)
  const panel = page.getByRole('list', { name: 'Locales' })
  await expect(panel.getByRole('listitem')).toHaveText([
    /English.*Source/,
    /German.*Not started/,
    /Arabic.*Not started/,
  ])

  await test.step('Alt+L creates an empty version next to the source', async () => {
    await page.keyboard.press('Alt+l')
    await pick(page, 'Which locale?', 'germ', 'German')
    await expect(page.getByRole('group', { name: 'Locales side by side' })).toBeVisible()
    await expect(notifications(page)).toContainText('has a draft in German')
    await expect(untranslated(page)).toHaveText('3 missing')
    await expect(source(page, 'Teaser')).toContainText('This is what the photograph leaves out.')
    await expect(source(page, 'Body')).toContainText('Missing')
    await expect(source(page, 'Rating')).toContainText('Same as English')
  })

  await test.step('F8 moves from one missing field to the next', async () => {
    await page.keyboard.press('F8')
    await expect(page.getByRole('textbox', { name: 'Teaser' })).toBeFocused()
    await page.keyboard.type('Ein Hubschrauber, eine Welle.')
    await expect(untranslated(page)).toHaveText('2 missing')
    await page.keyboard.press('F8')
    await expect(page.getByRole('textbox', { name: 'Body' })).toBeFocused()
    await page.keyboard.press('Alt+c')
    await expect(untranslated(page)).toHaveText('1 missing')
    await page.keyboard.press('F8')
    await expect(page.getByRole('textbox', { name: 'Search title' })).toBeFocused()
    await page.keyboard.type('La Jument: der Mann und die Welle')
    await expect(untranslated(page)).toHaveText('Complete')
    await page.keyboard.press('ControlOrMeta+s')
    await saved(page)
  })

  await test.step('F8 moves on to the next object', async () => {
    const [, german] = await versions(server.url, owner, door.id)
    expect(german).toMatchObject({ missing: [], stale: [] })
    const object = await read(server.url, owner, german?.object_id ?? '')
    expect(object).toMatchObject({ slug: door.slug, locale: 'de' })
    expect(object.metadata['body']).toBe(door.metadata['body'])
    await page.keyboard.press('F8')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('The wave')
    await expect(untranslated(page)).toHaveText('1 missing')
    expect((await versions(server.url, owner, wave.id))[1]?.object_id).not.toBeNull()
  })
})

test('a changed source is shown in a stale translation, which is marked as up to date', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { door } = await articles(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${door.id}`)
  await expect(page.getByRole('list', { name: 'Locales' })).toBeVisible()
  await choose(page, 'add locale', 'Add locale…')
  await pick(page, 'Which locale?', 'german', 'German')
  await answer(page, 'Start with', 'copy')
  await expect(untranslated(page)).toHaveText('Complete')
  const [, german] = await versions(server.url, owner, door.id)
  const metadata = { teaser: 'A helicopter, a wave. We asked what the photograph leaves out.' }
  await save(server.url, owner, door.id, { metadata })
  await page.reload()
  await expect(untranslated(page)).toHaveText('1 stale')
  await expect(source(page, 'Teaser').getByRole('deletion')).toHaveText('This is')
  await expect(source(page, 'Teaser').getByRole('insertion')).toHaveText('We asked')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('F8')
  await expect(page.getByRole('textbox', { name: 'Teaser' })).toBeFocused()
  await page.keyboard.press('Alt+Enter')
  await expect(untranslated(page)).toHaveText('Complete')
  expect((await versions(server.url, owner, german?.object_id ?? ''))[1]?.stale).toEqual([])

  await choose(page, 'publish in all locales', 'Publish in all locales')
  await expect
    .poll(async () => (await versions(server.url, owner, door.id)).map((one) => one.status))
    .toEqual(['published', 'published', 'draft'])
})

test('without an AI provider nothing is generated, and the missing setting is named', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { door } = await articles(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${door.id}`)
  await expect(page.getByRole('list', { name: 'Locales' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('generate locale')
  const row = dialog.getByRole('option', { name: /Generate locale…/ })
  await expect(row).toContainText('AI_BASE_URL is missing')
  await page.keyboard.press('Enter')
  await expect(dialog.getByPlaceholder('Which locale?')).toBeHidden()
  expect((await versions(server.url, owner, door.id))[1]?.object_id).toBeNull()
})

test('texts in a right-to-left language are written from right to left', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { door } = await articles(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${door.id}`)
  await expect(page.getByRole('textbox', { name: 'Teaser' })).toHaveAttribute('dir', 'ltr')
  await page.getByRole('button', { name: 'Add Arabic' }).press('Enter')
  await answer(page, 'Start with', 'copy')
  await expect(page.getByRole('group', { name: 'Locales side by side' })).toBeVisible()
  for (const name of ['Title', 'Teaser', 'Search title']) {
    const box = page.getByRole('textbox', { name, exact: true })
    await expect(box).toHaveAttribute('dir', 'rtl')
    await expect(box).toHaveAttribute('lang', 'ar')
  }
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveCSS('direction', 'rtl')
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveCSS('direction', 'ltr')
  await expect(source(page, 'Teaser').getByText('A helicopter')).toHaveAttribute('dir', 'ltr')
})

test('the settings add, remove and restore locales of a bucket, and its object types use them', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/objects`)
  await choose(page, 'locales settings', 'Open locales settings')
  const box = page.getByRole('combobox', { name: 'Add a locale' })
  for (const [words, name] of [
    ['norwegian bok', 'Norwegian Bokmål'],
    ['hebrew (he)', 'Hebrew'],
  ] as const) {
    await box.focus()
    await page.keyboard.type(words)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name })).toBeVisible()
  }
  await expect(page.getByRole('row', { name: 'Hebrew' })).toContainText('right to left')
  expect(await violations(page)).toEqual([])
  await page.getByRole('row', { name: 'Hebrew' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Remove Hebrew' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'Hebrew' })).toBeHidden()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('row', { name: 'Hebrew' })).toBeVisible()
  const data = { title: 'Leaflets', localization: true }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  const object = { title: 'About', type: 'leaflets', locale: 'nb' }
  const added = await call(server.url, addObject, { body: { slug, data: object } }, owner.token)
  expect((await versions(server.url, owner, added.object.id)).map(({ locale }) => locale)).toEqual([
    'nb',
    'he',
  ])
})

test('the translation coverage leads to missing and stale versions, and the list is grouped by locale', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { door } = await articles(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${door.id}`)
  await expect(page.getByRole('list', { name: 'Locales' })).toBeVisible()
  await choose(page, 'translation coverage', 'Show translations')
  const row = page.getByRole('row', { name: /Articles/ })
  await expect(row.getByRole('cell')).toHaveText([
    /2 of 2/,
    /0 of 2.*2 missing/,
    /0 of 2.*2 missing/,
  ])
  expect(await violations(page)).toEqual([])
  await row.getByRole('cell').nth(1).getByRole('button', { name: '2 missing' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
    'The door at La Jument',
  )
  await expect(untranslated(page)).toHaveText('3 missing')

  // The source changes after the translation.
  const german = (await versions(server.url, owner, door.id))[1]?.object_id ?? ''
  await save(server.url, owner, german, { title: 'Die Tür' })
  await save(server.url, owner, door.id, { title: 'The gate' })
  await choose(page, 'translation coverage', 'Show translations')
  await expect(row.getByRole('cell').nth(1).getByRole('button', { name: '1 stale' })).toBeVisible()
  await choose(page, 'next stale translation', 'Next stale translation…')
  await pick(page, 'Which locale?', 'german', 'German')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Die Tür')

  await choose(page, 'objects in locale', 'Show objects in locale…')
  await pick(page, 'Which locale?', 'german', 'German')
  await expect(page.getByRole('status').filter({ hasText: '1 object' }).first()).toBeVisible()
  await choose(page, 'group list by locale', 'Group list by locale')
  await expect(page).toHaveURL(/group=locale/)
})
