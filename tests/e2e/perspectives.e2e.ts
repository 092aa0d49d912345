import type { Page } from '@playwright/test'
import { updateBucket } from '@typecase/contract/buckets'
import { updateObject } from '@typecase/contract/objects'
import { addRelease } from '@typecase/contract/releases'

import { call } from './fixtures/api.ts'
import { addObjectOf, addObjectTypes, openObject, textbox } from './fixtures/object-form.ts'
import { answer, choose, pick } from './fixtures/palette.ts'
import { objectRows } from './fixtures/parts.ts'
import { startPreviewSite } from './fixtures/preview-site.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const note = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'You see' })

/** Adds “The door”, public with a newer draft, and “The lamp”, a draft. Both are in a release. */
async function magazine(url: string, owner: Owner) {
  const { bucket, token } = owner
  const { slug } = bucket
  await addObjectTypes(url, owner, [{ title: 'Articles', slug: 'articles' }])
  const edit = (object_id: string, data: object) =>
    call(url, updateObject, { body: { slug, object_id, data } }, token)
  const door = await addObjectOf(url, owner, { type: 'articles', title: 'The door' })
  await edit(door.id, { status: 'published' })
  await edit(door.id, { title: 'The open door', status: 'draft' })
  const lamp = await addObjectOf(url, owner, { type: 'articles', title: 'The lamp' })
  const object_ids = [door.id, lamp.id]
  const body = { slug, data: { title: 'Winter' }, object_ids }
  const { release } = await call(url, addRelease, { body }, token)
  return { door, lamp, release }
}

const viewAs = async (page: Page, words: string, option: string) => {
  await choose(page, 'view as', 'View as…')
  await pick(page, /View as/, words, option)
}

test('the list shows published objects, and those that a release would publish', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await magazine(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects?sort=title`)
  await expect(objectRows(page)).toHaveCount(2)
  await expect(objectRows(page).first()).toContainText('The lamp')
  await viewAs(page, 'publ', 'Published')
  await expect(note(page)).toContainText('You see what is public now.')
  await expect(objectRows(page)).toHaveCount(1)
  await expect(objectRows(page)).toContainText('The door')
  await viewAs(page, 'wint', 'Release “Winter”')
  await expect(note(page)).toContainText('Release “Winter”')
  await expect(objectRows(page)).toHaveCount(2)
  await expect(objectRows(page).last()).toContainText('The open door')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The open door' }).last()).toBeVisible()
  await expect(textbox(page, 'Title')).toHaveCount(0)
})

test('a perspective makes an object read-only and reaches its preview, and a command returns to drafts', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const { door, release } = await magazine(server.url, owner)
  const website = await startPreviewSite('<h1>A page</h1>')
  const preview_sites = [{ id: 'a', name: 'Website', url: `${website.url}/{slug}`, types: [] }]
  const body = { slug, data: { preview_sites } }
  await call(server.url, updateBucket, { body }, owner.token)
  await openObject(page, owner, door.id)
  await viewAs(page, 'wint', 'Release “Winter”')
  await expect(note(page)).toContainText('Release “Winter”')
  await expect(textbox(page, 'Title')).toHaveCount(0)
  await page.keyboard.press('Alt+v')
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await expect.poll(() => website.requests.at(-1)).toBe(`/the-door?release=${release.id}`)
  expect(await violations(page)).toEqual([])
  await viewAs(page, 'publ', 'Published')
  await expect(page.getByRole('heading', { name: 'The door' }).last()).toBeVisible()
  await expect.poll(() => website.requests.at(-1)).toBe('/the-door?status=published')
  await choose(page, 'back to drafts', 'View drafts')
  await expect(textbox(page, 'Title')).toHaveValue('The open door')
  await expect(note(page)).toHaveCount(0)
  await expect.poll(() => website.requests.at(-1)).toBe('/the-door')
  website.close()
})

test('the preview shows a revision of an object, and a command returns to the draft', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const { door } = await magazine(server.url, owner)
  const website = await startPreviewSite('<h1>A page</h1>')
  const preview_sites = [{ id: 'a', name: 'Website', url: `${website.url}/{slug}`, types: [] }]
  const body = { slug, data: { preview_sites } }
  await call(server.url, updateBucket, { body }, owner.token)
  await openObject(page, owner, door.id)
  await page.keyboard.press('Alt+v')
  await expect.poll(() => website.requests.at(-1)).toBe('/the-door')
  await choose(page, 'revision as a page', 'Show revision in the preview…')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByPlaceholder('Which revision?')).toBeFocused()
  await expect(dialog.getByRole('option').first()).toContainText('The door')
  await page.keyboard.press('Enter')
  const pane = page.getByRole('region', { name: 'Preview' })
  await expect(pane).toContainText('You see the revision')
  await expect.poll(() => website.requests.at(-1)).toMatch(`/the-door?revision=${door.id}.`)
  expect(await violations(page)).toEqual([])
  await choose(page, 'leave the revision', 'Show the draft in the preview')
  await expect.poll(() => website.requests.at(-1)).toBe('/the-door')
  await expect(pane).not.toContainText('You see the revision')
  website.close()
})

test('the schedule can be viewed on a date', async ({ ownerPage: page, owner }) => {
  await page.goto(`/${owner.bucket.slug}/calendar`)
  await expect(page.getByRole('grid', { name: 'Calendar' })).toBeVisible()
  await viewAs(page, 'date', 'On a date…')
  await answer(page, /next monday/, 'tomorrow 9:00')
  await expect(note(page)).toContainText('You see what is public then, as planned.')
  expect(await violations(page)).toEqual([])
})
